// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plugsmith/host_device.hpp"

namespace plugsmith {
inline namespace v1 {

/// Divides non-negative numbers by one divisor that is fixed on the host, by a multiplication and a
/// shift: for kernels, where a 64-bit division takes some hundred instructions. Passed by value.
///
/// With s = ceil(log2 d) and m = floor(2^(63+s) / d) + 1, n / d is n * m >> (63 + s) for all n
/// below 2^63 (Granlund and Montgomery, "Division by invariant integers using multiplication",
/// 1994, theorem 4.2).
class FastDivisor {
 public:
  /// Divides by 1.
  FastDivisor() : FastDivisor(1) {}
  /// `divisor` below 1 is taken for 1.
  explicit FastDivisor(std::int64_t divisor) : divisor_(divisor < 1 ? 1 : divisor) {
    const auto d = static_cast<std::uint64_t>(divisor_);
    while (shift_ < 63 && (std::uint64_t{1} << shift_) < d) ++shift_;
    multiplier_ = static_cast<std::uint64_t>((Wide{1} << (63 + shift_)) / d + 1);
  }

  PLUGSMITH_HD std::int64_t divisor() const { return divisor_; }
  /// n / divisor(), for n of 0 and more.
  PLUGSMITH_HD std::int64_t quotient(std::int64_t n) const {
    // n doubled makes 63 the 64 that a high half is.
    const std::uint64_t doubled = static_cast<std::uint64_t>(n) << 1;
#ifdef __CUDA_ARCH__
    const std::uint64_t high = __umul64hi(doubled, multiplier_);
#else
    const auto high = static_cast<std::uint64_t>(Wide{doubled} * multiplier_ >> 64);
#endif
    return static_cast<std::int64_t>(high >> shift_);
  }

 private:
  __extension__ typedef unsigned __int128 Wide;

  std::int64_t divisor_;
  std::uint64_t multiplier_ = 0;
  int shift_ = 0;
};

}  // namespace v1
}  // namespace plugsmith
