// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/attribute_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

#include "plugsmith/half.hpp"

namespace plugsmith::spec {
namespace {

template <class T>
void append(host::FieldValue& field, T value) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&value);
  field.data.insert(field.data.end(), bytes, bytes + sizeof value);
}

const Interval& range_of(const Attribute& attribute, std::size_t element) {
  static const Interval kAny;
  if (attribute.range.empty()) return kAny;
  return attribute.range[std::min(element, attribute.range.size() - 1)];
}

// A number inside; integers prefer 1, others 0.5.
Number inside(const Attribute& attribute, const Interval& range) {
  const bool integer = attribute.is_integer();
  const Number wanted = integer ? 1.0L : 0.5L;
  if (range.holds(wanted)) return wanted;
  if (std::isfinite(range.min) && range.holds(range.min)) return range.min;
  if (std::isfinite(range.max) && range.holds(range.max)) return range.max;
  if (std::isfinite(range.min) && std::isfinite(range.max) && !integer) {
    return (range.min + range.max) / 2;
  }
  return std::isfinite(range.min) ? range.min + 1 : range.max - 1;
}

// The legal number next to a bound; nothing where it is open.
std::optional<Number> at_bound(const Attribute& attribute, const Interval& range, bool low) {
  const Number bound = low ? range.min : range.max;
  if (!std::isfinite(bound)) return std::nullopt;
  if (range.holds(bound)) return bound;
  const Number step = attribute.is_integer() ? 1.0L : 1e-3L * std::max(1.0L, std::fabs(bound));
  const Number next = low ? bound + step : bound - step;
  if (!range.holds(next)) return std::nullopt;
  return next;
}

Number beyond(const Attribute& attribute, const Interval& range, bool low) {
  const Number bound = low ? range.min : range.max;
  const bool legal = low ? range.min_inclusive : range.max_inclusive;
  if (!legal) return bound;
  const Number step = attribute.is_integer() ? 1.0L : std::max(1.0L, std::fabs(bound));
  return low ? bound - step : bound + step;
}

bool fits(const Attribute& attribute, Number value) {
  switch (attribute.type) {
    case FieldType::kInt8: return value >= -128 && value <= 127;
    case FieldType::kInt16: return value >= -32768 && value <= 32767;
    case FieldType::kInt32:
      return value >= static_cast<Number>(INT32_MIN) && value <= static_cast<Number>(INT32_MAX);
    case FieldType::kInt64:
      return value >= static_cast<Number>(INT64_MIN) && value <= static_cast<Number>(INT64_MAX);
    default: return true;
  }
}

void forbid_list(const Attribute& attribute, std::vector<ForbiddenValue>& result) {
  const std::string why = "is none of those allowed";
  if (attribute.is_text()) {
    result.push_back({{{}, "plugsmith_no_such_value"}, why});
    return;
  }
  const auto first = [](const Value& a, const Value& b) { return a.numbers < b.numbers; };
  const auto [low, high] =
      std::minmax_element(attribute.allowed.begin(), attribute.allowed.end(), first);
  for (const auto& [value, step] : {std::pair{*low, -1.0L}, std::pair{*high, 1.0L}}) {
    if (value.numbers.empty() || !fits(attribute, value.numbers[0] + step)) continue;
    ForbiddenValue forbidden{value, why};
    forbidden.value.numbers[0] += step;
    result.push_back(std::move(forbidden));
  }
}

}  // namespace

Value usual_value(const Attribute& attribute, std::size_t elements, std::uint64_t seed) {
  if (!attribute.allowed.empty()) return attribute.allowed.front();
  if (attribute.is_text()) return {{}, "1"};
  Value value;
  constexpr std::size_t kFew = 8;  // more are the contents of an array, not settings
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < elements; ++i) {
    const Interval& range = range_of(attribute, i);
    Number number = inside(attribute, range);
    if (elements > kFew && !attribute.is_integer()) {
      const Number drawn = static_cast<Number>(random() % 2000) / 1000.0L - 1.0L;
      if (range.holds(drawn)) number = drawn;
    }
    value.numbers.push_back(number);
  }
  return value;
}

