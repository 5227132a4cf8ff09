// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/fast_division.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace plugsmith {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

void expect_exact(std::int64_t n, std::int64_t d) {
  ASSERT_EQ(FastDivisor(d).quotient(n), n / d) << n << " / " << d;
}

TEST(FastDivisor, IsExactAroundTheMultiplesOfEveryKindOfDivisor) {
  for (const std::int64_t d :
       {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{7}, std::int64_t{641},
        std::int64_t{65536}, (std::int64_t{1} << 31) - 1, (std::int64_t{1} << 32) + 1,
        std::int64_t{1} << 62, (std::int64_t{1} << 62) + 1, kLargest - 1, kLargest}) {
    for (const std::int64_t quotient : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2},
                                        kLargest / d / 2, kLargest / d - 1, kLargest / d}) {
      if (quotient < 0 || quotient > kLargest / d) continue;
      const std::int64_t n = quotient * d;
      expect_exact(n, d);
      if (n > 0) expect_exact(n - 1, d);
      if (n < kLargest) expect_exact(n + 1, d);
    }
    expect_exact(kLargest, d);
  }
}

TEST(FastDivisor, IsExactForRandomNumbersOfEveryLength) {
  std::mt19937_64 generator(7);
  for (int i = 0; i < 200000; ++i) {
    const auto n = static_cast<std::int64_t>(generator() >> (1 + generator() % 63));
    const auto d = static_cast<std::int64_t>(generator() >> (1 + generator() % 63));
    expect_exact(n, d == 0 ? 1 : d);
  }
}

TEST(FastDivisor, TakesADivisorBelowOneForOne) {
  EXPECT_EQ(FastDivisor(0).quotient(5), 5);
  EXPECT_EQ(FastDivisor(-3).divisor(), 1);
  EXPECT_EQ(FastDivisor().quotient(kLargest), kLargest);
}

}  // namespace
}  // namespace plugsmith
