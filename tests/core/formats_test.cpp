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
const FormatTableView kView(kTable.rows[0].rules, 2, 3);

bool accepted(const std::vector<TypeFormat>& chosen) {
  return accepts(kView, chosen.data(), static_cast<int>(chosen.size()) - 1, kView.inputs());
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
  ASSERT_TRUE(output_types(kView, {DataType::kHalf, DataType::kFloat}, &out));
  EXPECT_EQ(out, DataType::kHalf);
  ASSERT_TRUE(output_types(kView, {DataType::kInt8, DataType::kFloat}, &out));
  EXPECT_EQ(out, DataType::kInt8);
  EXPECT_FALSE(output_types(kView, {DataType::kHalf, DataType::kHalf}, &out));
}

constexpr auto kChoice =
    formats(row(kX = f32 * linear, kY = i64 * linear), row(kX = f32 * linear, kY = i32 * linear));
const FormatTableView kChoiceView(kChoice.rows[0].rules, 2, 2);

TEST(FormatTable, LooksOnlyAtTheRowsThatTheAttributesLeaveInForce) {
  DataType out = DataType::kBool;
  ASSERT_TRUE(output_types(kChoiceView, {DataType::kFloat}, &out));
  EXPECT_EQ(out, DataType::kInt64);
  ASSERT_TRUE(output_types(kChoiceView, {DataType::kFloat}, &out, {false, true}));
  EXPECT_EQ(out, DataType::kInt32);
  EXPECT_FALSE(output_types(kChoiceView, {DataType::kFloat}, &out, {false, false}));
  const TypeFormat chosen[] = {kFloatLinear, {DataType::kInt64, linear}};
  EXPECT_TRUE(accepts(kChoiceView, chosen, 1, 1));
  EXPECT_TRUE(accepts(kChoiceView, chosen, 1, 1, {true, false}));
  EXPECT_FALSE(accepts(kChoiceView, chosen, 1, 1, {false, true}));
}

TEST(FormatTable, CountsItsCombinations) {
  EXPECT_EQ(format_checks::combinations(kTable), 3 + 1);
  EXPECT_EQ(kView.inputs(), 2);
  EXPECT_EQ(kView.index_of(std::string("scale")), 1);
  EXPECT_EQ(kView.index_of("none"), -1);
}

constexpr InOut kCache{"cache", required};
constexpr OptionalIn kBias{"bias"};
constexpr HostInput kTarget{"target"};
constexpr SizeOut kCount{"count"};
constexpr auto kMixed = formats(row(kCache = any(f16, bf16) * linear, kTarget = any(i32, i64),
                                    kBias = same(kCache), kY = f32 * linear, kCount = i64));
const FormatTableView kMixedView(kMixed.rows[0].rules, 1, 5);

TEST(FormatTable, CountsDeviceInputsShapeInputsAndOutputsApart) {
  EXPECT_EQ(kMixedView.inputs(), 2);
  EXPECT_EQ(kMixedView.required_inputs(), 1);
  EXPECT_EQ(kMixedView.host_inputs(), 1);
  EXPECT_EQ(kMixedView.outputs(), 3);
  EXPECT_EQ(kMixedView.port_of_output(0), kMixedView.index_of("cache"));
  EXPECT_EQ(kMixedView.output_position(kMixedView.index_of("count")), 2);
  EXPECT_EQ(kMixedView.host_position(kMixedView.index_of("target")), 0);
  EXPECT_EQ(kMixedView.input_position(kMixedView.index_of("target")), -1);
}

TEST(FormatTable, ShiftsTheOutputsWhenAnOptionalInputIsMissing) {
  constexpr TypeFormat kHalfLinear{DataType::kHalf, linear};
  constexpr TypeFormat kBf16Linear{DataType::kBf16, linear};
  const TypeFormat without[] = {kHalfLinear, kHalfLinear, kFloatLinear, {DataType::kInt64, linear}};
  EXPECT_TRUE(accepts(kMixedView, without, 3, 1));
  const TypeFormat other_alias[] = {kHalfLinear, kBf16Linear};
  EXPECT_FALSE(accepts(kMixedView, other_alias, 1, 1));
  const TypeFormat with[] = {kBf16Linear, kBf16Linear, kBf16Linear, kFloatLinear};
  EXPECT_TRUE(accepts(kMixedView, with, 3, 2));
  DataType out[3] = {};
  ASSERT_TRUE(output_types(kMixedView, {DataType::kBf16}, out));
  EXPECT_EQ(out[0], DataType::kBf16);
  EXPECT_EQ(out[1], DataType::kFloat);
  EXPECT_EQ(out[2], DataType::kInt64);
}

TEST(StorageBytes, CountThePaddingOfVectorizedFormats) {
  EXPECT_EQ(storage_bytes({DataType::kHalf, linear}, {2, 3, 4, 5}), 240);
  EXPECT_EQ(storage_bytes({DataType::kHalf, hwc8}, {2, 3, 4, 5}), 2 * 8 * 4 * 5 * 2);
  EXPECT_EQ(storage_bytes({DataType::kInt8, chw32}, {1, 33, 2, 2}), 64 * 4);
  EXPECT_EQ(storage_bytes({DataType::kFloat, hwc}, {2, 3, 4, 5}), 480);
  EXPECT_EQ(storage_bytes({DataType::kHalf, hwc8}, {0, 3, 4, 5}), 0);
}

TEST(FormatTable, DescribesWhatItTakes) {
  EXPECT_EQ(describe(kView),
            "x: float32, float16; scale: float32; y: as x | x: int8; scale: float32; y: as x");
}

}  // namespace
}  // namespace plugsmith