std::vector<Value> boundary_values(const Attribute& attribute, std::size_t elements) {
  if (!attribute.allowed.empty() || attribute.range.empty() || attribute.is_text()) {
    return attribute.allowed;
  }
  std::vector<Value> result;
  for (const bool low : {true, false}) {
    Value value;
    bool any = false;
    for (std::size_t i = 0; i < elements; ++i) {
      const Interval& range = range_of(attribute, i);
      const auto bound = at_bound(attribute, range, low);
      any = any || bound;
      value.numbers.push_back(bound.value_or(inside(attribute, range)));
    }
    if (any) result.push_back(std::move(value));
  }
  return result;
}

std::vector<ForbiddenValue> forbidden_values(const Attribute& attribute, std::size_t elements) {
  std::vector<ForbiddenValue> result;
  if (!attribute.allowed.empty()) forbid_list(attribute, result);
  const Value usual = usual_value(attribute, elements, 0);
  const std::size_t ranges = std::min(attribute.range.size(), elements);
  for (std::size_t i = 0; i < ranges; ++i) {
    for (const bool low : {true, false}) {
      const Interval& range = attribute.range[i];
      if (!std::isfinite(low ? range.min : range.max)) continue;
      const Number number = beyond(attribute, range, low);
      if (!fits(attribute, number) || i >= usual.numbers.size()) continue;
      ForbiddenValue forbidden{usual, low ? "is below its minimum" : "is above its maximum"};
      forbidden.value.numbers[i] = number;
      result.push_back(std::move(forbidden));
    }
  }
  // One element fewer: who takes it reads beyond the array.
  if (attribute.length > 1 && !attribute.is_text() && usual.numbers.size() > 1) {
    ForbiddenValue shorter{usual, "has " + std::to_string(usual.numbers.size() - 1) +
                                      " elements instead of " +
                                      std::to_string(usual.numbers.size())};
    shorter.value.numbers.pop_back();
    result.push_back(std::move(shorter));
  }
  return result;
}

host::FieldValue to_field(const Attribute& attribute, const Value& value) {
  host::FieldValue field{attribute.name, attribute.type, 0, {}};
  if (attribute.is_text()) {
    for (const char c : value.text) append(field, c);
    field.length = static_cast<std::int32_t>(field.data.size());
    append(field, '\0');
    return field;
  }
  for (const Number number : value.numbers) {
    switch (attribute.type) {
      case FieldType::kInt8: append(field, static_cast<std::int8_t>(number)); break;
      case FieldType::kInt16: append(field, static_cast<std::int16_t>(number)); break;
      case FieldType::kInt32: append(field, static_cast<std::int32_t>(number)); break;
      case FieldType::kInt64: append(field, static_cast<std::int64_t>(number)); break;
      case FieldType::kFloat16: append(field, Half(static_cast<float>(number))); break;
      case FieldType::kBf16: append(field, BFloat16(static_cast<float>(number))); break;
      case FieldType::kFloat64: append(field, static_cast<double>(number)); break;
      default: append(field, static_cast<float>(number)); break;
    }
  }
  field.length = static_cast<std::int32_t>(value.numbers.size());
  return field;
}

std::string to_string(const Value& value) {
  if (value.numbers.empty()) return "\"" + value.text + "\"";
  constexpr std::size_t kShown = 6;
  std::string text;
  for (std::size_t i = 0; i < std::min(value.numbers.size(), kShown); ++i) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.9Lg", value.numbers[i]);
    text += (i == 0 ? "" : ", ") + std::string(buffer);
  }
  return value.numbers.size() > kShown ? text + ", ..." : text;
}

}  // namespace plugsmith::spec
