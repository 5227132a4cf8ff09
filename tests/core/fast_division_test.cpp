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

TEST(FastDivisor, GivesTheRemainderToo) {
  EXPECT_EQ(FastDivisor(7).remainder(20), 6);
  EXPECT_EQ(FastDivisor(1).remainder(kLargest), 0);
}

void expect_exact_in_32_bits(std::uint32_t n, std::uint32_t d) {
  ASSERT_EQ(FastDivisor32(d).quotient(n), n / d) << n << " / " << d;
  ASSERT_EQ(FastDivisor32(d).remainder(n), n % d) << n << " % " << d;
}

TEST(FastDivisor32, IsExactAroundTheMultiplesAndForRandomNumbersOfEveryLength) {
  constexpr std::uint32_t kMost = 0x7FFFFFFFU;
  for (const std::uint32_t d :
       {1U, 2U, 3U, 7U, 641U, 65536U, 0x40000000U, 0x40000001U, kMost - 1, kMost}) {
    for (const std::uint32_t quotient : {0U, 1U, 2U, kMost / d / 2, kMost / d}) {
      if (quotient > kMost / d) continue;
      const std::uint32_t n = quotient * d;
      expect_exact_in_32_bits(n, d);
      if (n > 0) expect_exact_in_32_bits(n - 1, d);
      if (n < kMost) expect_exact_in_32_bits(n + 1, d);
    }
  }
  std::mt19937_64 generator(9);
  for (int i = 0; i < 200000; ++i) {
    const auto n = static_cast<std::uint32_t>(generator() & kMost) >> generator() % 31;
    const auto d = static_cast<std::uint32_t>(generator() & kMost) >> generator() % 31;
    expect_exact_in_32_bits(n, d == 0 ? 1 : d);
  }
}

TEST(FastDivisor, TakesADivisorBelowOneForOne) {
  EXPECT_EQ(FastDivisor(0).quotient(5), 5);
  EXPECT_EQ(FastDivisor(-3).divisor(), 1);
  EXPECT_EQ(FastDivisor().quotient(kLargest), kLargest);
  EXPECT_EQ(FastDivisor32(0).quotient(5), 5U);
  EXPECT_EQ(FastDivisor32().divisor(), 1U);
}

}  // namespace
}  // namespace plugsmith
