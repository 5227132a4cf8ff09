// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <type_traits>
#include <utility>

#include "plugsmith/status.hpp"

// Visiting the parts of a graph, subgraphs included. The nesting is bounded: protobuf refuses to
// parse messages that nest more than 100 deep. `Graph` and `Node` may be const or not.

namespace plugsmith::graph {

/// Calls `visit(graph)` for each subgraph that a node's attributes hold directly.
template <class Node, class Visit>
void for_each_subgraph(Node& node, const Visit& visit) {
  for (int i = 0; i < node.attribute_size(); ++i) {
    if constexpr (std::is_const_v<Node>) {
      if (node.attribute(i).has_g()) visit(node.attribute(i).g());
      for (const auto& graph : node.attribute(i).graphs()) visit(graph);
    } else {
      auto& attribute = *node.mutable_attribute(i);
      if (attribute.has_g()) visit(*attribute.mutable_g());
      for (auto& graph : *attribute.mutable_graphs()) visit(graph);
    }
  }
}

/// Calls `visit(node)` for each node, a node before those of its subgraphs.
template <class Graph, class Visit>
void for_each_node(Graph& graph, const Visit& visit) {
  for (int i = 0; i < graph.node_size(); ++i) {
    const auto visit_node = [&](auto& node) {
      visit(node);
      for_each_subgraph(node, [&](auto& subgraph) { for_each_node(subgraph, visit); });
    };
    if constexpr (std::is_const_v<Graph>) {
      visit_node(graph.node(i));
    } else {
      visit_node(*graph.mutable_node(i));
    }
  }
}

/// Calls `visit(tensor)` for each tensor: initializers and tensors in attributes. Stops at the
/// first Status that is not ok and returns it.
template <class Graph, class Visit>
Status for_each_tensor(Graph& graph, const Visit& visit) {
  using Tensor =
      std::conditional_t<std::is_const_v<Graph>, const onnx::TensorProto, onnx::TensorProto>;
  Status status = Status::ok();
  const auto visit_one = [&](const onnx::TensorProto& tensor) {
    // Tensors are reached through const accessors alone; a mutable graph gave them out.
    if (status.is_ok()) status = visit(const_cast<Tensor&>(tensor));
  };
  const auto visit_graph = [&](const onnx::GraphProto& part) {
    for (const auto& tensor : part.initializer()) visit_one(tensor);
    for (const auto& sparse : part.sparse_initializer()) {
      visit_one(sparse.values());
      visit_one(sparse.indices());
    }
  };
  visit_graph(graph);
  for_each_node(std::as_const(graph), [&](const onnx::NodeProto& node) {
    for (const auto& attribute : node.attribute()) {
      if (attribute.has_t()) visit_one(attribute.t());
      for (const auto& tensor : attribute.tensors()) visit_one(tensor);
    }
    for_each_subgraph(node, visit_graph);
  });
  return status;
}

/// The name by which TensorRT's parser and our messages call a node.
inline std::string node_name(const onnx::NodeProto& node) {
  if (!node.name().empty() || node.output_size() == 0) return node.name();
  return "node_of_" + node.output(0);
}

/// `node "Add_3" (Add)`.
inline std::string node_label(const onnx::NodeProto& node) {
  return "node \"" + node_name(node) + "\" (" + node.op_type() + ")";
}

}  // namespace plugsmith::graph
