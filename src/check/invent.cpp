// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/invent.hpp"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

namespace plugsmith::check {
namespace {

constexpr std::int32_t kMostElements = 1 << 20;

// A value that may be tried: numbers, one of which is repeated to the field's length, or a text.
struct Candidate {
  FieldType type = FieldType::kInt32;
  std::vector<double> numbers;
  std::int32_t length = 0;  ///< 0: that of the field, or of the numbers if that is longer
  const char* text = nullptr;
};

// Letters and digits in lower case.
std::string plain(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    const auto c = static_cast<unsigned char>(letter);
    if (std::isalnum(c) != 0) result += static_cast<char>(std::tolower(c));
  }
  return result;
}

bool any_of(const std::string& name, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return name.find(word) != std::string::npos; });
}

bool is_float(FieldType type) {
  return type == FieldType::kFloat32 || type == FieldType::kFloat64 || type == FieldType::kFloat16;
}

void add(std::vector<Candidate>& all, FieldType type,
         std::initializer_list<std::vector<double>> lists) {
  for (const auto& numbers : lists) all.push_back({type, numbers, 0, nullptr});
}

void add_integers(std::vector<Candidate>& all, const std::string& name, FieldType type) {
  if (any_of(name, {"imagesize", "imgsize"})) add(all, type, {{3, 64, 64}, {64, 64}, {64}});
  if (any_of(name, {"inputorder"})) add(all, type, {{0, 1, 2}});
  if (any_of(name, {"axis", "background"})) add(all, type, {{1}, {0}, {2}, {-1}});
  if (any_of(name, {"mode", "type", "ignore", "normalized", "sigmoid"})) add(all, type, {{0}, {1}});
  if (any_of(name, {"hiddensize", "hidden"})) add(all, type, {{64}, {128}, {384}});
  if (any_of(name, {"numheads", "heads"})) add(all, type, {{1}, {2}});
  if (any_of(name, {"topk", "topn", "keep", "max", "nmstop"})) add(all, type, {{8}, {16}, {1}});
  if (any_of(name, {"classes"})) add(all, type, {{4}, {8}});
  if (any_of(name, {"denseshape", "mapshape"})) add(all, type, {{16, 16}, {16}});
  if (any_of(name, {"height", "width", "crop", "poolh", "poolw", "pooledsize"})) {
    add(all, type, {{8}, {16}});
  }
  if (any_of(name, {"pad"})) add(all, type, {{0}, {0, 0}});
  if (any_of(name, {"stride", "dilation"})) add(all, type, {{1}, {1, 1}, {2}});
  if (any_of(name, {"coords"})) add(all, type, {{4}});
  if (any_of(name, {"ld"})) add(all, type, {{64}});
  add(all, type, {{1}, {2}, {0}, {4}, {1, 1}, {16}, {3}});
}

void add_floats(std::vector<Candidate>& all, const std::string& name, FieldType type) {
  if (any_of(name, {"eps"})) add(all, type, {{1e-5}, {1e-3}});
  if (any_of(name, {"range"}) && any_of(name, {"cloud"})) {
    add(all, type, {{0, -40, -3, 70, 40, 1}});
  }
  if (any_of(name, {"voxelsize"})) add(all, type, {{0.5, 0.5, 4}});
  if (any_of(name, {"minsize"})) add(all, type, {{4}});
  if (any_of(name, {"maxsize"})) add(all, type, {{8}});
  if (any_of(name, {"variance"})) add(all, type, {{0.1, 0.1, 0.2, 0.2}});
  add(all, type, {{0.5}, {1}, {2}, {0}, {0.5, 0.5}, {1, 1, 1}});
  all.push_back({type, {0.5}, 64, nullptr});
}

bool is_weight_name(const std::string& name) {
  return any_of(name, {"weight", "bias", "beta", "gamma", "embed", "kernel", "scales"});
}

std::vector<Candidate> candidates(const host::FieldInfo& field) {
  std::vector<Candidate> all;
  const std::string name = plain(field.name);
  if (is_float(field.type)) {
    if (field.length < 1) all.push_back({field.type, {0.5}, 64, nullptr});
    add_floats(all, name, field.type);
  } else if (field.type == FieldType::kChar) {
    for (const char* text : {"1", "add", "mean", "linear", "2", ""}) {
      all.push_back({FieldType::kChar, {}, 0, text});
    }
  } else if (field.type == FieldType::kUnknown) {
    if (is_weight_name(name)) {
      for (const std::int32_t length : {64, 1, 4096}) {
        all.push_back({FieldType::kFloat32, {0.5}, length, nullptr});
      }
    }
    if (any_of(name, {"eps", "alpha", "thresh"})) add_floats(all, name, FieldType::kFloat32);
    if (any_of(name, {"reduction"})) all.push_back({FieldType::kChar, {}, 0, "add"});
    if (any_of(name, {"stride", "dilation"})) add(all, FieldType::kInt32, {{1, 1}});
    if (any_of(name, {"padding"})) add(all, FieldType::kInt32, {{0, 0}});
    add_integers(all, name, FieldType::kInt32);
    add(all, FieldType::kFloat32, {{0.5}, {1}});
    all.push_back({FieldType::kChar, {}, 0, "add"});
  } else if (field.type == FieldType::kInt8 || field.type == FieldType::kInt16 ||
             field.type == FieldType::kInt32 || field.type == FieldType::kInt64) {
    add_integers(all, name, field.type);
  }
  return all;
}

