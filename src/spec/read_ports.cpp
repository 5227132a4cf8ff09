// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "src/spec/version_reader.hpp"

// Inputs and outputs, their types, configurations, tolerances.

namespace plugsmith::spec {
namespace {

constexpr std::size_t kMostPorts = 256;

std::vector<std::string> names_of(const std::vector<Port>& ports) {
  std::vector<std::string> names;
  for (const auto& port : ports) names.push_back(port.name);
  return names;
}

// Calls read(input, value) for each member. NVIDIA's file of CropAndResizeDynamic calls them input1
// and input2 there: where no name fits, the order counts.
template <class Read>
void for_each_input(const Entry& entry, const char* key, Version& version, const Read& read) {
  const auto map = entry.find(key);
  if (!map) return;
  const auto members = map->members();
  const auto index_of = [&](const std::string& name) {
    const auto found = std::find_if(version.inputs.begin(), version.inputs.end(),
                                    [&](const auto& port) { return port.name == name; });
    return static_cast<std::size_t>(found - version.inputs.begin());
  };
  const bool by_order = members.size() == version.inputs.size() &&
                        std::none_of(members.begin(), members.end(), [&](const auto& member) {
                          return index_of(member.key) < version.inputs.size();
                        });
  if (by_order && !members.empty()) {
    map->warn("names none of the inputs; its entries are taken in order");
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t input = by_order ? i : index_of(members[i].key);
    if (input < version.inputs.size()) {
      read(version.inputs[input], members[i].value);
    } else {
      warn_unknown(members[i], names_of(version.inputs));
    }
  }
}

void read_names(const Entry& entry, const char* key, std::vector<Port>& ports) {
  const auto names = entry.find(key);
  if (!names) return;
  if (names->list().size() > kMostPorts) {
    return names->fail("has more than " + std::to_string(kMostPorts) + " entries");
  }
  for (const Entry& item : names->list()) {
    Port port;
    port.name = item.text();
    const auto known = names_of(ports);
    if (std::find(known.begin(), known.end(), port.name) != known.end()) {
      item.fail("stands there twice: \"" + port.name + "\"");
    }
    ports.push_back(std::move(port));
  }
}

PortTypes read_types(const Entry& entry) {
  PortTypes types;
  for (const auto& member : entry.members()) {
    const std::string name = member.value.text();
    const auto type = data_type_from(name);
    if (type) types.emplace_back(member.key, *type);
    if (!type && member.value.is_scalar()) {
      member.value.fail("is \"" + name +
                        "\"; must be a type: float32, float16, bfloat16, int8, int32, int64, ...");
    }
  }
  return types;
}

Setting read_setting(const Entry& entry, const Attribute& attribute) {
  Setting setting;
  if (entry.is_list()) {  // alternatives
    for (const Entry& item : entry.list()) setting.values.push_back(read_value(item, attribute));
    return setting;
  }
  if (entry.is_scalar()) {
    setting.values.push_back(read_value(entry, attribute));
    return setting;
  }
  for (const auto& member : entry.members()) {
    if (member.key == "value") {
      setting.values.push_back(read_value(member.value, attribute));
    } else if (member.key == "shape") {
      setting.shape = read_shape(member.value);
    } else {
      warn_unknown(member, {"value", "shape"});
    }
  }
  std::int64_t elements = 1;
  for (const std::int64_t dim : setting.shape) elements *= dim;
  const bool counted = !setting.shape.empty() && !setting.values.empty() && !attribute.is_text();
  if (counted && elements != static_cast<std::int64_t>(setting.values[0].numbers.size())) {
    entry.fail("has " + std::to_string(setting.values[0].numbers.size()) +
               " values, but its shape holds " + std::to_string(elements));
  }
  return setting;
}

Config read_config(const Entry::Member& member, const Version& version) {
  Config config;
  config.name = member.key;
  config.place = member.place;
  for (const auto& part : member.value.members()) {
    if (part.key == "input_types") {
      config.input_types = read_types(part.value);
    } else if (part.key == "output_types") {
      config.output_types = read_types(part.value);
    } else if (part.key == "attribute_options") {
      for (const auto& option : part.value.members()) {
        const Attribute* attribute = version.find_attribute(option.key);
        if (attribute != nullptr) {
          config.attributes[option.key] = read_setting(option.value, *attribute);
        } else {
          option.value.warn("is no attribute and is ignored");
        }
      }
    } else {
      warn_unknown(part, {"input_types", "output_types", "attribute_options"});
    }
  }
  return config;
}

void read_tolerances(const Entry& entry, Version& version) {
  const auto read = [&](const std::string& key, std::optional<double>& into) {
    const auto value = entry.find(key);
    if (!value) return;
    into = value->real();
    if (into && !(*into >= 0)) value->fail("is negative; a tolerance is at least 0");
  };
  Tolerances general;
  read("abs_tol", general.absolute);
  read("rel_tol", general.relative);
  version.tolerances[""] = general;
  constexpr std::array<std::array<const char*, 2>, 2> kTypes{
      {{"fp16", "float16"}, {"bf16", "bfloat16"}}};
  for (const auto& [prefix, type] : kTypes) {
    Tolerances own;
    read(std::string(prefix) + "_atol", own.absolute);
    read(std::string(prefix) + "_rtol", own.relative);
    if (own.absolute || own.relative) version.tolerances[type] = own;
  }
}

}  // namespace

void read_ports(const Entry& entry, Version& version) {
  read_names(entry, "inputs", version.inputs);
  read_names(entry, "outputs", version.outputs);
  for_each_input(entry, "input_dims", version, [](Port& port, const Entry& value) {
    const auto rank = value.integer();
    if (!rank) return;
    if (*rank < 0 || *rank > 8) value.fail("is " + std::to_string(*rank) + "; must be 0 to 8");
    port.rank = static_cast<int>(std::clamp<std::int64_t>(*rank, 0, 8));
  });
  for_each_input(entry, "input_dim_range", version, [](Port& port, const Entry& value) {
    port.dim_range = read_intervals(value);
    const auto rank = static_cast<int>(port.dim_range.size());
    if (port.rank >= 0 && rank != port.rank) {
      value.fail("has " + std::to_string(rank) + " dimensions, but input_dims says " +
                 std::to_string(port.rank));
    }
    port.rank = rank;
  });
}

void read_configs(const Entry& entry, Version& version) {
  if (const auto types = entry.find("supported_input_types")) {
    for (const auto& member : types->joined_members()) {
      version.type_combinations.emplace_back(member.key, read_types(member.value));
    }
  }
  if (const auto configs = entry.find("configs")) {
    for (const auto& member : configs->members()) {
      version.configs.push_back(read_config(member, version));
    }
  }
  read_tolerances(entry, version);
}

}  // namespace plugsmith::spec
