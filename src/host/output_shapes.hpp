// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/dim_graph.hpp"

namespace plugsmith::host {

/// The shape inputs of a layer.
struct ShapeInputs {
  std::vector<std::int32_t> elements;  ///< number of values of each
  std::vector<DimValues> constants;    ///< values of each; empty where the network leaves them open

  std::size_t size() const { return elements.size(); }
  bool any_open() const {
    return std::any_of(constants.begin(), constants.end(),
                       [](const DimValues& values) { return values.empty(); });
  }
};

/// What a plugin's getOutputShapes said: an expression for each output dimension.
class OutputShapes {
 public:
  OutputShapes() = default;
  OutputShapes(std::shared_ptr<const DimGraph> graph, std::vector<std::vector<DimRef>> dims,
               std::vector<DimRef> size_tensors)
      : graph_(std::move(graph)), dims_(std::move(dims)), size_tensors_(std::move(size_tensors)) {}

  std::size_t output_count() const { return dims_.size(); }
  std::size_t rank(std::size_t output) const { return dims_[output].size(); }

  /// Whether a dimension of the output is only known after the plugin has run.
  bool is_data_dependent(std::size_t output) const;
  bool any_data_dependent() const;
  /// Whether the output is a scalar that was declared to hold a size.
  bool is_size_tensor(std::size_t output) const { return size_tensors_[output] != kNoExpression; }

  /// Dims of all outputs; -1 where something needed is not known. Negative dims, division by zero
  /// and overflow are errors that name output and dimension. `what` names the plugin.
  Result<std::vector<DimValues>> evaluate(const DimBindings& bindings,
                                          const std::string& what) const;

 private:
  std::shared_ptr<const DimGraph> graph_ = std::make_shared<const DimGraph>();
  std::vector<std::vector<DimRef>> dims_;
  std::vector<DimRef> size_tensors_;  ///< per output: its size-tensor node, or kNoExpression
};

}  // namespace plugsmith::host
