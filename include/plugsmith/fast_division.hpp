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
  /// n modulo divisor(), for n of 0 and more.
  PLUGSMITH_HD std::int64_t remainder(std::int64_t n) const { return n - quotient(n) * divisor_; }

 private:
  __extension__ typedef unsigned __int128 Wide;

  std::int64_t divisor_;
  std::uint64_t multiplier_ = 0;
  int shift_ = 0;
};

/// The same in 32 bits, for numbers below 2^31: a quarter of the instructions.
class FastDivisor32 {
 public:
  /// Divides by 1.
  FastDivisor32() : FastDivisor32(1) {}
  /// `divisor` below 1 is taken for 1; must be below 2^31.
  explicit FastDivisor32(std::int64_t divisor)
      : divisor_(static_cast<std::uint32_t>(divisor < 1 ? 1 : divisor)) {
    while (shift_ < 31 && (std::uint32_t{1} << shift_) < divisor_) ++shift_;
    multiplier_ = static_cast<std::uint32_t>((std::uint64_t{1} << (31 + shift_)) / divisor_ + 1);
  }

  PLUGSMITH_HD std::uint32_t divisor() const { return divisor_; }
  /// n / divisor(), for n below 2^31.
  PLUGSMITH_HD std::uint32_t quotient(std::uint32_t n) const {
#ifdef __CUDA_ARCH__
    return __umulhi(n << 1, multiplier_) >> shift_;
#else
    return static_cast<std::uint32_t>(std::uint64_t{n << 1} * multiplier_ >> 32) >> shift_;
#endif
  }
  PLUGSMITH_HD std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  std::uint32_t divisor_;
  std::uint32_t multiplier_ = 0;
  int shift_ = 0;
};

}  // namespace v1
}  // namespace plugsmith
