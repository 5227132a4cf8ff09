// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/attributes.hpp"

#include <algorithm>
#include <cstdio>

namespace plugsmith {
inline namespace v1 {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

std::string text_of(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9g", value);
  return buffer;
}
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(std::int32_t value) { return std::to_string(value); }
std::string text_of(float value) { return text_of(static_cast<double>(value)); }
std::string text_of(const std::string& value) { return '"' + value + '"'; }

template <class T>
std::string list_text(const std::vector<T>& values) {
  std::string text = "[";
  for (const T& value : values) {
    if (text.size() > 1) text += ", ";
    text += text_of(value);
  }
  return text + "]";
}

using Bound = std::variant<std::monostate, std::int64_t, double>;

std::string bound_text(const Bound& bound) {
  return std::visit(Overloaded{[](std::monostate) { return std::string(); },
                               [](auto value) { return text_of(value); }},
                    bound);
}

// x86's long double holds every std::int64_t and every double exactly.
long double number_of(const Bound& bound) {
  return std::visit(Overloaded{[](std::monostate) { return 0.0L; },
                               [](auto value) { return static_cast<long double>(value); }},
                    bound);
}

bool is_set(const Bound& bound) { return bound.index() != 0; }

const char* type_word(const AttributeRef& ref) {
  static constexpr const char* kWords[] = {
      "int32",       "int64",         "float",         "bool",          "string",
      "enumeration", "list of int32", "list of int64", "list of float", "list of strings"};
  return kWords[ref.index()];
}

}  // namespace

FieldType AttributeSpec::field_type() const {
  static constexpr FieldType kTypes[] = {FieldType::kInt32, FieldType::kInt64, FieldType::kFloat32,
                                         FieldType::kInt32, FieldType::kChar,  FieldType::kInt32,
                                         FieldType::kInt32, FieldType::kInt64, FieldType::kFloat32,
                                         FieldType::kChar};
  return kTypes[ref_.index()];
}

FieldType AttributeSpec::advertised_type() const {
  const bool named = std::holds_alternative<EnumRef>(ref_) && !names_.empty();
  return named ? FieldType::kChar : field_type();
}

std::string AttributeSpec::describe() const {
  std::string text = type_word(ref_);
  if (!names_.empty()) text += " " + list_text(names_);
  const std::string low = bound_text(low_);
  const std::string high = bound_text(high_);
  if (!low.empty() && !high.empty()) return text + ", " + low + " to " + high;
  if (!low.empty()) return text + ", at least " + low;
  if (!high.empty()) return text + ", at most " + high;
  return text;
}

std::string AttributeSpec::value_text() const {
  return std::visit(
      Overloaded{[this](const EnumRef& ref) {
                   const auto index = static_cast<std::size_t>(ref.get(ref.member));
                   return index < names_.size() ? text_of(names_[index])
                                                : text_of(ref.get(ref.member));
                 },
                 [](const bool* value) { return std::string(*value ? "true" : "false"); },
                 [](const std::vector<std::int32_t>* list) { return list_text(*list); },
                 [](const std::vector<std::int64_t>* list) { return list_text(*list); },
                 [](const std::vector<float>* list) { return list_text(*list); },
                 [](const std::vector<std::string>* list) { return list_text(*list); },
                 [](const auto* value) { return text_of(*value); }},
      ref_);
}

Status AttributeSpec::check_number(const std::string& where, long double value,
                                   const std::string& text) const {
  const std::string head = where + ": attribute \"" + name_ + "\" is " + text;
  // Written so that NaN fails both.
  if (is_set(low_) && !(value >= number_of(low_))) {
    return invalid_argument(head + "; must be at least " + bound_text(low_));
  }
  if (is_set(high_) && !(value <= number_of(high_))) {
    return invalid_argument(head + "; must be at most " + bound_text(high_));
  }
  return Status::ok();
}

Status AttributeSpec::check(const std::string& where) const {
  const auto check_size = [&](std::size_t count) {
    const auto size = static_cast<std::int64_t>(count);
    if (size >= min_size_ && size <= max_size_) return Status::ok();
    const std::string wanted = min_size_ == max_size_
                                   ? std::to_string(min_size_)
                                   : std::to_string(min_size_) + " to " + std::to_string(max_size_);
    return invalid_argument(where + ": attribute \"" + name_ + "\" has " + std::to_string(size) +
                            " elements; must have " + wanted);
  };
  const auto check_list = [&](const auto& list) {
    PLUGSMITH_RETURN_IF_ERROR(check_size(list.size()));
    for (auto value : list) {
      PLUGSMITH_RETURN_IF_ERROR(
          check_number(where, static_cast<long double>(value), text_of(value)));
    }
    return Status::ok();
  };
  return std::visit(
      Overloaded{[&](const EnumRef& ref) {
                   const std::int32_t value = ref.get(ref.member);
                   if (names_.empty()) return check_number(where, value, text_of(value));
                   if (value >= 0 && value < static_cast<std::int32_t>(names_.size())) {
                     return Status::ok();
                   }
                   return invalid_argument(where + ": attribute \"" + name_ + "\" is " +
                                           text_of(value) + "; must be one of " +
                                           list_text(names_));
                 },
                 [&](const bool*) { return Status::ok(); },
                 [&](const std::string* text) { return check_size(text->size()); },
                 [&](const std::vector<std::string>* list) { return check_size(list->size()); },
                 [&](const std::vector<std::int32_t>* list) { return check_list(*list); },
                 [&](const std::vector<std::int64_t>* list) { return check_list(*list); },
                 [&](const std::vector<float>* list) { return check_list(*list); },
                 [&](const auto* value) {
                   return check_number(where, static_cast<long double>(*value), text_of(*value));
                 }},
      ref_);
}

std::int32_t Attributes::schema() const {
  std::int32_t schema = 1;
  for (const AttributeSpec& spec : specs_) schema = std::max(schema, spec.since_schema());
  return schema;
}

AttributeSpec& Attributes::add(const char* name, AttributeRef ref) {
  // Specs are handed out by reference while an op's `attributes` runs; one statement each.
  return specs_.emplace_back(name, ref);
}

}  // namespace v1
}  // namespace plugsmith
