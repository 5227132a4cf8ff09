// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// Type and shape of each value of the main graph, as far as the model declares them or ONNX's own
/// inference finds them. What a plugin computes is known only where the model declares it.
std::map<std::string, TensorInfo> value_types(const Model& model);

}  // namespace plugsmith::graph
