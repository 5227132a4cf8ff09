// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/output_shapes.hpp"

namespace plugsmith::host {
namespace {

std::string place(const std::string& what, std::size_t output, std::size_t axis) {
  return what + ": dimension " + std::to_string(axis) + " of output " + std::to_string(output);
}

}  // namespace

bool OutputShapes::is_data_dependent(std::size_t output) const {
  for (const DimRef dim : dims_[output]) {
    if (graph_->depends_on_size(dim)) return true;
  }
  return false;
}

bool OutputShapes::any_data_dependent() const {
  for (std::size_t output = 0; output < dims_.size(); ++output) {
    if (is_data_dependent(output)) return true;
  }
  return false;
}

Result<std::vector<DimValues>> OutputShapes::evaluate(const DimBindings& bindings,
                                                      const std::string& what) const {
  std::vector<DimRef> roots;
  for (const auto& dims : dims_) roots.insert(roots.end(), dims.begin(), dims.end());
  const Result<std::vector<DimValue>> together = graph_->evaluate(roots, bindings);
  std::vector<DimValues> result(dims_.size());
  std::size_t next = 0;
  for (std::size_t output = 0; output < dims_.size(); ++output) {
    for (std::size_t axis = 0; axis < dims_[output].size(); ++axis) {
      DimValue value;
      if (together.is_ok()) {
        value = together.value()[next++];
      } else {
        const auto alone = graph_->evaluate({dims_[output][axis]}, bindings);
        if (!alone.is_ok()) {
          return Status(alone.status().code(), place(what, output, axis) + " cannot be computed: " +
                                                   alone.status().message());
        }
        value = alone.value()[0];
      }
      if (value && *value < 0) {
        return out_of_range(place(what, output, axis) + " evaluates to " + std::to_string(*value) +
                            "; must not be negative: check the expressions in getOutputShapes");
      }
      result[output].push_back(value.value_or(-1));
    }
  }
  return result;
}

}  // namespace plugsmith::host