template <class Number>
void append(std::vector<std::byte>& data, double value) {
  const auto number = static_cast<Number>(value);
  const auto* bytes = reinterpret_cast<const std::byte*>(&number);
  data.insert(data.end(), bytes, bytes + sizeof(number));
}

void append_number(host::FieldValue& field, double value) {
  switch (field.type) {
    case FieldType::kFloat32: return append<float>(field.data, value);
    case FieldType::kFloat64: return append<double>(field.data, value);
    case FieldType::kInt8: return append<std::int8_t>(field.data, value);
    case FieldType::kInt16: return append<std::int16_t>(field.data, value);
    case FieldType::kInt64: return append<std::int64_t>(field.data, value);
    case FieldType::kFloat16: return append<std::uint16_t>(field.data, value == 0 ? 0 : 0x3800);
    default: return append<std::int32_t>(field.data, value);
  }
}

host::FieldValue make_value(const host::FieldInfo& field, const Candidate& candidate) {
  host::FieldValue value;
  value.name = field.name;
  value.type = candidate.type;
  if (candidate.text != nullptr) {
    const std::size_t bytes = std::strlen(candidate.text) + 1;
    value.length = static_cast<std::int32_t>(bytes);
    const auto* text = reinterpret_cast<const std::byte*>(candidate.text);
    value.data.assign(text, text + bytes);
    return value;
  }
  const auto listed = static_cast<std::int32_t>(candidate.numbers.size());
  value.length = candidate.length > 0 ? candidate.length
                                      : std::max(listed, std::min(field.length, kMostElements));
  for (std::int32_t i = 0; i < value.length; ++i) {
    append_number(value, candidate.numbers[static_cast<std::size_t>(std::min(i, listed - 1))]);
  }
  return value;
}

std::string text_of(const host::FieldValue& field) {
  if (field.type == FieldType::kChar) {
    return "\"" + std::string(reinterpret_cast<const char*>(field.data.data())) + "\"";
  }
  const std::size_t size = field.data.size() / static_cast<std::size_t>(field.length);
  const auto at = [&](std::int32_t i) {
    const std::byte* bytes = field.data.data() + static_cast<std::size_t>(i) * size;
    std::array<char, 32> text{};
    float number = 0;
    std::int64_t integer = 0;
    if (field.type == FieldType::kFloat32) {
      std::memcpy(&number, bytes, sizeof(number));
      std::snprintf(text.data(), text.size(), "%g", static_cast<double>(number));
    } else {
      std::memcpy(&integer, bytes, size);  // little-endian, and never negative but for -1
      if (size == 4) integer = static_cast<std::int32_t>(integer);
      std::snprintf(text.data(), text.size(), "%lld", static_cast<long long>(integer));
    }
    return std::string(text.data());
  };
  constexpr std::int32_t kListed = 6;
  if (field.length > kListed) return std::to_string(field.length) + " x " + at(0);
  std::string text;
  for (std::int32_t i = 0; i < field.length; ++i) text += (i == 0 ? "" : ",") + at(i);
  return text;
}

}  // namespace

std::vector<host::FieldValue> invent_fields(const host::CreatorInfo& info, const Choice& choice) {
  std::vector<host::FieldValue> fields;
  for (std::size_t i = 0; i < info.fields.size() && i < kMostFields; ++i) {
    const auto all = candidates(info.fields[i]);
    if (all.empty()) continue;
    fields.push_back(make_value(info.fields[i], all[choice.of[i] % all.size()]));
  }
  return fields;
}

std::size_t candidate_count(const host::FieldInfo& field) { return candidates(field).size(); }

std::vector<std::size_t> named_fields(const host::CreatorInfo& info, const std::string& log) {
  constexpr std::size_t kShortest = 3;
  const std::string text = plain(log);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < info.fields.size() && i < kMostFields; ++i) {
    const std::string name = plain(info.fields[i].name);
    if (name.size() >= kShortest && text.find(name) != std::string::npos) found.push_back(i);
  }
  return found;
}

std::string describe_fields(const std::vector<host::FieldValue>& fields) {
  constexpr std::size_t kListed = 16;
  std::string text;
  for (std::size_t i = 0; i < fields.size() && i < kListed; ++i) {
    text += (i == 0 ? "" : ", ") + fields[i].name + "=" + text_of(fields[i]);
  }
  if (fields.size() > kListed) text += ", and " + std::to_string(fields.size() - kListed) + " more";
  return text;
}

host::DimValues usual_dims(int rank) {
  switch (rank) {
    case 0: return {};
    case 1: return {16};
    case 2: return {2, 16};
    case 3: return {2, 8, 16};
    case 4: return {2, 8, 16, 16};
    case 5: return {2, 8, 4, 16, 16};
    default: break;
  }
  host::DimValues dims(static_cast<std::size_t>(rank), 2);
  std::fill_n(dims.begin() + 1, 3, 4);
  return dims;
}

}  // namespace plugsmith::check
