// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/graph/node_mapping.hpp"

namespace onnx {
class ModelProto;
}

namespace plugsmith::graph {

/// Op type and domain under which plugin nodes stand in the model that OpenVINO reads. One name for
/// all of them, so that OpenVINO's own operators of a plugin's name do not get in the way.
inline constexpr char kPluginNodeType[] = "PluginNode";
inline constexpr char kPluginNodeDomain[] = "plugsmith.engine";
inline constexpr char kPluginNodeIndex[] = "index";

/// What is left of a plugin node outside the model.
struct RewrittenNode {
  std::size_t mapping = 0;  ///< index into the mappings; also the node's attribute
  std::vector<std::string> input_names;
  std::vector<std::string> output_names;  ///< without absent ones
  bool ends_the_network = false;  ///< its outputs are the model's and nobody else reads them
};

/// Renames each node that `mappings` (of this very model) gives to a plugin and takes its
/// attributes off; its index into the mappings is left.
std::vector<RewrittenNode> rewrite_plugin_nodes(onnx::ModelProto& model,
                                                const std::vector<NodeMapping>& mappings);

}  // namespace plugsmith::graph
