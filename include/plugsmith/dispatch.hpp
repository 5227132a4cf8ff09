// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plugsmith/half.hpp"
#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"

namespace plugsmith {
inline namespace v1 {

/// Calls `body` with a value of the C++ type that stores `type`: float, Half or BFloat16. `body`
/// returns Status. Other types are refused.
template <class Body>
Status dispatch_floating(DataType type, Body&& body) {
  switch (type) {
    case DataType::kFloat: return body(float{});
    case DataType::kHalf: return body(Half{});
    case DataType::kBf16: return body(BFloat16{});
    default:
      return unsupported(std::string("no CPU reference for element type ") + to_string(type));
  }
}

/// The same, also for std::int8_t, std::int32_t and std::int64_t.
template <class Body>
Status dispatch(DataType type, Body&& body) {
  switch (type) {
    case DataType::kInt8: return body(std::int8_t{});
    case DataType::kInt32: return body(std::int32_t{});
    case DataType::kInt64: return body(std::int64_t{});
    default: return dispatch_floating(type, body);
  }
}

/// Rounds `value` to storage type T: to nearest, saturating for integers (NaN gives 0).
template <class T>
T round_to(double value);
template <>
inline float round_to<float>(double value) {
  return static_cast<float>(value);
}
template <>
inline Half round_to<Half>(double value) {
  return Half(static_cast<float>(value));
}
template <>
inline BFloat16 round_to<BFloat16>(double value) {
  return BFloat16(static_cast<float>(value));
}
template <>
std::int8_t round_to<std::int8_t>(double value);
template <>
std::int32_t round_to<std::int32_t>(double value);
template <>
std::int64_t round_to<std::int64_t>(double value);

}  // namespace v1
}  // namespace plugsmith
