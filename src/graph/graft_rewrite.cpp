// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/graft_rewrite.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {
namespace {

using Names = std::set<std::string>;

void set_string(onnx::NodeProto& node, const char* name, const std::string& value) {
  auto* attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(onnx::AttributeProto::STRING);
  attribute->set_s(value);
}

/// Every name of a value anywhere in the graph: a new one must differ from all.
void collect_value_names(const onnx::GraphProto& graph, Names& names) {
  for (const auto& input : graph.input()) names.insert(input.name());
  for (const auto& output : graph.output()) names.insert(output.name());
  for (const auto& tensor : graph.initializer()) names.insert(tensor.name());
  for (const auto& node : graph.node()) {
    names.insert(node.input().begin(), node.input().end());
    names.insert(node.output().begin(), node.output().end());
    for_each_subgraph(
        node, [&](const onnx::GraphProto& subgraph) { collect_value_names(subgraph, names); });
  }
}

std::string fresh_name(const std::string& wanted, Names& taken) {
  std::string name = wanted;
  for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
  return name;
}

/// The constant with a single dimension, as a new initializer.
std::string add_flattened(onnx::GraphProto& graph, const std::string& constant, Names& taken) {
  onnx::TensorProto flat;
  for (const auto& tensor : graph.initializer()) {
    if (tensor.name() == constant) flat = tensor;
  }
  for (const auto& node : graph.node()) {
    const bool makes_it = node.op_type() == "Constant" && node.output(0) == constant;
    if (makes_it) flat = node.attribute(0).t();
  }
  std::int64_t size = 1;
  for (const std::int64_t dim : flat.dims()) size *= dim;
  flat.clear_dims();
  flat.add_dims(size);
  flat.set_name(fresh_name(constant + "_flat", taken));
  *graph.add_initializer() = flat;
  return flat.name();
}

onnx::NodeProto make_node(onnx::GraphProto& graph, const Found& found, const GraftRequest& request,
                          Names& taken) {
  const std::string& name = graph.node(found.root).name();
  onnx::NodeProto node;
  node.set_op_type(request.op_type);
  node.set_domain(request.domain);
  node.set_name(name.empty() ? request.op_type + "_" + found.match.output : name);
  for (const auto& input : found.pattern->function.input()) {
    const auto value = found.match.values.find(input);
    const std::string given = value == found.match.values.end() ? "" : value->second;
    node.add_input(found.match.flattened.count(input) != 0 ? add_flattened(graph, given, taken)
                                                           : given);
  }
  for (const auto& output : found.pattern->function.output()) {
    const auto value = found.match.values.find(output);
    node.add_output(value != found.match.values.end()
                        ? value->second
                        : fresh_name(found.match.output + "_" + output, taken));
  }
  for (const auto& [attribute_name, attribute] : found.match.attributes) {
    *node.add_attribute() = attribute;
  }
  set_string(node, "plugin_namespace", request.domain);
  set_string(node, "plugin_version", request.plugin_version);
  return node;
}

/// Puts the new nodes in, each at its place, and takes the replaced ones out. `freed` gets what the
/// replaced ones read and made.
void replace_nodes(onnx::GraphProto& graph, const Matches& found, const GraftRequest& request,
                   GraftReport& report, Names& freed) {
  Names taken;
  collect_value_names(graph, taken);
  const std::set<int> gone = nodes_of(found);
  std::map<int, onnx::NodeProto> made;
  for (const auto& [place, one] : found) made[place] = make_node(graph, one, request, taken);
  google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
  for (int i = 0; i < graph.node_size(); ++i) {
    auto& node = *graph.mutable_node(i);
    if (gone.count(i) == 0) {
      nodes.Add(std::move(node));
      continue;
    }
    report.removed_nodes.push_back(node_name(node));
    freed.insert(node.input().begin(), node.input().end());
    freed.insert(node.output().begin(), node.output().end());
    const auto one = made.find(i);
    if (one == made.end()) continue;
    nodes.Add(std::move(one->second));
    report.node_names.push_back(node_name(nodes.Get(nodes.size() - 1)));
  }
  graph.mutable_node()->Swap(&nodes);
}

Names names_in_use(const onnx::GraphProto& graph) {
  Names names;
  collect_subgraph_reads(graph, names);
  for (const auto& node : graph.node()) names.insert(node.input().begin(), node.input().end());
  for (const auto& output : graph.output()) names.insert(output.name());
  return names;
}

template <class Field, class IsGone>
void erase_if(Field& field, const IsGone& is_gone) {
  field.erase(std::remove_if(field.begin(), field.end(), is_gone), field.end());
}

/// Whether nothing reads what the node makes, and that is because of the graft.
template <class IsIdle>
bool is_left_over(const onnx::NodeProto& node, const IsIdle& is_idle) {
  return node.domain().empty() && node.output_size() > 0 &&
         std::all_of(node.output().begin(), node.output().end(),
                     [&](const std::string& output) { return output.empty() || is_idle(output); });
}

/// Removes what only the replaced nodes used: nodes that made it, initializers, recorded shapes.
void remove_leftovers(onnx::GraphProto& graph, Names freed) {
  Names used = names_in_use(graph);
  const auto is_idle = [&](const std::string& name) {
    return freed.count(name) != 0 && used.count(name) == 0;
  };
  for (int before = -1; before != graph.node_size(); used = names_in_use(graph)) {
    before = graph.node_size();
    erase_if(*graph.mutable_node(), [&](const onnx::NodeProto& node) {
      if (!is_left_over(node, is_idle)) return false;
      freed.insert(node.input().begin(), node.input().end());
      return true;
    });
  }
  Names dropped;
  erase_if(*graph.mutable_initializer(), [&](const onnx::TensorProto& tensor) {
    if (!is_idle(tensor.name())) return false;
    dropped.insert(tensor.name());
    return true;
  });
  // Before IR version 4 an initializer is listed among the inputs too.
  erase_if(*graph.mutable_input(),
           [&](const onnx::ValueInfoProto& input) { return dropped.count(input.name()) != 0; });
  erase_if(*graph.mutable_value_info(),
           [&](const onnx::ValueInfoProto& value) { return is_idle(value.name()); });
}

/// Before IR version 4 a graph's inputs name its initializers, too.
void list_initializers(onnx::ModelProto& model) {
  if (model.ir_version() >= 4) return;
  auto& graph = *model.mutable_graph();
  Names listed;
  for (const auto& input : graph.input()) listed.insert(input.name());
  for (const auto& tensor : graph.initializer()) {
    if (listed.count(tensor.name()) != 0) continue;
    auto& input = *graph.add_input();
    input.set_name(tensor.name());
    auto& type = *input.mutable_type()->mutable_tensor_type();
    type.set_elem_type(tensor.data_type());
    for (const std::int64_t dim : tensor.dims())
      type.mutable_shape()->add_dim()->set_dim_value(dim);
  }
}

void import_domain(onnx::ModelProto& model, const std::string& domain) {
  for (const auto& import : model.opset_import()) {
    if (import.domain() == domain) return;
  }
  auto* import = model.add_opset_import();
  import->set_domain(domain);
  import->set_version(1);
}

}  // namespace

