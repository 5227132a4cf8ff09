// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plugsmith/status.hpp"

namespace onnx {
class ModelProto;
}

namespace plugsmith::graph {

/// Holds a parsed model against what everything after takes for granted: a graph, an imported
/// operator set, tensors whose data have the size that their dimensions say, names that are defined
/// once and before they are read. `folder` is where external data lies; empty: there may be none.
Status check_model(const onnx::ModelProto& model, const std::string& folder);

}  // namespace plugsmith::graph
