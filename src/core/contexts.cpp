// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/contexts.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

template <class View>
const View& view_at(const View* views, int position, int count) {
  static const View empty;
  return position >= 0 && position < count ? views[position] : empty;
}

}  // namespace

const ConstTensorView& TensorContext::operator[](const In& port) const {
  const int position = table_.input_position(table_.index_of(port.name()));
  return view_at(tensors_.inputs, position, tensors_.input_count);
}

const TensorView& TensorContext::output_of(const Port& port) const {
  const int position = table_.output_position(table_.index_of(port.name()));
  return view_at(tensors_.outputs, position, table_.outputs());
}

const TensorView& TensorContext::operator[](const Out& port) const { return output_of(port); }
const TensorView& TensorContext::operator[](const InOut& port) const { return output_of(port); }

bool TensorContext::has(const OptionalIn& port) const {
  const int position = table_.input_position(table_.index_of(port.name()));
  return position >= 0 && position < tensors_.input_count;
}

void* LaunchContext::slice_address(const Scratch& slice) const {
  const std::int64_t offset = device_.layout != nullptr ? device_.layout->offset_of(slice) : -1;
  if (offset < 0 || device_.workspace == nullptr) return nullptr;
  return static_cast<char*>(device_.workspace) + offset;
}

void ReferenceContext::write_count(const SizeOut& port, std::int64_t count) const {
  const TensorView& view = output_of(port);
  if (view.data() == nullptr) return;
  if (view.type() == DataType::kInt64) {
    *view.data_as<std::int64_t>() = count;
  } else {
    *view.data_as<std::int32_t>() = static_cast<std::int32_t>(count);
  }
}

const ShapeRange& ConfigureContext::range(const In& port) const {
  static const ShapeRange none;
  const int position = table_.input_position(table_.index_of(port.name()));
  return position >= 0 ? ranges_[position] : none;
}

}  // namespace v1
}  // namespace plugsmith
