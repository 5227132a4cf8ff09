// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// One input of a run: dense, in linear layout, kept by the caller until the run is over.
struct InputTensor {
  std::string name;
  DataType type = DataType::kFloat;
  std::vector<std::int64_t> dims;
  const void* data = nullptr;  ///< not looked at by the checks
};

/// Holds the inputs of one run against those that a model declares. Refuses unknown names (listing
/// those that exist), missing and doubled ones, a wrong type, and a shape that contradicts the
/// model or, by a shared symbolic dimension, another input; the message names the axis.
Status check_inputs(const std::vector<TensorInfo>& declared,
                    const std::vector<InputTensor>& inputs);

/// The same for `--shape`: -1 leaves a dimension open, and inputs may be left out.
Status check_input_shapes(const std::vector<TensorInfo>& declared,
                          const std::map<std::string, std::vector<std::int64_t>>& shapes);

}  // namespace plugsmith::graph
