// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plugsmith {
inline namespace v1 {

/// IEEE 754 binary16 as stored in a kHalf tensor. For CPU references: compute in float or double.
struct Half {
  std::uint16_t bits = 0;
  Half() = default;
  /// Rounds to nearest, ties to even; overflow gives infinity.
  explicit Half(float value);
  explicit operator float() const;
};

/// bfloat16 as stored in a kBf16 tensor: the upper half of a binary32.
struct BFloat16 {
  std::uint16_t bits = 0;
  BFloat16() = default;
  /// Rounds to nearest, ties to even; NaN stays NaN.
  explicit BFloat16(float value);
  explicit operator float() const;
};

}  // namespace v1
}  // namespace plugsmith
