// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/random.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <cstring>

namespace plugsmith::io {
namespace {

template <class T>
T at(const Tensor& tensor, std::size_t index) {
  T value{};
  std::memcpy(&value, tensor.bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(Random, GivesTheSameNumbersEverywhere) {
  // With an empty stream, seed FNV's offset basis makes the key 0: SplitMix64's published sequence.
  auto tensor = random_tensor(DataType::kFloat, {2}, 0xCBF29CE484222325U, "");
  ASSERT_TRUE(tensor.is_ok());
  EXPECT_EQ(at<float>(*tensor, 0), static_cast<float>(0xE220A8397B1DCDAFU >> 40U) * 0x1p-23F - 1);
  EXPECT_EQ(at<float>(*tensor, 1), static_cast<float>(0x6E789E6AA1B965F4U >> 40U) * 0x1p-23F - 1);
}

TEST(Random, DependsOnSeedAndStream) {
  const auto one = *random_tensor(DataType::kInt64, {64}, 1, "x");
  EXPECT_EQ(one.bytes, random_tensor(DataType::kInt64, {64}, 1, "x")->bytes);
  EXPECT_NE(one.bytes, random_tensor(DataType::kInt64, {64}, 2, "x")->bytes);
  EXPECT_NE(one.bytes, random_tensor(DataType::kInt64, {64}, 1, "y")->bytes);
}

TEST(Random, StaysInItsRange) {
  const auto floats = *random_tensor(DataType::kFloat, {10000}, 3, "x");
  float low = 1;
  float high = -1;
  for (std::size_t i = 0; i < 10000; ++i) {
    low = std::fmin(low, at<float>(floats, i));
    high = std::fmax(high, at<float>(floats, i));
  }
  EXPECT_GE(low, -1.0F);
  EXPECT_LT(low, -0.99F);
  EXPECT_LT(high, 1.0F);
  EXPECT_GT(high, 0.99F);
  const auto integers = *random_tensor(DataType::kInt32, {1000}, 3, "x");
  const auto bits = *random_tensor(DataType::kBool, {1000}, 3, "x");
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_GE(at<std::int32_t>(integers, i), 0);
    EXPECT_LE(at<std::int32_t>(integers, i), 9);
    EXPECT_LE(at<std::uint8_t>(bits, i), 1);
  }
}

TEST(Random, StaysInTheRangeThatIsGiven) {
  const auto indices = *random_tensor(DataType::kInt64, {1000}, 3, "x", IntegerRange{-2, 1});
  std::array<int, 3> seen{};
  for (std::size_t i = 0; i < 1000; ++i) {
    const auto value = at<std::int64_t>(indices, i);
    ASSERT_TRUE(value >= -2 && value < 1) << value;
    ++seen[static_cast<std::size_t>(value + 2)];
  }
  for (const int count : seen) EXPECT_GT(count, 250);
  EXPECT_TRUE(random_tensor(DataType::kInt32, {0}, 3, "x", IntegerRange{0, 0}).is_ok());
}

TEST(Random, RefusesARangeThatIsEmptyOrTooWideForTheType) {
  const auto empty = random_tensor(DataType::kInt32, {3}, 3, "x", IntegerRange{0, 0});
  ASSERT_FALSE(empty.is_ok());
  EXPECT_EQ(empty.status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(empty.status().message(),
            "random input x: its values would be at least 0 and below 0: int32[3] has no such "
            "value");
  const auto wide = random_tensor(DataType::kInt8, {3}, 3, "x", IntegerRange{0, 129});
  ASSERT_FALSE(wide.is_ok());
  EXPECT_EQ(wide.status().message(),
            "random input x: its values would be at least 0 and below 129: int8 cannot hold them");
  EXPECT_TRUE(random_tensor(DataType::kInt8, {3}, 3, "x", IntegerRange{0, 128}).is_ok());
}

TEST(Random, RefusesTypesWithoutNumbersAndTensorsThatAreTooLarge) {
  auto fp8 = random_tensor(DataType::kFp8, {2}, 0, "x");
  ASSERT_FALSE(fp8.is_ok());
  EXPECT_EQ(fp8.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(fp8.status().message(), testing::HasSubstr("random input x: no random numbers for"));
  auto large = random_tensor(DataType::kFloat, {1000000, 1000000}, 0, "x");
  ASSERT_FALSE(large.is_ok());
  EXPECT_EQ(large.status().code(), StatusCode::kOutOfRange);
  EXPECT_THAT(large.status().message(), testing::HasSubstr("64 GiB"));
}

}  // namespace
}  // namespace plugsmith::io
