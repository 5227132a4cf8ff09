// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/worker/attribute_values.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <set>

#include "plugsmith/half.hpp"
#include "src/graph/node_mapping.hpp"

namespace plugsmith::worker {
namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end - start));
    if (end == std::string::npos) return parts;
    start = end + 1;
  }
}

template <class T>
bool parse_number(const std::string& text, T& value) {
  if (text == "true" || text == "false") {
    value = static_cast<T>(text == "true");
    return true;
  }
  const char* begin = text.data() + (text.size() > 1 && text[0] == '+' ? 1 : 0);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end;
}

template <class T>
void append(host::FieldValue& field, const T& value) {
  const std::size_t offset = field.data.size();
  field.data.resize(offset + sizeof(T));
  std::memcpy(field.data.data() + offset, &value, sizeof(T));
}

template <class Parsed, class Stored>
bool parse_list(const std::string& text, host::FieldValue& field) {
  if (text.empty()) return true;
  for (const std::string& part : split(text, ',')) {
    Parsed value{};
    if (!parse_number(part, value)) return false;
    append(field, Stored(value));
    ++field.length;
  }
  return true;
}

bool parse_dims(const std::string& text, host::FieldValue& field) {
  constexpr std::size_t kMostDims = 8;
  struct {
    std::int32_t count = 0;
    std::int32_t padding = 0;
    std::int64_t dims[kMostDims] = {};  // NOLINT: nvinfer1::Dims of 10.0 and later
  } value;
  const auto parts = split(text, 'x');
  if (parts.size() > kMostDims) return false;
  for (const std::string& part : parts) {
    if (!parse_number(part, value.dims[value.count])) return false;
    ++value.count;
  }
  append(field, value);
  field.length = 1;
  return true;
}

bool parse_value(const std::string& text, host::FieldValue& field) {
  switch (field.type) {
    case FieldType::kInt8: return parse_list<std::int8_t, std::int8_t>(text, field);
    case FieldType::kInt16: return parse_list<std::int16_t, std::int16_t>(text, field);
    case FieldType::kInt32: return parse_list<std::int32_t, std::int32_t>(text, field);
    case FieldType::kInt64: return parse_list<std::int64_t, std::int64_t>(text, field);
    case FieldType::kFloat32: return parse_list<float, float>(text, field);
    case FieldType::kFloat64: return parse_list<double, double>(text, field);
    case FieldType::kFloat16: return parse_list<float, Half>(text, field);
    case FieldType::kBf16: return parse_list<float, BFloat16>(text, field);
    case FieldType::kDims: return parse_dims(text, field);
    case FieldType::kChar:
      for (const char c : text + '\0') append(field, c);
      field.length = static_cast<std::int32_t>(field.data.size());
      return true;
    default: return false;
  }
}

// For a field that is advertised as kUNKNOWN: what TensorRT's ONNX parser makes of such an
// attribute.
FieldType type_told_by(const std::string& text) {
  host::FieldValue integers, numbers;
  if (!text.empty() && parse_list<std::int32_t, std::int32_t>(text, integers)) {
    return FieldType::kInt32;
  }
  if (!text.empty() && parse_list<float, float>(text, numbers)) return FieldType::kFloat32;
  return FieldType::kChar;
}

std::string wanted_text(FieldType type) {
  switch (type) {
    case FieldType::kInt8:
    case FieldType::kInt16:
    case FieldType::kInt32:
    case FieldType::kInt64:
      return std::string("an integer of type ") + to_string(type) + ", or a list of them: 1,2,3";
    case FieldType::kFloat16:
    case FieldType::kFloat32:
    case FieldType::kFloat64:
    case FieldType::kBf16:
      return std::string("a number of type ") + to_string(type) + ", or a list of them: 0.5,1e-3";
    case FieldType::kDims: return "up to 8 dimensions: 2x3x4";
    default:
      return std::string("a ") + to_string(type) + " value, which has no form on the command line";
  }
}

Status unknown_name(const host::CreatorInfo& creator, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& field : creator.fields) known.push_back(field.name);
  std::string all;
  for (const auto& entry : known) all += (all.empty() ? "" : ", ") + entry;
  const auto nearest = graph::nearest_names(name, known, 1);
  return invalid_argument(creator.name + " has no attribute \"" + name + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest.front() + "\"?") +
                          (all.empty() ? " (it has none)" : " (it has: " + all + ")"));
}

}  // namespace

Result<std::vector<host::FieldValue>> parse_attributes(const host::CreatorInfo& creator,
                                                       const AttributeTexts& texts) {
  std::vector<host::FieldValue> fields;
  std::set<std::string> seen;
  for (const auto& [name, text] : texts) {
    const auto info =
        std::find_if(creator.fields.begin(), creator.fields.end(),
                     [&name = name](const auto& field) { return field.name == name; });
    if (info == creator.fields.end()) return unknown_name(creator, name);
    if (!seen.insert(name).second) {
      return invalid_argument("attribute \"" + name + "\" is given twice; give it once");
    }
    const bool told = info->type != FieldType::kUnknown;
    host::FieldValue field{name, told ? info->type : type_told_by(text), 0, {}};
    if (!parse_value(text, field)) {
      return invalid_argument(creator.name + ": attribute \"" + name + "\" is \"" + text +
                              "\"; must be " + wanted_text(info->type));
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace plugsmith::worker
