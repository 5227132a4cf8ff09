// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plugsmith/dim.hpp"
#include "plugsmith/status.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

using DimOp = DimOperation;

/// Position of an expression in its DimGraph.
using DimRef = std::int32_t;
inline constexpr DimRef kNoExpression = -1;

/// What the leaves of a DimGraph stand for in one evaluation.
struct DimBindings {
  /// Which value a size tensor takes: none, 0, its optimum, its upper bound, or what `sizes` says.
  enum class Sizes { kUnknown, kZero, kOptimum, kUpper, kGiven };

  const std::vector<DimValues>* inputs = nullptr;        ///< -1: not known
  const std::vector<DimValues>* shape_inputs = nullptr;  ///< may be null: no value known
  Sizes sizes = Sizes::kUnknown;
  const DimValues* given_sizes = nullptr;  ///< per output, for Sizes::kGiven
};

/// A value, or nothing where it depends on something that is not known.
using DimValue = std::optional<std::int64_t>;

/// Shape expressions as a graph whose nodes only refer to earlier ones. It holds the host's own
/// copy of what a plugin built, long after the plugin's expression objects are gone.
class DimGraph {
 public:
  DimRef constant(std::int64_t value);
  DimRef input(std::int32_t tensor, std::int32_t axis);
  DimRef shape_value(std::int32_t tensor, std::int32_t element);
  DimRef size_tensor(std::int32_t output, DimRef optimum, DimRef upper);
  /// Two constants become a constant, unless the result does not exist (division by zero,
  /// overflow): then the evaluation reports it.
  DimRef operation(DimOp op, DimRef first, DimRef second);

  std::int32_t node_count() const { return static_cast<std::int32_t>(nodes_.size()); }
  DimValue constant_value(DimRef ref) const;
  bool is_size_tensor(DimRef ref) const;
  /// Whether the value is only known after the plugin has run.
  bool depends_on_size(DimRef ref) const;

  /// Values of `roots`. Division by zero and overflow in what a root needs are errors.
  Result<std::vector<DimValue>> evaluate(const std::vector<DimRef>& roots,
                                         const DimBindings& bindings) const;

 private:
  enum class Kind : std::uint8_t { kConstant, kInput, kShapeValue, kSizeTensor, kOperation };
  struct Node {
    Kind kind = Kind::kConstant;
    DimOp op = DimOp::kSum;
    std::int64_t value = 0;  ///< the constant; or the tensor or output that a leaf belongs to
    DimRef first = kNoExpression, second = kNoExpression;  ///< operands; a leaf's axis in `first`
  };
  DimRef add(const Node& node);
  std::vector<bool> reachable_from(const std::vector<DimRef>& roots) const;
  DimValue leaf(const Node& node, const std::vector<DimValue>& values,
                const DimBindings& bindings) const;

  std::vector<Node> nodes_;
};

/// first OP second, or the reason why it does not exist ("division of 7 by zero").
Result<std::int64_t> apply(DimOp op, std::int64_t first, std::int64_t second);

}  // namespace plugsmith::host
