// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/model_rewrite.hpp"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <set>

#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {

std::vector<RewrittenNode> rewrite_plugin_nodes(onnx::ModelProto& model,
                                                const std::vector<NodeMapping>& mappings) {
  std::set<std::string> read, returned;
  for_each_node(std::as_const(*model.mutable_graph()), [&](const onnx::NodeProto& node) {
    read.insert(node.input().begin(), node.input().end());
  });
  for (const auto& output : model.graph().output()) returned.insert(output.name());

  std::vector<RewrittenNode> rewritten;
  std::size_t index = 0;
  for_each_node(*model.mutable_graph(), [&](onnx::NodeProto& node) {
    const std::size_t mapping = index++;
    if (mappings[mapping].served_by != ServedBy::kPlugin) return;
    RewrittenNode result{mapping, {node.input().begin(), node.input().end()}, {}, true};
    for (const auto& output : node.output()) {
      if (output.empty()) continue;
      result.output_names.push_back(output);
      if (read.count(output) != 0 || returned.count(output) == 0) result.ends_the_network = false;
    }
    rewritten.push_back(std::move(result));
    node.set_op_type(kPluginNodeType);
    node.set_domain(kPluginNodeDomain);
    node.clear_attribute();
    auto* attribute = node.add_attribute();
    attribute->set_name(kPluginNodeIndex);
    attribute->set_type(onnx::AttributeProto::INT);
    attribute->set_i(static_cast<std::int64_t>(mapping));
  });
  auto* import = model.add_opset_import();
  import->set_domain(kPluginNodeDomain);
  import->set_version(1);
  return rewritten;
}

}  // namespace plugsmith::graph
