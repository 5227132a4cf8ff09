// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith {
inline namespace v1 {

/// An enumeration member seen as its std::int32_t value.
struct EnumRef {
  void* member;
  std::int32_t (*get)(const void*);
  void (*set)(void*, std::int32_t);
};

/// Where an attribute lives inside the op object.
using AttributeRef = std::variant<std::int32_t*, std::int64_t*, float*, bool*, std::string*,
                                  EnumRef, std::vector<std::int32_t>*, std::vector<std::int64_t>*,
                                  std::vector<float>*, std::vector<std::string>*>;

/// One attribute (ONNX) or field (TensorRT): name, place, and what values it takes. Made by
/// `visit("name", member)`; the members below refine it and return it, so that calls chain.
class AttributeSpec {
 public:
  AttributeSpec(std::string name, AttributeRef ref) : name_(std::move(name)), ref_(ref) {}

  /// Smallest legal value; for arrays it holds for each element.
  template <class T>
  AttributeSpec& at_least(T value) {
    low_ = bound(value);
    return *this;
  }
  /// Largest legal value; for arrays it holds for each element.
  template <class T>
  AttributeSpec& at_most(T value) {
    high_ = bound(value);
    return *this;
  }
  /// Number of elements that an array (or characters that a string) may have.
  AttributeSpec& size_between(std::int64_t low, std::int64_t high) {
    min_size_ = low;
    max_size_ = high;
    return *this;
  }
  /// Names of an enumeration's values, in order from 0; the attribute then also takes the name.
  AttributeSpec& names(std::vector<std::string> names) {
    names_ = std::move(names);
    return *this;
  }
  /// The schema version that brought the attribute: engines of an older one give it its default.
  AttributeSpec& since(std::int32_t schema) {
    since_ = schema;
    return *this;
  }
  /// The name that older engines store it under. Models must use the present name.
  AttributeSpec& renamed_from(std::string old_name) {
    old_name_ = std::move(old_name);
    return *this;
  }

  /// Used while building only: engines do not store it, and give it its default.
  AttributeSpec& build_only() {
    build_only_ = true;
    return *this;
  }

  const std::string& name() const { return name_; }
  const std::string& old_name() const { return old_name_; }
  std::int32_t since_schema() const { return since_; }
  bool is_build_only() const { return build_only_; }
  const AttributeRef& ref() const { return ref_; }
  const std::vector<std::string>& value_names() const { return names_; }
  /// The field type that an engine stores, and an application passes.
  FieldType field_type() const;
  /// The field type that the creator advertises: the same, but kCHAR for an enumeration with names.
  FieldType advertised_type() const;
  /// "int32, at least 1", for tables and messages.
  std::string describe() const;
  /// The value as text: `48`, `"linear"`, `[1, 2]`.
  std::string value_text() const;
  /// Whether the present value is legal: ok, or a sentence that begins with `where`.
  Status check(const std::string& where) const;

 private:
  using Bound = std::variant<std::monostate, std::int64_t, double>;
  template <class T>
  static Bound bound(T value) {
    static_assert(std::is_arithmetic<T>::value, "a bound is a number");
    if constexpr (std::is_integral<T>::value) return static_cast<std::int64_t>(value);
    return static_cast<double>(value);
  }
  Status check_number(const std::string& where, long double value, const std::string& text) const;

  std::string name_, old_name_;
  AttributeRef ref_;
  Bound low_, high_;
  std::int64_t min_size_ = 0;
  std::int64_t max_size_ = std::numeric_limits<std::int32_t>::max();
  std::vector<std::string> names_;
  std::int32_t since_ = 1;
  bool build_only_ = false;
};

/// The visitor that an op's `attributes` gets: it records each attribute of one op object. The
/// specs point into that object and are good as long as it stays where it is.
class Attributes {
 public:
  /// Names one attribute. `member` is an int32, int64, float, bool, string, an enumeration over
  /// std::int32_t, or a std::vector of int32, int64, float or string; its value is the default.
  template <class T>
  AttributeSpec& operator()(const char* name, T& member) {
    if constexpr (std::is_enum<T>::value) {
      static_assert(std::is_same<std::underlying_type_t<T>, std::int32_t>::value,
                    "an enumeration that is an attribute has std::int32_t as its underlying type");
      return add(
          name,
          EnumRef{
              &member,
              [](const void* at) { return static_cast<std::int32_t>(*static_cast<const T*>(at)); },
              [](void* at, std::int32_t value) { *static_cast<T*>(at) = static_cast<T>(value); }});
    } else {
      static_assert(std::is_constructible<AttributeRef, T*>::value,
                    "an attribute is an int32, int64, float, bool, std::string, an enumeration, or "
                    "a std::vector of int32, int64, float or std::string: nothing else fits a "
                    "TensorRT plugin field");
      return add(name, &member);
    }
  }

  const std::vector<AttributeSpec>& specs() const& { return specs_; }
  void specs() && = delete;  ///< the list of a temporary would dangle
  /// The highest `since`: the schema version that this op writes into engines.
  std::int32_t schema() const;

 private:
  AttributeSpec& add(const char* name, AttributeRef ref);
  std::vector<AttributeSpec> specs_;
};

/// A field as TensorRT hands it over; points into the caller's memory.
struct FieldView {
  const char* name = nullptr;
  const void* data = nullptr;
  FieldType type = FieldType::kUnknown;
  std::int32_t length = 0;
};

/// A field with its own memory.
struct FieldData {
  std::string name;
  FieldType type = FieldType::kUnknown;
  std::int32_t length = 0;
  std::vector<unsigned char> bytes;
};

/// Name of the INT32 field that holds the schema version in an engine.
inline constexpr char kSchemaField[] = "plugsmith_schema";

/// Sets attributes from the fields that an application or the ONNX parser gives (build phase).
/// Missing fields keep their defaults; unknown names, wrong types, lengths and values are refused.
/// Nothing of `fields` is kept. `op` is the op's name, for messages.
Status read_build_fields(const std::string& op, const Attributes& attributes,
                         const std::vector<FieldView>& fields);
/// Sets attributes from the fields of an engine (runtime phase): older schemas are migrated by
/// `since` and `renamed_from`, newer ones refused.
Status read_engine_fields(const std::string& op, const Attributes& attributes,
                          const std::vector<FieldView>& fields);
/// What the engine keeps: the schema version and every attribute that is not build_only().
std::vector<FieldData> write_engine_fields(const Attributes& attributes);
/// What createPlugin takes in the build phase for these values.
std::vector<FieldData> write_build_fields(const Attributes& attributes);
/// Whether Plugsmith wrote these engine fields: they hold the schema version.
bool are_plugsmith_fields(const std::vector<FieldView>& fields);

}  // namespace v1
}  // namespace plugsmith
