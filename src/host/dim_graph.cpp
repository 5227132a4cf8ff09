// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/dim_graph.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace plugsmith::host {
namespace {

// Why a valid operation has no result: its divisor is zero, or the result does not fit.
Status failure(DimOp op, std::int64_t first, std::int64_t second) {
  static constexpr const char* kSigns[] = {"+", "*", "max", "min", "-", "==", "<", "/", "/"};
  const bool divides = op == DimOp::kFloorDiv || op == DimOp::kCeilDiv;
  if (divides && second == 0) {
    return out_of_range("division of " + std::to_string(first) + " by zero");
  }
  return out_of_range(std::to_string(first) + " " + kSigns[static_cast<std::size_t>(op)] + " " +
                      std::to_string(second) + " does not fit 64 bits");
}

const DimValues* entry(const std::vector<DimValues>* values, std::int64_t index) {
  if (values == nullptr || index >= static_cast<std::int64_t>(values->size())) return nullptr;
  return &(*values)[static_cast<std::size_t>(index)];
}

}  // namespace

Result<std::int64_t> apply(DimOp op, std::int64_t first, std::int64_t second) {
  if (op < DimOp::kSum || op > DimOp::kCeilDiv) {
    return unsupported("operation " + std::to_string(static_cast<std::int32_t>(op)) +
                       " is not one of TensorRT's dimension operations");
  }
  const std::optional<std::int64_t> result = plugsmith::evaluate(op, first, second);
  return result ? Result<std::int64_t>(*result) : failure(op, first, second);
}

DimRef DimGraph::add(const Node& node) {
  nodes_.push_back(node);
  return static_cast<DimRef>(nodes_.size() - 1);
}

DimRef DimGraph::constant(std::int64_t value) {
  return add({Kind::kConstant, DimOp::kSum, value, kNoExpression, kNoExpression});
}

DimRef DimGraph::input(std::int32_t tensor, std::int32_t axis) {
  return add({Kind::kInput, DimOp::kSum, tensor, axis, kNoExpression});
}

DimRef DimGraph::shape_value(std::int32_t tensor, std::int32_t element) {
  return add({Kind::kShapeValue, DimOp::kSum, tensor, element, kNoExpression});
}

DimRef DimGraph::size_tensor(std::int32_t output, DimRef optimum, DimRef upper) {
  return add({Kind::kSizeTensor, DimOp::kSum, output, optimum, upper});
}

DimRef DimGraph::operation(DimOp op, DimRef first, DimRef second) {
  const DimValue a = constant_value(first);
  const DimValue b = constant_value(second);
  if (a && b) {
    const Result<std::int64_t> folded = apply(op, *a, *b);
    if (folded.is_ok()) return constant(folded.value());
  }
  return add({Kind::kOperation, op, 0, first, second});
}

DimValue DimGraph::constant_value(DimRef ref) const {
  const Node& node = nodes_[static_cast<std::size_t>(ref)];
  if (node.kind != Kind::kConstant) return std::nullopt;
  return node.value;
}

bool DimGraph::is_size_tensor(DimRef ref) const {
  return nodes_[static_cast<std::size_t>(ref)].kind == Kind::kSizeTensor;
}

bool DimGraph::depends_on_size(DimRef ref) const {
  const std::vector<bool> needed = reachable_from({ref});
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (needed[i] && nodes_[i].kind == Kind::kSizeTensor) return true;
  }
  return false;
}

std::vector<bool> DimGraph::reachable_from(const std::vector<DimRef>& roots) const {
  std::vector<bool> needed(nodes_.size(), false);
  for (const DimRef root : roots) needed[static_cast<std::size_t>(root)] = true;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    const Node& node = nodes_[i];
    const bool has_operands = node.kind == Kind::kOperation || node.kind == Kind::kSizeTensor;
    if (!needed[i] || !has_operands) continue;
    needed[static_cast<std::size_t>(node.first)] = true;
    needed[static_cast<std::size_t>(node.second)] = true;
  }
  return needed;
}

DimValue DimGraph::leaf(const Node& node, const std::vector<DimValue>& values,
                        const DimBindings& bindings) const {
  if (node.kind == Kind::kConstant) return node.value;
  if (node.kind == Kind::kSizeTensor) {
    switch (bindings.sizes) {
      case DimBindings::Sizes::kUnknown: return std::nullopt;
      case DimBindings::Sizes::kZero: return 0;
      case DimBindings::Sizes::kOptimum: return values[static_cast<std::size_t>(node.first)];
      case DimBindings::Sizes::kUpper: return values[static_cast<std::size_t>(node.second)];
      case DimBindings::Sizes::kGiven:
        return (*bindings.given_sizes)[static_cast<std::size_t>(node.value)];
    }
  }
  const bool input = node.kind == Kind::kInput;
  const DimValues* dims = entry(input ? bindings.inputs : bindings.shape_inputs, node.value);
  if (dims == nullptr || node.first >= static_cast<DimRef>(dims->size())) return std::nullopt;
  const std::int64_t value = (*dims)[static_cast<std::size_t>(node.first)];
  if (input && value < 0) return std::nullopt;
  return value;
}

Result<std::vector<DimValue>> DimGraph::evaluate(const std::vector<DimRef>& roots,
                                                 const DimBindings& bindings) const {
  const std::vector<bool> needed = reachable_from(roots);
  std::vector<DimValue> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (!needed[i]) continue;
    const Node& node = nodes_[i];
    if (node.kind != Kind::kOperation) {
      values[i] = leaf(node, values, bindings);
      continue;
    }
    const DimValue a = values[static_cast<std::size_t>(node.first)];
    const DimValue b = values[static_cast<std::size_t>(node.second)];
    if (!a || !b) continue;
    const Result<std::int64_t> result = apply(node.op, *a, *b);
    if (!result.is_ok()) return result.status();
    values[i] = result.value();
  }
  std::vector<DimValue> wanted;
  wanted.reserve(roots.size());
  for (const DimRef root : roots) wanted.push_back(values[static_cast<std::size_t>(root)]);
  return wanted;
}

}  // namespace plugsmith::host
