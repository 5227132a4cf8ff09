// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/dispatch.hpp"

#include <cmath>
#include <limits>

namespace plugsmith {
inline namespace v1 {
namespace {

template <class T>
T saturate(double value) {
  if (std::isnan(value)) return 0;
  const double rounded = std::nearbyint(value);
  // 2^63 is no std::int64_t: compare with the bound as a double and return the exact limit.
  if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) {
    return std::numeric_limits<T>::max();
  }
  if (rounded <= static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::min();
  }
  return static_cast<T>(rounded);
}

}  // namespace

template <>
std::int8_t round_to<std::int8_t>(double value) {
  return saturate<std::int8_t>(value);
}
template <>
std::int32_t round_to<std::int32_t>(double value) {
  return saturate<std::int32_t>(value);
}
template <>
std::int64_t round_to<std::int64_t>(double value) {
  return saturate<std::int64_t>(value);
}

}  // namespace v1
}  // namespace plugsmith
