// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/spec/version_reader.hpp"

namespace plugsmith::spec {
namespace {

constexpr std::size_t kMostAttributes = 256;

std::vector<std::string> names_of(const Version& version) {
  std::vector<std::string> names;
  for (const auto& attribute : version.attributes) names.push_back(attribute.name);
  return names;
}

// Calls read(attribute, value) for each member of the map under `key`.
template <class Read>
void for_each(const Entry& entry, const char* key, Version& version, const Read& read) {
  const auto map = entry.find(key);
  if (!map) return;
  for (const auto& member : map->members()) {
    const auto found =
        std::find_if(version.attributes.begin(), version.attributes.end(),
                     [&](const auto& attribute) { return attribute.name == member.key; });
    if (found == version.attributes.end()) {
      warn_unknown(member, names_of(version));
    } else {
      read(*found, member.value);
    }
  }
}

void read_names(const Entry& entry, Version& version) {
  const auto add = [&](const std::string& name, Place place, const Entry& where) {
    if (version.find_attribute(name) != nullptr) {
      return where.fail("has \"" + name + "\" twice");
    }
    if (version.attributes.size() >= kMostAttributes) {
      return where.fail("has more than " + std::to_string(kMostAttributes) + " attributes");
    }
    Attribute attribute;
    attribute.name = name;
    attribute.place = place;
    attribute.type = FieldType::kUnknown;
    version.attributes.push_back(std::move(attribute));
  };
  if (const auto names = entry.find("attributes")) {
    for (const Entry& name : names->list()) add(name.text(), name.place(), *names);
    return;
  }
  const auto types = entry.find("attribute_types");
  if (!types) return;
  for (const auto& member : types->members()) add(member.key, member.place, *types);
}

void read_type(Attribute& attribute, const Entry& value) {
  const std::string name = value.text();
  const auto type = field_type_from(name);
  if (type) attribute.type = *type;
  if (!type && value.is_scalar()) {
    value.fail("is \"" + name +
               "\"; must be a type: int8, int16, int32, int64, float16, bfloat16, float32, "
               "float64 or char");
  }
}

void read_options(Attribute& attribute, const Entry& value) {
  if (value.is_list()) {
    for (const Entry& item : value.list()) {
      attribute.allowed.push_back(read_value(item, attribute));
    }
    return;
  }
  if (value.find("from_shape")) return;  // see read_rules
  attribute.range = read_intervals(value);
}

void read_sizes(const Entry& entry, Version& version) {
  for_each(entry, "attribute_length", version, [](Attribute& attribute, const Entry& value) {
    const auto length = value.integer();
    if (!length) return;
    if (*length < -1 || *length == 0 || *length > INT32_MAX) {
      value.fail("is " + std::to_string(*length) + "; must be at least 1, or -1 for any length");
    }
    attribute.length = *length;
  });
  for_each(entry, "attribute_dims", version, [](Attribute& attribute, const Entry& value) {
    const auto rank = value.integer();
    if (!rank) return;
    if (*rank < 0 || *rank > 8) value.fail("is " + std::to_string(*rank) + "; must be 0 to 8");
    attribute.rank = static_cast<int>(std::clamp<std::int64_t>(*rank, 0, 8));
  });
  for_each(entry, "attribute_dim_range", version, [](Attribute& attribute, const Entry& value) {
    attribute.dim_range = read_intervals(value);
    const auto rank = static_cast<int>(attribute.dim_range.size());
    // NVIDIA's file of CustomModulatedDeformConv2d gives lengths as attribute_dims.
    if (attribute.rank >= 0 && rank != attribute.rank) {
      value.warn("has " + std::to_string(rank) + " dimensions, attribute_dims says " +
                 std::to_string(attribute.rank) + "; the former counts");
    }
    attribute.rank = rank;
  });
}

}  // namespace

bool Attribute::is_integer() const {
  return type == FieldType::kInt8 || type == FieldType::kInt16 || type == FieldType::kInt32 ||
         type == FieldType::kInt64;
}

const Attribute* Version::find_attribute(const std::string& wanted) const {
  for (const Attribute& attribute : attributes) {
    if (attribute.name == wanted) return &attribute;
  }
  return nullptr;
}

void read_attributes(const Entry& entry, Version& version) {
  read_names(entry, version);
  for_each(entry, "attribute_types", version, read_type);
  read_sizes(entry, version);
  for_each(entry, "attribute_options", version, read_options);
  const auto required = entry.find("attributes_required");
  if (!required) return;
  for (const Entry& name : required->list()) {
    const std::string text = name.text();
    for (Attribute& attribute : version.attributes) {
      if (attribute.name == text) attribute.required = true;
    }
    if (version.find_attribute(text) == nullptr) {
      name.warn("is \"" + text + "\", which is no attribute");
    }
  }
}

void warn_unknown(const Entry::Member& member, const std::vector<std::string>& known) {
  std::string all;
  for (const auto& name : known) all += (all.empty() ? "" : ", ") + name;
  member.value.faults().warn(
      member.place, member.value.what() + " is ignored; known are " + (all.empty() ? "none" : all));
}

}  // namespace plugsmith::spec