std::set<int> nodes_of(const Matches& matches) {
  std::set<int> nodes;
  for (const auto& [place, one] : matches) {
    nodes.insert(one.match.nodes.begin(), one.match.nodes.end());
  }
  return nodes;
}

void collect_subgraph_reads(const onnx::GraphProto& graph, std::set<std::string>& names) {
  for (const auto& node : graph.node()) {
    for_each_subgraph(node, [&](const onnx::GraphProto& subgraph) {
      for_each_node(subgraph, [&](const onnx::NodeProto& inner) {
        names.insert(inner.input().begin(), inner.input().end());
        for_each_subgraph(inner, [&](const onnx::GraphProto& deeper) {
          for (const auto& output : deeper.output()) names.insert(output.name());
        });
      });
      for (const auto& output : subgraph.output()) names.insert(output.name());
    });
  }
}

void rewrite(onnx::ModelProto& model, const Matches& matches, const GraftRequest& request,
             const std::set<std::string>& bypassed, GraftReport& report) {
  Names freed = bypassed;
  replace_nodes(*model.mutable_graph(), matches, request, report, freed);
  remove_leftovers(*model.mutable_graph(), std::move(freed));
  list_initializers(model);
  import_domain(model, request.domain);
}

}  // namespace plugsmith::graph
