// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plugsmith/attributes.hpp"

namespace plugsmith {
inline namespace v1 {

/// `PadTo_PS: attribute "height"`: how messages about an attribute begin.
std::string attribute_place(const std::string& op, const std::string& attribute);

/// Element `index` of an integer field of any width; false if the field holds no integers.
bool read_integer(const FieldView& field, std::int32_t index, std::int64_t& value);

/// The refusal of a field whose type or length does not fit.
Status wrong_type(const std::string& where, const FieldView& field, const char* wanted);

/// Writes the field's value into the attribute's place, or says why it does not fit. Integers of
/// any width are taken if the value fits; the value is checked against the range elsewhere.
Status read_field(const std::string& op, const AttributeSpec& spec, const FieldView& field);

}  // namespace v1
}  // namespace plugsmith
