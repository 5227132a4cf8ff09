// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <cmath>

#include "src/spec/version_reader.hpp"

// Numbers, intervals, shapes.

namespace plugsmith::spec {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else if (c != ' ') {
      parts.back() += c;
    }
  }
  return parts;
}

struct Bound {
  Number value = 0;
  bool inclusive = false;
};

// "=pinf", "=-1", "0".
std::optional<Bound> parse_bound(std::string text) {
  Bound bound;
  bound.inclusive = text.rfind('=', 0) == 0;
  if (bound.inclusive) text.erase(0, 1);
  constexpr Number kInfinity = std::numeric_limits<Number>::infinity();
  if (text == "pinf" || text == "ninf") {
    bound.value = text == "pinf" ? kInfinity : -kInfinity;
    return bound;
  }
  std::int64_t integer = 0;
  const char* end = text.data() + text.size();
  if (const auto [stop, error] = std::from_chars(text.data(), end, integer);
      error == std::errc() && stop == end) {
    bound.value = static_cast<Number>(integer);
    return bound;
  }
  double real = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, real);
  if (error != std::errc() || stop != end || std::isnan(real)) return std::nullopt;
  bound.value = real;
  return bound;
}

std::vector<Bound> read_bounds(const Entry& entry) {
  std::vector<Bound> bounds;
  if (!entry.is_scalar()) {
    entry.text();
    return bounds;
  }
  for (const std::string& part : split(entry.text())) {
    const auto bound = parse_bound(part);
    if (bound) {
      bounds.push_back(*bound);
    } else {
      entry.fail("holds \"" + part +
                 "\"; must be numbers, pinf or ninf, each with = before it if "
                 "the bound itself is legal: \"=0, 1.5, =pinf\"");
    }
  }
  return bounds;
}

// The range of an integer type; nothing for others.
std::optional<Interval> integer_range(FieldType type) {
  const auto bits = [](int count) {
    const auto limit = static_cast<Number>(1ULL << (count - 1));
    return Interval{-limit, limit - 1, true, true};
  };
  switch (type) {
    case FieldType::kInt8: return bits(8);
    case FieldType::kInt16: return bits(16);
    case FieldType::kInt32: return bits(32);
    case FieldType::kInt64: return bits(64);
    default: return std::nullopt;
  }
}

}  // namespace

std::vector<Interval> read_intervals(const Entry& entry) {
  std::vector<Interval> result;
  std::vector<Bound> low, high;
  for (const auto& member : entry.joined_members()) {
    if (member.key == "min") low = read_bounds(member.value);
    if (member.key == "max") high = read_bounds(member.value);
    if (member.key != "min" && member.key != "max") {
      member.value.faults().fail(member.place, "unknown constraint \"" + member.key + "\" of " +
                                                   entry.what() + "; known are min and max");
    }
  }
  if (!low.empty() && !high.empty() && low.size() != high.size()) {
    entry.fail("has " + std::to_string(low.size()) + " minima and " + std::to_string(high.size()) +
               " maxima; must be as many");
  }
  for (std::size_t i = 0; i < std::max(low.size(), high.size()); ++i) {
    Interval interval;
    if (i < low.size()) {
      interval.min = low[i].value;
      interval.min_inclusive = low[i].inclusive;
    }
    if (i < high.size()) {
      interval.max = high[i].value;
      interval.max_inclusive = high[i].inclusive;
    }
    if (interval.min > interval.max) entry.fail("has a minimum above its maximum");
    result.push_back(interval);
  }
  return result;
}

Value read_value(const Entry& entry, const Attribute& attribute) {
  if (attribute.is_text() && entry.is_scalar()) return {{}, entry.text()};
  Value value;
  if (entry.is_list()) {
    for (const Entry& item : entry.list()) {
      const Value one = read_value(item, attribute);
      value.numbers.insert(value.numbers.end(), one.numbers.begin(), one.numbers.end());
      value.text += one.text;
    }
    return value;
  }
  if (const auto range = integer_range(attribute.type)) {
    const auto number = entry.integer();
    if (!number) return value;
    if (!range->holds(static_cast<Number>(*number))) {
      entry.fail("is " + std::to_string(*number) + ", which a " + to_string(attribute.type) +
                 " cannot hold");
    }
    value.numbers.push_back(static_cast<Number>(*number));
  } else if (const auto number = entry.real()) {
    value.numbers.push_back(*number);
  }
  return value;
}

std::vector<std::int64_t> read_shape(const Entry& entry) {
  constexpr std::int64_t kMostElements = std::int64_t{1} << 28U;
  std::vector<std::int64_t> shape;
  std::int64_t elements = 1;
  for (const std::string& part : split(entry.text())) {
    std::int64_t dim = 0;
    const auto [stop, error] = std::from_chars(part.data(), part.data() + part.size(), dim);
    if (error != std::errc() || stop != part.data() + part.size() || dim < 0 ||
        dim > kMostElements) {
      entry.fail("is \"" + entry.text() + "\"; must be dimensions: \"1, 128\"");
      return {};
    }
    shape.push_back(dim);
    elements *= dim;
    if (elements > kMostElements) entry.fail("has more than 2^28 elements");
    if (elements > kMostElements) return {};
  }
  return shape;
}

std::optional<FieldType> field_type_from(const std::string& name) {
  static const std::map<std::string, FieldType> kTypes = {
      {"float16", FieldType::kFloat16}, {"float32", FieldType::kFloat32},
      {"float64", FieldType::kFloat64}, {"bfloat16", FieldType::kBf16},
      {"int8", FieldType::kInt8},       {"int16", FieldType::kInt16},
      {"int32", FieldType::kInt32},     {"int64", FieldType::kInt64},
      {"char", FieldType::kChar},       {"string", FieldType::kChar}};
  const auto found = kTypes.find(name);
  if (found == kTypes.end()) return std::nullopt;
  return found->second;
}

}  // namespace plugsmith::spec
