// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/idle_casts.hpp"

#include "src/graph/element_types.hpp"

namespace plugsmith::graph {
namespace {

bool is_idle(const onnx::NodeProto& node, const std::map<std::string, TensorInfo>& types) {
  if (!node.domain().empty() || node.input_size() != 1 || node.output_size() != 1) return false;
  if (node.op_type() == "Identity") return true;
  const auto type = types.find(node.input(0));
  if (node.op_type() != "Cast" || type == types.end()) return false;
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() != "to") continue;
    return type->second.type_name == onnx_type_name(static_cast<std::int32_t>(attribute.i()));
  }
  return false;
}

}  // namespace

IdleCasts::IdleCasts(onnx::GraphProto& graph, const std::map<std::string, TensorInfo>& types)
    : graph_(graph) {
  struct Source {
    std::string value;
    int cast;
  };
  std::map<std::string, Source> sources;  // nodes are in order: a chain ends at its start
  for (int i = 0; i < graph.node_size(); ++i) {
    onnx::NodeProto& node = *graph.mutable_node(i);
    for (int input = 0; input < node.input_size(); ++input) {
      const auto source = sources.find(node.input(input));
      if (source == sources.end()) continue;
      changes_.push_back({i, input, node.input(input)});
      nodes_.insert(source->second.cast);
      node.set_input(input, source->second.value);
    }
    if (is_idle(node, types)) sources[node.output(0)] = {node.input(0), i};
  }
}

void IdleCasts::restore_outside(const std::set<int>& kept) {
  for (const Change& change : changes_) {
    if (kept.count(change.node) != 0) {
      bypassed_.insert(change.value);
    } else {
      graph_.mutable_node(change.node)->set_input(change.input, change.value);
    }
  }
}

}  // namespace plugsmith::graph
