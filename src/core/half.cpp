// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/half.hpp"

#include <cstring>

namespace plugsmith {
inline namespace v1 {
namespace {

std::uint32_t bits_of_float(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

float float_of_bits(std::uint32_t bits) {
  float value = 0.0F;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

// Drops the `shift` low bits of `value`, rounding to nearest, ties to even.
std::uint32_t shift_rounded(std::uint32_t value, int shift) {
  const std::uint32_t half = 1U << (shift - 1);
  const std::uint32_t odd = value >> shift & 1U;
  return (value + half - 1U + odd) >> shift;
}

constexpr std::uint32_t kInfinity32 = 0x7F800000U;

}  // namespace

Half::Half(float value) {
  const std::uint32_t all = bits_of_float(value);
  const auto sign = static_cast<std::uint16_t>(all >> 16 & 0x8000U);
  const std::uint32_t magnitude = all & 0x7FFFFFFFU;
  constexpr std::uint32_t kOverflow = 0x477FF000U;        // 65520: rounds to infinity
  constexpr std::uint32_t kSmallestNormal = 0x38800000U;  // 2^-14
  std::uint32_t result = 0;
  if (magnitude > kInfinity32) {
    result = 0x7E00U;
  } else if (magnitude >= kOverflow) {
    result = 0x7C00U;
  } else if (magnitude >= kSmallestNormal) {
    result = shift_rounded(magnitude - (112U << 23), 13);
  } else {
    const int exponent = static_cast<int>(magnitude >> 23);
    const int shift = 126 - exponent;  // brings the mantissa to multiples of 2^-24
    const std::uint32_t mantissa = (magnitude & 0x7FFFFFU) | 0x800000U;
    result = shift > 24 ? 0U : shift_rounded(mantissa, shift);
  }
  bits = static_cast<std::uint16_t>(sign | result);
}

Half::operator float() const {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1FU;
  const std::uint32_t mantissa = bits & 0x3FFU;
  if (exponent == 0x1FU) return float_of_bits(sign | kInfinity32 | mantissa << 13);
  if (exponent != 0) return float_of_bits(sign | (exponent + 112U) << 23 | mantissa << 13);
  const float subnormal = static_cast<float>(mantissa) * 0x1p-24F;
  return float_of_bits(sign | bits_of_float(subnormal));
}

BFloat16::BFloat16(float value) {
  const std::uint32_t all = bits_of_float(value);
  const bool nan = (all & 0x7FFFFFFFU) > kInfinity32;
  bits = static_cast<std::uint16_t>(nan ? (all >> 16 | 0x40U) : shift_rounded(all, 16));
}

BFloat16::operator float() const { return float_of_bits(static_cast<std::uint32_t>(bits) << 16); }

}  // namespace v1
}  // namespace plugsmith
