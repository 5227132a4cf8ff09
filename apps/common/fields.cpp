// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/common/fields.hpp"

namespace plugsmith::wire {

Json fields_json(const std::vector<host::FieldValue>& fields) {
  Json list = Json::array();
  for (const auto& field : fields) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(field.data.data());
    list.push_back({{"name", field.name},
                    {"type", static_cast<int>(field.type)},
                    {"length", field.length},
                    {"data", Json::binary({bytes, bytes + field.data.size()})}});
  }
  return list;
}

std::vector<host::FieldValue> fields_from(const Json& list) {
  std::vector<host::FieldValue> fields;
  for (const Json& entry : list) {
    host::FieldValue field;
    entry.at("name").get_to(field.name);
    field.type = static_cast<FieldType>(entry.at("type").get<int>());
    entry.at("length").get_to(field.length);
    const auto& bytes = entry.at("data").get_binary();
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    field.data.assign(begin, begin + bytes.size());
    fields.push_back(std::move(field));
  }
  return fields;
}

}  // namespace plugsmith::wire
