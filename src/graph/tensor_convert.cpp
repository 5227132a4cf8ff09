// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/tensor_convert.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <openvino/core/type/bfloat16.hpp>
#include <openvino/core/type/float16.hpp>
#include <type_traits>

namespace plugsmith::graph {
namespace {

template <class From, class To>
Status convert(const void* from, void* to, std::size_t count) {
  const auto* source = static_cast<const From*>(from);
  auto* target = static_cast<To*>(to);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_integral_v<From>) {
      target[i] = static_cast<To>(source[i]);
      if (static_cast<From>(target[i]) == source[i]) continue;
      return out_of_range(
          fmt::format("the value {} does not fit into the {} bits in which the CPU "
                      "engine computes",
                      source[i], 8 * sizeof(To)));
    } else {
      target[i] = To(static_cast<float>(source[i]));
    }
  }
  return Status::ok();
}

Status no_way(DataType from_type, DataType to_type) {
  return unsupported(fmt::format("the CPU engine cannot turn {} into {}", to_string(from_type),
                                 to_string(to_type)));
}

template <class From>
Status convert_float(const void* from, void* to, DataType from_type, DataType to_type,
                     std::size_t count) {
  switch (to_type) {
    case DataType::kFloat: return convert<From, float>(from, to, count);
    case DataType::kHalf: return convert<From, ov::float16>(from, to, count);
    case DataType::kBf16: return convert<From, ov::bfloat16>(from, to, count);
    default: return no_way(from_type, to_type);
  }
}

template <class From>
Status convert_integer(const void* from, void* to, DataType from_type, DataType to_type,
                       std::size_t count) {
  switch (to_type) {
    case DataType::kInt64: return convert<From, std::int64_t>(from, to, count);
    case DataType::kInt32: return convert<From, std::int32_t>(from, to, count);
    default: return no_way(from_type, to_type);
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
  switch (from_type) {
    case DataType::kFloat: return convert_float<float>(from, to, from_type, to_type, count);
    case DataType::kHalf: return convert_float<ov::float16>(from, to, from_type, to_type, count);
    case DataType::kBf16: return convert_float<ov::bfloat16>(from, to, from_type, to_type, count);
    case DataType::kInt64:
      return convert_integer<std::int64_t>(from, to, from_type, to_type, count);
    case DataType::kInt32:
      return convert_integer<std::int32_t>(from, to, from_type, to_type, count);
    default: return no_way(from_type, to_type);
  }
}

}  // namespace plugsmith::graph
