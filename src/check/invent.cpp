// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/invent.hpp"

namespace plugsmith::check {
namespace {

// A value for a field that nobody gave: `value` as its type.
bool invent_value(host::FieldValue& field, int value) {
  const auto fill = [&](auto number) {
    for (std::int32_t i = 0; i < field.length; ++i) {
      const auto* bytes = reinterpret_cast<const std::byte*>(&number);
      field.data.insert(field.data.end(), bytes, bytes + sizeof(number));
    }
    return true;
  };
  switch (field.type) {
    case FieldType::kFloat32: return fill(static_cast<float>(value));
    case FieldType::kFloat64: return fill(static_cast<double>(value));
    case FieldType::kInt8: return fill(static_cast<std::int8_t>(value));
    case FieldType::kInt16: return fill(static_cast<std::int16_t>(value));
    case FieldType::kInt32: return fill(static_cast<std::int32_t>(value));
    case FieldType::kInt64: return fill(static_cast<std::int64_t>(value));
    case FieldType::kChar:
      field.length = 2;
      field.data = {static_cast<std::byte>('0' + value), std::byte{0}};
      return true;
    default: return false;
  }
}

}  // namespace

std::vector<host::FieldValue> invent_fields(const host::CreatorInfo& info, int value) {
  constexpr std::int32_t kMostElements = 64;
  std::vector<host::FieldValue> fields;
  for (const auto& known : info.fields) {
    host::FieldValue field{known.name, known.type, known.length, {}};
    if (field.length < 1 || field.length > kMostElements) field.length = 1;
    if (invent_value(field, value)) fields.push_back(std::move(field));
  }
  return fields;
}

host::DimValues usual_dims(int rank) {
  switch (rank) {
    case 0: return {};
    case 1: return {16};
    case 2: return {2, 16};
    case 3: return {2, 8, 16};
    case 4: return {2, 8, 16, 16};
    default: return {2, 8, 4, 16, 16};
  }
}

}  // namespace plugsmith::check
