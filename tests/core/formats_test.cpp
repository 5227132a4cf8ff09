// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/formats.hpp"

#include <gtest/gtest.h>

namespace plugsmith {
namespace {

constexpr In kX{"x"};
constexpr In kScale{"scale"};
constexpr Out kY{"y"};
constexpr auto kTable =
    formats(row(kX = any(f32, f16) * linear | f16 * hwc8, kScale = f32 * linear, kY = same(kX)),
            row(kX = i8 * chw32, kScale = f32 * linear, kY = type_of(kX) * linear));
const FormatTableView kView{kTable.rows[0].rules, 2, 3};

bool accepted(const std::vector<TypeFormat>& chosen) {
  return accepts(kView, chosen.data(), static_cast<int>(chosen.size()) - 1);
}

constexpr TypeFormat kFloatLinear{DataType::kFloat, linear};
constexpr TypeFormat kHalfHwc8{DataType::kHalf, hwc8};
constexpr TypeFormat kInt8Chw32{DataType::kInt8, chw32};
constexpr TypeFormat kInt8Linear{DataType::kInt8, linear};

TEST(FormatTable, AcceptsAPrefixThatSomeRowAllows) {
  EXPECT_TRUE(accepted({kFloatLinear}));
  EXPECT_TRUE(accepted({kHalfHwc8}));
  EXPECT_TRUE(accepted({kInt8Chw32}));
  EXPECT_FALSE(accepted({kInt8Linear}));
  EXPECT_FALSE(accepted({{DataType::kFloat, hwc8}}));
}

TEST(FormatTable, TiesAPortToAnEarlierOne) {
  EXPECT_TRUE(accepted({kHalfHwc8, kFloatLinear, kHalfHwc8}));
  EXPECT_FALSE(accepted({kHalfHwc8, kFloatLinear, {DataType::kHalf, linear}}));
  EXPECT_FALSE(accepted({kFloatLinear, kFloatLinear, kHalfHwc8}));
  EXPECT_TRUE(accepted({kInt8Chw32, kFloatLinear, kInt8Linear}));
  EXPECT_FALSE(accepted({kInt8Chw32, kFloatLinear, kInt8Chw32}));
}

TEST(FormatTable, DoesNotMixRows) {
  EXPECT_FALSE(accepted({kInt8Chw32, kFloatLinear, kFloatLinear}));
}

TEST(FormatTable, GivesTheOutputTypesForInputTypes) {
  DataType out = DataType::kBool;
  const DataType half[] = {DataType::kHalf, DataType::kFloat};
  ASSERT_TRUE(output_types(kView, half, &out));
  EXPECT_EQ(out, DataType::kHalf);
  const DataType int8[] = {DataType::kInt8, DataType::kFloat};
  ASSERT_TRUE(output_types(kView, int8, &out));
  EXPECT_EQ(out, DataType::kInt8);
  const DataType wrong[] = {DataType::kHalf, DataType::kHalf};
  EXPECT_FALSE(output_types(kView, wrong, &out));
}

TEST(FormatTable, CountsItsCombinations) {
  EXPECT_EQ(format_checks::combinations(kTable), 3 + 1);
  EXPECT_EQ(kView.inputs(), 2);
  EXPECT_EQ(kView.index_of(std::string("scale")), 1);
  EXPECT_EQ(kView.index_of("none"), -1);
}

TEST(FormatTable, DescribesWhatItTakes) {
  EXPECT_EQ(describe(kView),
            "x: float32, float16; scale: float32; y: as x | x: int8; scale: float32; y: as x");
}

}  // namespace
}  // namespace plugsmith
