// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"
#include "src/spec/spec.hpp"

// Values of attributes: usual ones, boundary ones and forbidden ones.

namespace plugsmith::spec {

/// A legal value of `elements` elements where nothing else is said.
Value usual_value(const Attribute& attribute, std::size_t elements, std::uint64_t seed);

/// The values at the limits of what is allowed, for an attribute of `elements` elements: each
/// allowed one, the least and the greatest.
std::vector<Value> boundary_values(const Attribute& attribute, std::size_t elements);

struct ForbiddenValue {
  Value value;
  std::string why;  ///< "is below its minimum"
};
/// Values just outside of what is allowed, and an array that is too short.
std::vector<ForbiddenValue> forbidden_values(const Attribute& attribute, std::size_t elements);

/// As createPlugin gets it. The NUL behind a text does not count in its length, as in NVIDIA's own
/// tests: ScatterElements of 10.6 refuses it where it does.
host::FieldValue to_field(const Attribute& attribute, const Value& value);

/// "3", "1, 2", "add"; long ones are cut.
std::string to_string(const Value& value);

}  // namespace plugsmith::spec
