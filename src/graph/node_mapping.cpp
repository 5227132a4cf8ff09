// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/node_mapping.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <optional>
#include <set>

#include "src/graph/graph_walk.hpp"
#include "src/graph/node_attributes.hpp"
#include "src/graph/node_fields.hpp"
#include "src/graph/standard_ops.hpp"

namespace plugsmith::graph {
namespace {

using host::CreatorInfo;

/// The triple by which the parser looks a creator up.
struct Wanted {
  std::string name, version, name_space, domain;
  bool marked_as_plugin = false;  ///< the node has a plugin_namespace attribute
};

Wanted wanted_by(const onnx::NodeProto& node) {
  Wanted wanted{node.op_type(), "1", "", node.domain(), false};
  if (const auto* version = find_attribute(node, "plugin_version")) wanted.version = version->s();
  if (const auto* name_space = find_attribute(node, "plugin_namespace")) {
    wanted.name_space = name_space->s();
    wanted.marked_as_plugin = true;
  }
  return wanted;
}

/// Whether that TensorRT knows the creator's interface at all.
bool is_known_kind(const CreatorInfo& creator, const ParserVersion& version) {
  switch (creator.kind) {
    case host::InterfaceKind::kV1: return true;
    case host::InterfaceKind::kV3One: return version.at_least(10, 0);
    case host::InterfaceKind::kV3Quick: return version.at_least(10, 6);
    default: return false;
  }
}

/// Everything that the mapping of one model reads.
struct Context {
  const std::vector<CreatorInfo>& creators;
  const ParserVersion& version;
  std::set<std::pair<std::string, std::string>> functions;  ///< domain and name

