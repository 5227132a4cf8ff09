// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/trace/format.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <type_traits>

namespace plugsmith::trace {
namespace {

constexpr std::int32_t kMaxShownElements = 8;

std::string format_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

template <class T>
std::string format_elements(const void* data, std::int32_t count) {
  std::string text;
  for (std::int32_t i = 0; i < std::min(count, kMaxShownElements); ++i) {
    T value;
    std::memcpy(&value, static_cast<const char*>(data) + static_cast<std::size_t>(i) * sizeof(T),
                sizeof(T));
    if (i != 0) text += ',';
    if constexpr (std::is_floating_point_v<T>) {
      text += format_number(static_cast<double>(value));
    } else {
      text += std::to_string(value);
    }
  }
  return count > kMaxShownElements ? text + ",..." : text;
}

std::string format_data(const nvinfer1::PluginField& field) {
  using Type = nvinfer1::PluginFieldType;
  if (field.data == nullptr) return "null";
  if (field.length <= 0) return "empty";
  switch (field.type) {
    case Type::kFLOAT32: return format_elements<float>(field.data, field.length);
    case Type::kFLOAT64: return format_elements<double>(field.data, field.length);
    case Type::kINT8: return format_elements<std::int8_t>(field.data, field.length);
    case Type::kINT16: return format_elements<std::int16_t>(field.data, field.length);
    case Type::kINT32: return format_elements<std::int32_t>(field.data, field.length);
#if NV_TENSORRT_MAJOR >= 10
    case Type::kINT64: return format_elements<std::int64_t>(field.data, field.length);
#endif
    case Type::kCHAR: {
      const char* text = static_cast<const char*>(field.data);
      const std::string shown(text, strnlen(text, static_cast<std::size_t>(field.length)));
      return shown.size() > 64 ? "\"" + shown.substr(0, 64) + "...\"" : "\"" + shown + "\"";
    }
    default: return "set";
  }
}

}  // namespace

std::string format_dims(const std::vector<std::int64_t>& dims) {
  std::string text = "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i != 0) text += ',';
    text += std::to_string(dims[i]);
  }
  return text + "]";
}

std::string format_dims(const nvinfer1::Dims& dims) {
  const std::int32_t rank = std::clamp(dims.nbDims, 0, nvinfer1::Dims::MAX_DIMS);
  return format_dims(std::vector<std::int64_t>(dims.d, dims.d + rank));
}

std::string format_desc(const nvinfer1::PluginTensorDesc& desc) {
  return format_dims(desc.dims) + ":t" + std::to_string(static_cast<std::int32_t>(desc.type)) +
         ":f" + std::to_string(static_cast<std::int32_t>(desc.format)) + ":s" +
         format_number(static_cast<double>(desc.scale));
}

std::string format_fields(const nvinfer1::PluginFieldCollection& fields) {
  std::string text = "fields " + std::to_string(fields.nbFields);
  if (fields.fields == nullptr) return fields.nbFields > 0 ? text + " at null" : text;
  for (std::int32_t i = 0; i < fields.nbFields; ++i) {
    const nvinfer1::PluginField& field = fields.fields[i];
    text += std::string(" [") + (field.name == nullptr ? "null" : field.name) + " t" +
            std::to_string(static_cast<std::int32_t>(field.type)) + " len " +
            std::to_string(field.length) + " data " + format_data(field) + "]";
  }
  return text;
}

nvinfer1::Dims to_dims(const std::vector<std::int64_t>& dims) {
  nvinfer1::Dims result{};
  result.nbDims = static_cast<std::int32_t>(dims.size());
  for (std::size_t i = 0; i < dims.size(); ++i) {
    result.d[i] = static_cast<std::remove_reference_t<decltype(result.d[i])>>(dims[i]);
  }
  return result;
}

}  // namespace plugsmith::trace
