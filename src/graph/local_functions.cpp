// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/local_functions.hpp"

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>

#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {
namespace {

using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;
using Attributes = std::map<std::string, onnx::AttributeProto>;

constexpr int kDeepestNesting = 64;
constexpr int kMostNodes = 1 << 17;

/// What the names and attributes of a body become at one call.
struct Call {
  std::string prefix;
  std::map<std::string, std::string> names;  ///< the function's inputs and outputs
  Attributes attributes;

  std::string rename(const std::string& name) const {
    if (name.empty()) return name;
    const auto known = names.find(name);
    return known == names.end() ? prefix + name : known->second;
  }
};

/// Defaults of a function's attributes: field 11 of FunctionProto, younger than our protobuf
/// classes.
void add_default_attributes(const onnx::FunctionProto& function, Attributes& attributes) {
  constexpr int kAttributeProtoField = 11;
  const auto& unknown = function.GetReflection()->GetUnknownFields(function);
  for (int i = 0; i < unknown.field_count(); ++i) {
    const auto& field = unknown.field(i);
    onnx::AttributeProto attribute;
    if (field.number() == kAttributeProtoField &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED &&
        attribute.ParseFromString(field.length_delimited())) {
      attributes[attribute.name()] = attribute;
    }
  }
}

Call make_call(const onnx::NodeProto& node, const onnx::FunctionProto& function) {
  Call call;
  call.prefix = node_name(node) + "/";
  for (int i = 0; i < function.input_size(); ++i) {
    call.names[function.input(i)] = i < node.input_size() ? node.input(i) : "";
  }
  for (int i = 0; i < function.output_size() && i < node.output_size(); ++i) {
    if (!node.output(i).empty()) call.names.insert({function.output(i), node.output(i)});
  }
  add_default_attributes(function, call.attributes);
  for (const auto& attribute : node.attribute()) call.attributes[attribute.name()] = attribute;
  return call;
}

void rename_graph(onnx::GraphProto& graph, const Call& call);

void rename_node(onnx::NodeProto& node, const Call& call) {
  node.set_name(call.prefix + node_name(node));
  for (auto& name : *node.mutable_input()) name = call.rename(name);
  for (auto& name : *node.mutable_output()) name = call.rename(name);
  Nodes::value_type bound = node;
  bound.clear_attribute();
  for (const auto& attribute : node.attribute()) {
    if (attribute.ref_attr_name().empty()) {
      *bound.add_attribute() = attribute;
      continue;
    }
    const auto given = call.attributes.find(attribute.ref_attr_name());
    if (given == call.attributes.end()) continue;  // not given and without default: absent
    auto* copy = bound.add_attribute();
    *copy = given->second;
    copy->set_name(attribute.name());
  }
  node.Swap(&bound);
  for_each_subgraph(node, [&](onnx::GraphProto& graph) { rename_graph(graph, call); });
}

void rename_graph(onnx::GraphProto& graph, const Call& call) {
  for (auto& value : *graph.mutable_input()) value.set_name(call.rename(value.name()));
  for (auto& value : *graph.mutable_output()) value.set_name(call.rename(value.name()));
  for (auto& tensor : *graph.mutable_initializer()) tensor.set_name(call.rename(tensor.name()));
  for (auto& node : *graph.mutable_node()) rename_node(node, call);
}

/// Outputs that the function takes straight from its inputs.
void pass_through(const onnx::NodeProto& node, const onnx::FunctionProto& function, Nodes& nodes) {
  for (int i = 0; i < function.output_size() && i < node.output_size(); ++i) {
    const auto& inputs = function.input();
    const auto input = std::find(inputs.begin(), inputs.end(), function.output(i));
    const auto index = static_cast<int>(input - inputs.begin());
    if (input == inputs.end() || index >= node.input_size() || node.output(i).empty()) continue;
    auto* identity = nodes.Add();
    identity->set_op_type("Identity");
    identity->set_name(node_name(node) + "/" + function.output(i));
    identity->add_input(node.input(index));
    identity->add_output(node.output(i));
  }
}

/// One round: expands the calls that `mappings` (of this model) gives to local functions.
class Expansion {
 public:
  Expansion(const onnx::ModelProto& model, const std::vector<NodeMapping>& mappings)
      : mappings_(mappings) {
    for (const auto& function : model.functions()) {
      functions_[{function.domain(), function.name()}] = &function;
    }
  }

  /// The graph's nodes in the order of map_nodes().
  void expand(onnx::GraphProto& graph) {
    Nodes nodes;
    for (auto& node : *graph.mutable_node()) {
      const bool is_call = mappings_[next_++].served_by == ServedBy::kLocalFunction;
      for_each_subgraph(node, [&](onnx::GraphProto& subgraph) { expand(subgraph); });
      if (!is_call) {
        nodes.Add(std::move(node));
        continue;
      }
      const auto& function = *functions_.at({node.domain(), node.op_type()});
      const Call call = make_call(node, function);
      for (const auto& inner : function.node()) {
        *nodes.Add() = inner;
        rename_node(*nodes.Mutable(nodes.size() - 1), call);
      }
      pass_through(node, function, nodes);
    }
    graph.mutable_node()->Swap(&nodes);
  }

 private:
  const std::vector<NodeMapping>& mappings_;
  std::map<std::pair<std::string, std::string>, const onnx::FunctionProto*> functions_;
  std::size_t next_ = 0;
};

/// A body may use operator sets that the model does not import yet.
Status import_opsets(onnx::ModelProto& model, const std::string& model_name) {
  std::map<std::string, std::int64_t> known;
  for (const auto& import : model.opset_import()) known[import.domain()] = import.version();
  for (const auto& function : model.functions()) {
    for (const auto& import : function.opset_import()) {
      const auto [place, is_new] = known.insert({import.domain(), import.version()});
      if (is_new) *model.add_opset_import() = import;
      if (place->second == import.version()) continue;
      return unsupported(fmt::format(
          "{}: function \"{}\" imports version {} of operator set \"{}\", "
          "the model version {}; they must agree",
          model_name, function.name(), import.version(), import.domain(), place->second));
    }
  }
  return Status::ok();
}

}  // namespace

Status inline_local_functions(Model& model, const std::vector<host::CreatorInfo>& creators,
                              const ParserVersion& version) {
  if (model.proto().functions_size() == 0) return Status::ok();
  const auto is_call = [](const NodeMapping& mapping) {
    return mapping.served_by == ServedBy::kLocalFunction;
  };
  for (int depth = 0; depth < kDeepestNesting; ++depth) {
    const auto mappings = map_nodes(model, creators, version);
    if (std::none_of(mappings.begin(), mappings.end(), is_call)) return Status::ok();
    if (mappings.size() > kMostNodes) break;
    if (depth == 0) PLUGSMITH_RETURN_IF_ERROR(import_opsets(model.mutable_proto(), model.name()));
    Expansion(model.proto(), mappings).expand(*model.mutable_proto().mutable_graph());
  }
  return invalid_argument(
      model.name() +
      ": its functions call themselves, or unfold into more nodes than a model can have");
}

}  // namespace plugsmith::graph
