// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/contexts.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

constexpr std::int64_t kSliceAlignment = 256;  // what cudaMalloc and TensorRT's workspace give

template <class View>
const View& port_or_empty(const View* views, int index) {
  static const View empty;
  return index >= 0 ? views[index] : empty;
}

}  // namespace

Dim SymbolicShape::operator[](int axis) const {
  const int index = axis < 0 ? axis + rank() : axis;
  if (index < 0 || index >= rank()) return Dim::invalid();
  return dims_[static_cast<std::size_t>(index)];
}

InferContext::InferContext(const FormatTableView& table, std::vector<SymbolicShape> inputs)
    : table_(table),
      inputs_(std::move(inputs)),
      outputs_(static_cast<std::size_t>(table.outputs()), SymbolicShape({Dim::invalid()})) {}

const SymbolicShape& InferContext::operator[](const In& port) const {
  static const SymbolicShape none;
  const int index = table_.index_of(port.name());
  return index >= 0 && index < static_cast<int>(inputs_.size())
             ? inputs_[static_cast<std::size_t>(index)]
             : none;
}

SymbolicShape& InferContext::operator[](const Out& port) {
  static thread_local SymbolicShape none;
  const int index = table_.index_of(port.name()) - table_.inputs();
  return index >= 0 ? outputs_[static_cast<std::size_t>(index)] : none;
}

Status InferContext::check(const std::string& op) const {
  for (int i = 0; i < table_.outputs(); ++i) {
    const SymbolicShape& shape = outputs_[static_cast<std::size_t>(i)];
    const std::string where =
        op + ": infer, output \"" + table_.port(table_.inputs() + i).name + "\"";
    if (shape.rank() > kMaxRank) {
      return invalid_argument(where + " has " + std::to_string(shape.rank()) +
                              " dimensions; TensorRT has at most 8");
    }
    for (int axis = 0; axis < shape.rank(); ++axis) {
      const Dim& dim = shape.dims()[static_cast<std::size_t>(axis)];
      if (!dim.is_valid()) {
        return invalid_argument(where + ", dimension " + std::to_string(axis) +
                                " was not set or cannot be computed (a missing input dimension, a "
                                "division by zero or an overflow); set it from the inputs");
      }
      if (dim.constant().value_or(0) < 0) {
        return invalid_argument(where + ", dimension " + std::to_string(axis) + " is " +
                                std::to_string(*dim.constant()) + "; must be at least 0");
      }
    }
  }
  return Status::ok();
}

void ScratchLayout::add(const Scratch& slice, std::int64_t bytes) {
  std::int64_t end = 0;
  std::int64_t padded = 0;
  if (bytes < 0 || __builtin_add_overflow(bytes, kSliceAlignment - 1, &padded) ||
      __builtin_add_overflow(end_, padded / kSliceAlignment * kSliceAlignment, &end)) {
    valid_ = false;
    return;
  }
  slices_.push_back({slice.name, end_});
  end_ = end;
}

Result<std::int64_t> ScratchLayout::total_bytes() const {
  if (!valid_) {
    return out_of_range("a workspace slice has a negative size or one that does not fit 64 bits");
  }
  return end_;
}

std::int64_t ScratchLayout::offset_of(const Scratch& slice) const {
  for (const Slice& known : slices_) {
    if (known.name == slice.name || std::string_view(known.name) == slice.name) return known.offset;
  }
  return -1;
}

const ConstTensorView& ScratchContext::operator[](const In& port) const {
  return port_or_empty(inputs_, table_.index_of(port.name()));
}
const TensorView& ScratchContext::operator[](const Out& port) const {
  return port_or_empty(outputs_, table_.index_of(port.name()) - table_.inputs());
}

const ConstTensorView& ExecutionContext::operator[](const In& port) const {
  return port_or_empty(inputs_, table_.index_of(port.name()));
}
const TensorView& ExecutionContext::operator[](const Out& port) const {
  return port_or_empty(outputs_, table_.index_of(port.name()) - table_.inputs());
}

void* LaunchContext::slice_address(const Scratch& slice) const {
  const std::int64_t offset = device_.layout != nullptr ? device_.layout->offset_of(slice) : -1;
  if (offset < 0 || device_.workspace == nullptr) return nullptr;
  return static_cast<char*>(device_.workspace) + offset;
}

}  // namespace v1
}  // namespace plugsmith