  std::optional<std::size_t> find(const Wanted& wanted, const std::string& name_space) const {
    for (std::size_t i = 0; i < creators.size(); ++i) {
      const CreatorInfo& creator = creators[i];
      if (creator.name == wanted.name && creator.version == wanted.version &&
          creator.name_space == name_space && is_known_kind(creator, version)) {
        return i;
      }
    }
    return std::nullopt;
  }
  std::optional<std::size_t> find(const Wanted& wanted) const {
    auto found = find(wanted, wanted.name_space);
    if (!found.has_value() && version.at_least(10, 10)) found = find(wanted, wanted.domain);
    return found;
  }
};

ServedBy who_serves(const Wanted& wanted, bool has_creator, const Context& context) {
  const ParserVersion& version = context.version;
  const bool has_function =
      version.at_least(9, 0) && context.functions.count({wanted.domain, wanted.name}) != 0;
  if (version.at_least(10, 15) && wanted.marked_as_plugin && has_creator) return ServedBy::kPlugin;
  if (has_builtin_importer(wanted.name, version)) return ServedBy::kBuiltIn;
  if (version.at_least(10, 7) && has_creator) return ServedBy::kPlugin;
  if (has_function) return ServedBy::kLocalFunction;
  if (has_creator) return ServedBy::kPlugin;
  const bool is_standard = is_standard_op(wanted.name, wanted.domain);
  return is_standard && !wanted.marked_as_plugin ? ServedBy::kStandardOp : ServedBy::kNobody;
}

std::string triple(const std::string& version, const std::string& name_space) {
  return fmt::format("version \"{}\" in namespace \"{}\"", version, name_space);
}

/// Creators that bear the name but not the version or namespace: one sentence for the best of them.
std::string nearest_miss(const Wanted& wanted, const Context& context) {
  const CreatorInfo* best = nullptr;
  for (const CreatorInfo& creator : context.creators) {
    if (creator.name != wanted.name) continue;
    if (best == nullptr || creator.version == wanted.version) best = &creator;
  }
  if (best == nullptr) return "";
  const std::string offer =
      fmt::format("{} offers it as {}", best->library.empty() ? "a loaded library" : best->library,
                  triple(best->version, best->name_space));
  if (!is_known_kind(*best, context.version)) {
    const bool is_v3 = best->kind == host::InterfaceKind::kV3One;
    return fmt::format("{}, but through {}, which TensorRT {} does not know", offer,
                       is_v3 ? "IPluginV3" : "an interface", to_string(context.version));
  }
  std::string fix;
  if (best->version != wanted.version) fix = fmt::format("plugin_version to \"{}\"", best->version);
  const bool by_domain = context.version.at_least(10, 10) && best->name_space == wanted.domain;
  if (best->name_space != wanted.name_space && !by_domain) {
    fix +=
        fmt::format("{}plugin_namespace to \"{}\"", fix.empty() ? "" : " and ", best->name_space);
  }
  return fmt::format("{}: set the node's {}", offer, fix);
}

std::string near_names(const Wanted& wanted, const Context& context) {
  std::set<std::string> known;
  for (const CreatorInfo& creator : context.creators) known.insert(creator.name);
  for (const std::string& name : builtin_importers(context.version)) known.insert(name);
  for (const auto& function : context.functions) known.insert(function.second);
  const auto near = nearest_names(wanted.name, {known.begin(), known.end()});
  return near.empty() ? "" : fmt::format("did you mean \"{}\"?", fmt::join(near, "\", \""));
}

Status nobody_serves(const NodeMapping& mapping, const Wanted& wanted, const Context& context) {
  if (mapping.served_by == ServedBy::kStandardOp) {
    return unsupported(
        fmt::format("node \"{}\": {} is an ONNX operator for which the parser of TensorRT {} has "
                    "no importer, and "
                    "no plugin has that name",
                    mapping.node_name, wanted.name, to_string(context.version)));
  }
  std::string help = nearest_miss(wanted, context);
  const std::string near = near_names(wanted, context);
  if (help.empty() && context.creators.empty()) {
    help = "no plugin library is loaded, give it with --plugins";
    if (!near.empty()) help += "; or " + near;
  }
  if (help.empty()) {
    help = near.empty() ? "no loaded library has a plugin of that name" : near;
  }
  return invalid_argument(fmt::format(
      "node \"{}\": unknown op \"{}\"{}: neither TensorRT {} nor a plugin ({}) has it; {}",
      mapping.node_name, wanted.name,
      wanted.domain.empty() ? "" : fmt::format(" of domain \"{}\"", wanted.domain),
      to_string(context.version), triple(wanted.version, wanted.name_space), help));
}

/// Splits the node's inputs into device and shape inputs.
Status split_inputs(const onnx::NodeProto& node, const CreatorInfo& creator,
                    const ParserVersion& version, NodeMapping& mapping) {
  constexpr const char* kName = "tensorrt_plugin_shape_input_indices";
  const auto* attribute = version.at_least(10, 1) ? find_attribute(node, kName) : nullptr;
  const int count = node.input_size();
  if (attribute != nullptr && creator.kind == host::InterfaceKind::kV1) {
    mapping.warnings.push_back(
        fmt::format("{} is ignored: \"{}\" is an IPluginV2 plugin, only "
                    "IPluginV3 has shape inputs",
                    kName, creator.name));
    attribute = nullptr;
  }
  if (attribute != nullptr && attribute->type() != onnx::AttributeProto::INTS) {
    return invalid_argument(fmt::format("{} must be a list of integers", kName));
  }
  for (int i = 0; attribute != nullptr && i < attribute->ints_size(); ++i) {
    const std::int64_t index = attribute->ints(i);
    if (index < -count || index >= count) {
      return invalid_argument(
          fmt::format("{} names input {}; the node has {} inputs", kName, index, count));
    }
    const auto input = static_cast<std::size_t>(index < 0 ? index + count : index);
    const auto& taken = mapping.shape_inputs;
    if (std::find(taken.begin(), taken.end(), input) != taken.end()) {
      mapping.warnings.push_back(fmt::format("{} names input {} twice", kName, input));
    } else {
      mapping.shape_inputs.push_back(input);
    }
  }
  for (int i = 0; i < count; ++i) {
    const auto input = static_cast<std::size_t>(i);
    const auto& shapes = mapping.shape_inputs;
    if (node.input(i).empty()) {
      return unsupported(
          fmt::format("input {} is left out; Plugsmith's host cannot leave out a "
                      "plugin's input, give it a tensor",
                      i));
    }
    if (std::find(shapes.begin(), shapes.end(), input) == shapes.end()) {
      mapping.device_inputs.push_back(input);
    }
  }
  return Status::ok();
}

Status fill_plugin(const onnx::NodeProto& node, const Context& context, NodeMapping& mapping) {
  const CreatorInfo& creator = context.creators[mapping.creator];
  mapping.layer.creator_name = creator.name;
  mapping.layer.creator_version = creator.version;
  mapping.layer.creator_namespace = creator.name_space;
  mapping.layer.layer_name = mapping.node_name;
  PLUGSMITH_RETURN_IF_ERROR(split_inputs(node, creator, context.version, mapping));
  auto fields = node_fields(node, creator, context.version);
  if (!fields.is_ok()) return fields.status();
  mapping.layer.fields = std::move(fields->fields);
  std::move(fields->warnings.begin(), fields->warnings.end(), std::back_inserter(mapping.warnings));
  return Status::ok();
}

NodeMapping map_node(const onnx::NodeProto& node, const Context& context) {
  const Wanted wanted = wanted_by(node);
  const auto creator = context.find(wanted);
  NodeMapping mapping;
  // 7.x gave the bare name, which may be empty.
  mapping.node_name = context.version.at_least(8, 0) ? node_name(node) : node.name();
  mapping.op_type = node.op_type();
  mapping.domain = node.domain();
  mapping.served_by = who_serves(wanted, creator.has_value(), context);
  if (mapping.served_by == ServedBy::kPlugin) {
    mapping.creator = *creator;
    const Status status = fill_plugin(node, context, mapping);
    if (!status.is_ok()) {
      mapping.status = Status(status.code(), fmt::format("node \"{}\" ({}): {}", mapping.node_name,
                                                         mapping.op_type, status.message()));
    }
  } else if (mapping.served_by == ServedBy::kBuiltIn && creator.has_value()) {
    mapping.warnings.push_back(fmt::format(
        "plugin \"{}\" is not used: TensorRT {} imports this op type itself{}", wanted.name,
        to_string(context.version),
        context.version.at_least(10, 15) ? "; set plugin_namespace on the node to prefer the plugin"
                                         : "; rename the plugin, or use TensorRT 10.15"));
  } else if (mapping.served_by == ServedBy::kBuiltIn && wanted.marked_as_plugin) {
    mapping.warnings.push_back(fmt::format(
        "the node asks for a plugin \"{}\" ({}), but none is registered: TensorRT {} imports the "
        "op "
        "itself",
        wanted.name, triple(wanted.version, wanted.name_space), to_string(context.version)));
  } else if (mapping.served_by == ServedBy::kNobody || mapping.served_by == ServedBy::kStandardOp) {
    mapping.status = nobody_serves(mapping, wanted, context);
    if (mapping.served_by == ServedBy::kStandardOp) {
      mapping.warnings.push_back(mapping.status.message());
    }
  }
  return mapping;
}

}  // namespace

const char* to_string(ServedBy served_by) {
  switch (served_by) {
    case ServedBy::kPlugin: return "plugin";
    case ServedBy::kBuiltIn: return "built-in importer";
    case ServedBy::kLocalFunction: return "local function";
    case ServedBy::kStandardOp: return "ONNX operator without importer";
    case ServedBy::kNobody: return "nobody";
  }
  return "unknown";
}

std::vector<NodeMapping> map_nodes(const Model& model, const std::vector<CreatorInfo>& creators,
                                   const ParserVersion& version) {
  Context context{creators, version, {}};
  for (const auto& function : model.proto().functions()) {
    context.functions.insert({function.domain(), function.name()});
  }
  std::vector<NodeMapping> mappings;
  for_each_node(model.proto().graph(),
                [&](const onnx::NodeProto& node) { mappings.push_back(map_node(node, context)); });
  return mappings;
}

Status first_error(const std::vector<NodeMapping>& mappings) {
  const NodeMapping* first = nullptr;
  int more = -1;
  for (const NodeMapping& mapping : mappings) {
    if (mapping.status.is_ok() || mapping.served_by == ServedBy::kStandardOp) continue;
    if (first == nullptr) first = &mapping;
    ++more;
  }
  if (first == nullptr) return Status::ok();
  if (more == 0) return first->status;
  return Status(first->status.code(),
                fmt::format("{} (and {} more node{} that cannot be served)",
                            first->status.message(), more, more == 1 ? "" : "s"));
}

}  // namespace plugsmith::graph
