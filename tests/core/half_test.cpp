// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "plugsmith/dispatch.hpp"

namespace plugsmith {
namespace {

// The compiler's own binary16 is the judge; g++ 12 has it under another name for AArch64.
#ifdef __aarch64__
using CompilerHalf = __fp16;
#else
using CompilerHalf = _Float16;
#endif

std::uint16_t compiler_half(float value) {
  const auto half = static_cast<CompilerHalf>(value);
  std::uint16_t bits = 0;
  std::memcpy(&bits, &half, sizeof bits);
  return bits;
}

float float_of(std::uint32_t bits) {
  float value = 0.0F;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(Half, BringsEveryBitPatternBack) {
  for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
    Half half;
    half.bits = static_cast<std::uint16_t>(bits);
    const auto value = static_cast<float>(half);
    if (std::isnan(value)) {
      EXPECT_GT(bits & 0x7FFFU, 0x7C00U);
      EXPECT_TRUE(std::isnan(static_cast<float>(Half(value))));
    } else {
      ASSERT_EQ(Half(value).bits, bits);
      ASSERT_EQ(compiler_half(value), bits);
    }
  }
}

TEST(Half, RoundsAsTheCompilerDoes) {
  std::mt19937 generator(7);
  for (int i = 0; i < 2000000; ++i) {
    const float value = float_of(static_cast<std::uint32_t>(generator()));
    if (std::isnan(value)) continue;
    ASSERT_EQ(Half(value).bits, compiler_half(value)) << value;
  }
}

TEST(Half, RoundsAsTheCompilerDoesAroundEveryTie) {
  for (std::uint32_t bits = 0; bits < 0x7C00U; ++bits) {
    Half low, high;
    low.bits = static_cast<std::uint16_t>(bits);
    high.bits = static_cast<std::uint16_t>(bits + 1);
    const float below = static_cast<float>(low);
    const float above = bits + 1 == 0x7C00U ? 65536.0F : static_cast<float>(high);
    const float tie = below + (above - below) / 2.0F;
    for (const float value : {std::nextafter(tie, below), tie, std::nextafter(tie, above)}) {
      ASSERT_EQ(Half(value).bits, compiler_half(value)) << value;
      ASSERT_EQ(Half(-value).bits, compiler_half(-value)) << -value;
    }
  }
}

TEST(BFloat16, RoundsToNearestEven) {
  EXPECT_EQ(BFloat16(1.0F).bits, 0x3F80);
  EXPECT_EQ(BFloat16(float_of(0x3F808000U)).bits, 0x3F80);  // tie, to even
  EXPECT_EQ(BFloat16(float_of(0x3F818000U)).bits, 0x3F82);  // tie, to even
  EXPECT_EQ(BFloat16(float_of(0x3F808001U)).bits, 0x3F81);
  EXPECT_EQ(BFloat16(std::numeric_limits<float>::infinity()).bits, 0x7F80);
  EXPECT_EQ(BFloat16(std::numeric_limits<float>::max()).bits, 0x7F80);
  EXPECT_TRUE(std::isnan(static_cast<float>(BFloat16(float_of(0x7F800001U)))));
}

TEST(RoundTo, SaturatesIntegersAndMapsNanToZero) {
  EXPECT_EQ(round_to<std::int8_t>(127.6), 127);
  EXPECT_EQ(round_to<std::int8_t>(-1e9), -128);
  EXPECT_EQ(round_to<std::int8_t>(2.5), 2);
  EXPECT_EQ(round_to<std::int32_t>(std::nan("")), 0);
  EXPECT_EQ(round_to<std::int64_t>(1e30), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(round_to<std::int64_t>(-1e30), std::numeric_limits<std::int64_t>::min());
}

}  // namespace
}  // namespace plugsmith
