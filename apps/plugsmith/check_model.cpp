// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "apps/common/fields.hpp"
#include "apps/plugsmith/check_cases.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/graph/value_types.hpp"

namespace plugsmith::cli {
namespace {

std::vector<host::CreatorInfo> creators_from(const Json& list, const std::string& library) {
  std::vector<host::CreatorInfo> creators;
  for (const Json& entry : list) {
    host::CreatorInfo creator;
    entry.at("name").get_to(creator.name);
    entry.at("version").get_to(creator.version);
    entry.at("namespace").get_to(creator.name_space);
    const auto kind = entry.at("interface").get<std::string>();
    creator.kind = kind == "IPluginCreatorV3One"     ? host::InterfaceKind::kV3One
                   : kind == "IPluginCreatorV3Quick" ? host::InterfaceKind::kV3Quick
                   : kind == "IPluginCreator"        ? host::InterfaceKind::kV1
                                                     : host::InterfaceKind::kUnknown;
    for (const Json& field : entry.at("fields")) {
      creator.fields.push_back({field.at("name").get<std::string>(), FieldType::kUnknown, 0});
    }
    creator.library = library;
    creators.push_back(std::move(creator));
  }
  return creators;
}

/// Makes cases of one model's nodes.
class ModelCases {
 public:
  ModelCases(const CheckRequest& given, const graph::Model& model, CheckPlan& plan)
      : given_(given), model_(model), plan_(plan), values_(graph::value_types(model)) {
    for (const auto& node : model.nodes()) nodes_.push_back(node);
  }

  Status add(const std::vector<graph::NodeMapping>& mappings,
             const std::vector<host::CreatorInfo>& creators) {
    bool named = given_.node.empty();
    bool served = false;
    for (const auto& mapping : mappings) {
      if (!given_.node.empty() && mapping.node_name != given_.node) continue;
      named = true;
      if (mapping.served_by != graph::ServedBy::kPlugin) continue;
      if (!given_.op.empty() && creators[mapping.creator].name != given_.op) continue;
      if (!mapping.status.is_ok()) return mapping.status;
      served = true;
      add_case(mapping);
    }
    if (!named) {
      return invalid_argument(model_.name() + ": has no node named \"" + given_.node + "\"");
    }
    if (served) return Status::ok();
    const Status first = graph::first_error(mappings);
    return invalid_argument(
        model_.name() + ": no creator of " + given_.library + " serves " +
        (given_.node.empty() ? "any of its nodes" : "node \"" + given_.node + "\"") +
        (first.is_ok() ? "" : "; " + first.message()));
  }

 private:
  const graph::NodeView* find(const graph::NodeMapping& mapping) const {
    for (const auto& node : nodes_) {
      if (node.name == mapping.node_name) return &node;
      const bool unnamed = node.name.empty() && !node.outputs.empty();
      if (unnamed && "node_of_" + std::string(node.outputs[0]) == mapping.node_name) return &node;
    }
    return nullptr;
  }

  const graph::TensorInfo* value(const graph::NodeView& node, std::size_t input) const {
    if (input >= node.inputs.size()) return nullptr;
    const auto found = values_.find(std::string(node.inputs[input]));
    return found == values_.end() ? nullptr : &found->second;
  }

  void add_case(const graph::NodeMapping& mapping) {
    CheckCase one{{"name", "node " + mapping.node_name},
                  {"claimed_by", "node \"" + mapping.node_name + "\" of " + model_.name()},
                  {"fields", wire::fields_json(mapping.layer.fields)},
                  {"inputs", Json::array()},
                  {"shape_elements", Json::array()}};
    plan_.warnings.insert(plan_.warnings.end(), mapping.warnings.begin(), mapping.warnings.end());
    const graph::NodeView* node = find(mapping);
    if (node != nullptr) describe(*node, mapping, one);
    auto& cases = plan_.cases[mapping.creator];
    for (CheckCase& other : cases) {
      if (!alike(other, one)) continue;
      other["alike"] = other.value("alike", 0) + 1;
      return;
    }
    cases.push_back(std::move(one));
  }

