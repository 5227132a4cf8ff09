// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/spec/spec.hpp"
#include "src/spec/yaml_tree.hpp"

// The parts of reading one version of an op; use read_spec(). Faults go where the entries send
// them.

namespace plugsmith::spec {

/// attributes, attribute_types, attribute_length, attribute_dims, attribute_dim_range,
/// attribute_options, attributes_required.
void read_attributes(const Entry& entry, Version& version);
/// inputs, outputs, input_dims, input_dim_range.
void read_ports(const Entry& entry, Version& version);
/// supported_input_types, configs, tolerances.
void read_configs(const Entry& entry, Version& version);
/// from_shape of attributes, input_dim_constraints, attribute_constraints, output_dims. After the
/// three above.
void read_rules(const Entry& entry, Version& version);

/// {min: "=1, 0", max: "=pinf, 5"}: one interval an element; also as a list of the two.
std::vector<Interval> read_intervals(const Entry& entry);
/// A number, a text, or a list of numbers, as a value of the attribute.
Value read_value(const Entry& entry, const Attribute& attribute);
/// "1, 128" or 4: positive integers.
std::vector<std::int64_t> read_shape(const Entry& entry);
/// Warns of a name that nobody bears.
void warn_unknown(const Entry::Member& member, const std::vector<std::string>& known);

}  // namespace plugsmith::spec
