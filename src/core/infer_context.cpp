// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/infer_context.hpp"

namespace plugsmith {
inline namespace v1 {
namespace {

// Outputs start with one invalid dimension, so that one that infer() forgot is noticed.
SymbolicShape unset() { return SymbolicShape({Dim::invalid()}); }

bool is_declared(const SymbolicShape& size) { return size.rank() == 0; }

}  // namespace

Dim SymbolicShape::operator[](int axis) const {
  const int index = axis < 0 ? axis + rank() : axis;
  if (index < 0 || index >= rank()) return Dim::invalid();
  return dims_[static_cast<std::size_t>(index)];
}

void SymbolicShape::set(int axis, const Dim& dim) {
  const int index = axis < 0 ? axis + rank() : axis;
  if (index >= 0 && index < rank()) dims_[static_cast<std::size_t>(index)] = dim;
}

InferContext::InferContext(const FormatTableView& table, const InferInputs& inputs,
                           DimBuilder* builder)
    : table_(table),
      inputs_(inputs),
      builder_(builder),
      outputs_(static_cast<std::size_t>(table.outputs()), unset()) {
  for (int i = 0; i < table_.outputs(); ++i) {
    const int aliased = table_.input_position(table_.port_of_output(i));
    if (aliased >= 0 && aliased < static_cast<int>(inputs_.device.size())) {
      outputs_[static_cast<std::size_t>(i)] = inputs_.device[static_cast<std::size_t>(aliased)];
    }
  }
}

const SymbolicShape& InferContext::device(const Port& port) const {
  static const SymbolicShape none;
  const int position = table_.input_position(table_.index_of(port.name()));
  return position >= 0 && position < static_cast<int>(inputs_.device.size())
             ? inputs_.device[static_cast<std::size_t>(position)]
             : none;
}

const SymbolicShape& InferContext::operator[](const In& port) const { return device(port); }
const SymbolicShape& InferContext::operator[](const InOut& port) const { return device(port); }

const SymbolicShape& InferContext::operator[](const HostInput& port) const {
  static const SymbolicShape none;
  const int position = table_.host_position(table_.index_of(port.name()));
  return position >= 0 && position < static_cast<int>(inputs_.host.size())
             ? inputs_.host[static_cast<std::size_t>(position)]
             : none;
}

SymbolicShape& InferContext::operator[](const Out& port) {
  static thread_local SymbolicShape none;
  const int position = table_.output_position(table_.index_of(port.name()));
  return position >= 0 ? outputs_[static_cast<std::size_t>(position)] : none;
}

bool InferContext::has(const OptionalIn& port) const {
  const int position = table_.input_position(table_.index_of(port.name()));
  return position >= 0 && position < static_cast<int>(inputs_.device.size());
}

Dim InferContext::size(const SizeOut& port, const SizeRange& range) {
  const int position = table_.output_position(table_.index_of(port.name()));
  if (position < 0) return Dim::invalid();
  outputs_[static_cast<std::size_t>(position)] = SymbolicShape();
  if (builder_ == nullptr) return range.upper;
  return {*builder_,
          builder_->size_tensor(position, range.opt.node(*builder_), range.upper.node(*builder_)),
          std::nullopt};
}

Status InferContext::check(const std::string& op) const {
  for (int i = 0; i < table_.outputs(); ++i) {
    const SymbolicShape& shape = outputs_[static_cast<std::size_t>(i)];
    const PortInfo& port = table_.port(table_.port_of_output(i));
    const std::string where = op + ": infer, output \"" + port.name + "\"";
    if (port.kind == PortKind::kSizeOut && !is_declared(shape)) {
      return invalid_argument(where + " is a size tensor that was not declared; call " +
                              "c.size(...) for it and use what it returns as a dimension");
    }
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

}  // namespace v1
}  // namespace plugsmith