  static bool alike(CheckCase a, CheckCase b) {
    for (CheckCase* both : {&a, &b}) {
      for (const char* key : {"name", "claimed_by", "alike"}) both->erase(key);
    }
    return a == b;
  }

  // Outputs, and the inputs if all of them are known.
  void describe(const graph::NodeView& node, const graph::NodeMapping& mapping, CheckCase& one) {
    one["outputs"] = node.outputs.size();
    Json inputs = Json::array();
    Json types = Json::array();
    bool shapes = true;
    for (const std::size_t input : mapping.device_inputs) {
      const auto* tensor = value(node, input);
      if (tensor == nullptr || !tensor->type) {
        return leave_out(mapping, node, input, "type");
      }
      types.push_back(static_cast<int>(*tensor->type));
      if (!tensor->has_shape) leave_out(mapping, node, input, "shape");
      shapes = shapes && tensor->has_shape;
      if (shapes) inputs.push_back(ranges(*tensor));
    }
    one["input_types"] = std::move(types);
    if (!shapes) return;
    for (const std::size_t input : mapping.shape_inputs) {
      const auto* tensor = value(node, input);
      const bool known = tensor != nullptr && tensor->has_shape && tensor->dims.size() <= 1 &&
                         (tensor->dims.empty() || tensor->dims[0] >= 0);
      if (!known) return leave_out(mapping, node, input, "shape");
      one["shape_elements"].push_back(tensor->dims.empty() ? 1 : tensor->dims[0]);
    }
    one["types_claimed"] = true;
    one["inputs"] = std::move(inputs);
  }

  void leave_out(const graph::NodeMapping& mapping, const graph::NodeView& node, std::size_t input,
                 const std::string& what) {
    plan_.left_out.push_back(
        {{"node", mapping.node_name},
         {"reason", "the " + what + " of its input \"" + std::string(node.inputs[input]) +
                        "\" is not known: neither the model declares it nor ONNX's inference finds "
                        "it; it is invented"}});
  }

  // An open dimension of one symbol is the same everywhere in the model.
  Json ranges(const graph::TensorInfo& tensor) {
    using Sizes = std::array<std::int64_t, 3>;
    constexpr Sizes kBatch{1, 2, 4};
    constexpr Sizes kOther{8, 16, 32};
    std::array<std::vector<std::int64_t>, 3> dims;
    for (std::size_t axis = 0; axis < tensor.dims.size(); ++axis) {
      Sizes sizes{tensor.dims[axis], tensor.dims[axis], tensor.dims[axis]};
      if (tensor.dims[axis] < 0) {
        sizes = axis == 0 ? kBatch : kOther;
        const std::string& symbol = tensor.symbols[axis];
        if (!symbol.empty()) sizes = symbols_.emplace(symbol, sizes).first->second;
      }
      for (std::size_t i = 0; i < dims.size(); ++i) dims[i].push_back(sizes[i]);
    }
    return {{"type", static_cast<int>(*tensor.type)},
            {"min", dims[0]},
            {"opt", dims[1]},
            {"max", dims[2]}};
  }

  const CheckRequest& given_;
  const graph::Model& model_;
  CheckPlan& plan_;
  std::map<std::string, graph::TensorInfo> values_;
  std::vector<graph::NodeView> nodes_;
  std::map<std::string, std::array<std::int64_t, 3>> symbols_;
};

}  // namespace

Status add_model_cases(const CheckRequest& given, const Json& creators, CheckPlan& plan) {
  auto model = graph::Model::load(given.model);
  if (!model.is_ok()) return model.status();
  graph::ParserVersion version;
  if (!given.worker.rules.empty()) {
    auto parsed = graph::parse_parser_version(given.worker.rules);
    if (!parsed.is_ok()) return parsed.status();
    version = *parsed;
  }
  const auto known = creators_from(creators, given.library);
  return ModelCases(given, *model, plan).add(graph::map_nodes(*model, known, version), known);
}

}  // namespace plugsmith::cli
