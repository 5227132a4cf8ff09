// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "graph/tensor_convert.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <openvino/core/type/bfloat16.hpp>
#include <openvino/core/type/float16.hpp>

namespace plugsmith::graph {
namespace {

template <class From, class To>
void convert(const void* from, void* to, std::size_t count) {
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_integral_v<From>) {
      target[i] = static_cast<To>(source[i]);
    } else {
      target[i] = To(static_cast<float>(source[i]));
    }
  }
}

template <class From>
bool convert_float(const void* from, void* to, DataType to_type, std::size_t count) {
  switch (to_type) {
    case DataType::kFloat: convert<From, float>(from, to, count); return true;
    case DataType::kHalf: convert<From, ov::float16>(from, to, count); return true;
    case DataType::kBf16: convert<From, ov::bfloat16>(from, to, count); return true;
    default: return false;
  }
}

template <class From>
bool convert_integer(const void* from, void* to, DataType to_type, std::size_t count) {
  switch (to_type) {
    case DataType::kInt64: convert<From, std::int64_t>(from, to, count); return true;
    case DataType::kInt32: convert<From, std::int32_t>(from, to, count); return true;
    case DataType::kInt8: convert<From, std::int8_t>(from, to, count); return true;
    case DataType::kUint8: convert<From, std::uint8_t>(from, to, count); return true;
    default: return false;
  }
}

bool convert_any(const void* from, DataType from_type, void* to, DataType to_type,
                 std::size_t count) {
  switch (from_type) {
    case DataType::kFloat: return convert_float<float>(from, to, to_type, count);
    case DataType::kHalf: return convert_float<ov::float16>(from, to, to_type, count);
    case DataType::kBf16: return convert_float<ov::bfloat16>(from, to, to_type, count);
    case DataType::kInt64: return convert_integer<std::int64_t>(from, to, to_type, count);
    case DataType::kInt32: return convert_integer<std::int32_t>(from, to, to_type, count);
    case DataType::kInt8: return convert_integer<std::int8_t>(from, to, to_type, count);
    case DataType::kUint8: return convert_integer<std::uint8_t>(from, to, to_type, count);
    default: return false;
  }
}

}  // namespace

Status convert_elements(const void* from, DataType from_type, void* to, DataType to_type,
                        std::size_t count) {
  if (count == 0) return Status::ok();
  if (from_type == to_type) {
    std::memcpy(to, from,
                static_cast<std::size_t>(bytes_of(from_type, static_cast<std::int64_t>(count))));
    return Status::ok();
  }
  if (convert_any(from, from_type, to, to_type, count)) return Status::ok();
  return unsupported(fmt::format("the CPU engine cannot turn {} into {}", to_string(from_type),
                                 to_string(to_type)));
}

}  // namespace plugsmith::graph
