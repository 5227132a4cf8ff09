// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"
#include "src/spec/expression.hpp"

// What a *_PluginConfig.yaml file says of an op (docs/spec.md describes the format).

namespace plugsmith::spec {

/// Holds every int64 and every double exactly.
using Number = long double;

/// Legal values, from `min` to `max`; infinite where open.
struct Interval {
  Number min = -std::numeric_limits<Number>::infinity();
  Number max = std::numeric_limits<Number>::infinity();
  bool min_inclusive = true, max_inclusive = true;
  bool holds(Number value) const {
    return (min_inclusive ? value >= min : value > min) &&
           (max_inclusive ? value <= max : value < max);
  }
};

/// One value of an attribute: its elements, or a text (kCHAR).
struct Value {
  std::vector<Number> numbers;
  std::string text;
  bool operator==(const Value&) const = default;
};

struct Attribute {
  std::string name;
  Place place;
  FieldType type = FieldType::kInt32;
  bool required = false;
  std::int64_t length = 0;           ///< elements; -1: any number, 0: not said
  int rank = -1;                     ///< of its shape (attribute_dims); -1: not said
  std::vector<Interval> dim_range;   ///< one a dimension
  std::vector<Value> allowed;        ///< empty: not a list of values
  std::vector<Interval> range;       ///< one for each element, or one for all; empty: not said
  std::optional<Expression> source;  ///< from_shape: its value follows from a shape

  bool is_integer() const;
  bool is_text() const { return type == FieldType::kChar; }
};

struct Port {
  std::string name;
  int rank = -1;                    ///< -1: not said
  std::vector<Interval> dim_range;  ///< one a dimension; empty: not said
};

/// What a configuration says of an attribute.
struct Setting {
  std::vector<Value> values;  ///< alternatives; empty: only the shape is given
  std::vector<std::int64_t> shape;
};

using PortTypes = std::vector<std::pair<std::string, DataType>>;

/// A named set of types and attributes with which the op is to work.
struct Config {
  std::string name;
  Place place;
  PortTypes input_types, output_types;
  std::map<std::string, Setting> attributes;
};

/// Tolerances of a comparison; absent where the file says nothing.
struct Tolerances {
  std::optional<double> absolute, relative;
};

/// One version of an op.
struct Version {
  std::string version, interface;
  Place place;
  std::vector<Port> inputs, outputs;
  std::vector<Attribute> attributes;
  std::vector<Constraint> constraints;  ///< on input dims and attributes
  /// Dims of each output; absent: not said.
  std::vector<std::optional<std::vector<Expression>>> output_dims;
  std::vector<std::pair<std::string, PortTypes>> type_combinations;
  std::vector<Config> configs;
  /// By type: "" for all, "float16", "bfloat16".
  std::map<std::string, Tolerances> tolerances;

  const Attribute* find_attribute(const std::string& name) const;
};

struct Spec {
  std::string file, name;
  std::vector<Version> versions;
  std::vector<std::string> warnings;  ///< "FILE:LINE:COLUMN: ..."
};

/// Reads a specification. Missing keys are no error. An error begins with "FILE:LINE:COLUMN: ":
/// no YAML, a value of a wrong kind or type, an unknown constraint or symbol, attributes or outputs
/// that depend on themselves.
Result<Spec> read_spec(const std::string& path);
/// The same for a text; `name` stands in messages.
Result<Spec> parse_spec(const std::string& text, const std::string& name);

/// "int32", "float32", "char", ...; nothing if unknown.
std::optional<FieldType> field_type_from(const std::string& name);

}  // namespace plugsmith::spec
