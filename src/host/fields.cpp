// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/fields.hpp"

#include <algorithm>
#include <cstring>

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxFields = 65536;
constexpr std::int64_t kMaxFieldBytes = std::int64_t{1} << 34;

}  // namespace

FieldCollection::FieldCollection(const std::vector<FieldValue>& values) : values_(values) {
  for (const FieldValue& value : values_) {
    fields_.emplace_back(value.name.c_str(), value.data.empty() ? nullptr : value.data.data(),
                         static_cast<nvinfer1::PluginFieldType>(value.type), value.length);
  }
  collection_.nbFields = static_cast<std::int32_t>(fields_.size());
  collection_.fields = fields_.data();
}

FieldCollection::~FieldCollection() {
  for (FieldValue& value : values_)
    std::fill(value.data.begin(), value.data.end(), std::byte{0xA5});
}

std::int64_t field_bytes(FieldType type, std::int32_t length) {
  const int element = bytes_of(type);
  if (element == 0) return (std::int64_t{length} + 1) / 2;
  return std::int64_t{length} * element;
}

Result<std::vector<FieldValue>> copy_fields(const nvinfer1::PluginFieldCollection& collection) {
  if (collection.nbFields < 0 || collection.nbFields > kMaxFields ||
      (collection.nbFields > 0 && collection.fields == nullptr)) {
    return invalid_argument("claims " + std::to_string(collection.nbFields) + " fields" +
                            (collection.fields == nullptr ? " without an array" : ""));
  }
  std::vector<FieldValue> values;
  for (std::int32_t i = 0; i < collection.nbFields; ++i) {
    const nvinfer1::PluginField& field = collection.fields[i];
    const std::string place = "field " + std::to_string(i);
    if (field.name == nullptr) return invalid_argument(place + " has no name");
    const auto type = static_cast<std::int32_t>(field.type);
    if (type < 0 || type > static_cast<std::int32_t>(FieldType::kFp4)) {
      return invalid_argument(place + " (" + field.name + ") has type " + std::to_string(type) +
                              ", which is no nvinfer1::PluginFieldType");
    }
    FieldValue value{field.name, static_cast<FieldType>(type), field.length, {}};
    const std::int64_t bytes = field.length < 0 ? -1 : field_bytes(value.type, field.length);
    if (bytes < 0 || bytes > kMaxFieldBytes) {
      return invalid_argument(place + " (" + field.name + ") has length " +
                              std::to_string(field.length));
    }
    if (bytes > 0 && field.data == nullptr) {
      return invalid_argument(place + " (" + field.name + ") has length " +
                              std::to_string(field.length) + " but null data");
    }
    value.data.resize(static_cast<std::size_t>(bytes));
    if (bytes > 0) std::memcpy(value.data.data(), field.data, value.data.size());
    values.push_back(std::move(value));
  }
  return values;
}

}  // namespace plugsmith::host
