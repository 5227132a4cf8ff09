// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "pad_to.hpp"

#include <algorithm>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

class PadToTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& attributes,
                                      const TestTensor& input, std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<PadTo>(), GetParam());
    runner.set_misalignment(misalignment);
    return runner.run(attributes, {input});
  }
};

std::vector<FieldData> target(std::int32_t height, std::int32_t width) {
  return {testing::int_field("height", height), testing::int_field("width", width)};
}

// Independent of the reference: walks the output by flat index.
std::vector<double> expected(const TestTensor& input, std::int64_t height, std::int64_t width,
                             double fill) {
  const std::vector<double> from = testing::values_of(input);
  const std::int64_t rows = input.shape[2];
  const std::int64_t columns = input.shape[3];
  std::vector<double> out(static_cast<std::size_t>(input.shape.volume(0, 2) * height * width),
                          fill);
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const std::int64_t row = index / columns % rows;
    const std::int64_t column = index % columns;
    const std::int64_t plane = index / columns / rows;
    if (row < height && column < width) {
      out[static_cast<std::size_t>((plane * height + row) * width + column)] = from[i];
    }
  }
  return out;
}

TEST_P(PadToTest, PadsTheBottomAndTheRightWithZeros) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 1, 2, 2}, {1, 2, 3, 4});
  const auto y = run(target(3, 4), x);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{1, 1, 3, 4}));
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0}));
}

TEST_P(PadToTest, UsesThirtyTwoByThirtyTwoByDefault) {
  const auto y = run({}, testing::random_tensor(DataType::kFloat, {1, 2, 5, 7}, -1, 1, 1));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{1, 2, 32, 32}));
}

TEST_P(PadToTest, FillsWithTheGivenValueRoundedToTheType) {
  for (const DataType type :
       {DataType::kFloat, DataType::kHalf, DataType::kBf16, DataType::kInt8}) {
    auto attributes = target(1, 2);
    attributes.push_back(testing::float_field("value", 2.6F));
    const auto y = run(attributes, testing::tensor(type, {1, 1, 1, 1}, {5}));
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const TestTensor rounded = testing::tensor(type, {1, 1, 1, 2}, {5, static_cast<double>(2.6F)});
    EXPECT_EQ((*y)[0].bytes, rounded.bytes) << to_string(type);
  }
}

TEST_P(PadToTest, SaturatesAnInt8FillThatIsOutOfRange) {
  auto attributes = target(1, 2);
  attributes.push_back(testing::float_field("value", 1000.0F));
  const auto y = run(attributes, testing::tensor(DataType::kInt8, {1, 1, 1, 1}, {5}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{5, 127}));
}

TEST_P(PadToTest, IsExactForEverySizeAroundTheBlock) {
  unsigned seed = 0;
  for (const DataType type :
       {DataType::kFloat, DataType::kHalf, DataType::kBf16, DataType::kInt8}) {
    for (const std::int32_t size : {1, 3, 4, 5, 63, 64, 65, 130}) {
      const Shape shape{2, 3, std::max(size - 2, 1), std::max(size - 1, 1)};
      const TestTensor x = testing::random_tensor(type, shape, -100, 100, ++seed);
      const auto y = run(target(size, size), x);
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      EXPECT_EQ(testing::values_of((*y)[0]), expected(x, size, size, 0.0))
          << to_string(type) << " size " << size << " seed " << seed;
    }
  }
}

TEST_P(PadToTest, TakesMisalignedBuffers) {
  const TestTensor x = testing::random_tensor(DataType::kHalf, {1, 3, 5, 9}, -1, 1, 3);
  const auto y = run(target(7, 11), x, 2);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), expected(x, 7, 11, 0.0));
}

TEST_P(PadToTest, GivesAnEmptyOutputForAnEmptyBatch) {
  const auto y = run(target(4, 4), testing::tensor(DataType::kFloat, {0, 3, 2, 2}, {}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{0, 3, 4, 4}));
  EXPECT_TRUE((*y)[0].bytes.empty());
}

TEST_P(PadToTest, FillsTheWholePlaneOfAnInputWithoutRows) {
  const auto y = run(target(2, 2), testing::tensor(DataType::kFloat, {1, 1, 0, 2}, {}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0, 0, 0, 0}));
}

TEST_P(PadToTest, RefusesAPlaneThatIsLargerAndNamesBothSizes) {
  const auto y = run(target(4, 8), testing::random_tensor(DataType::kFloat, {1, 1, 5, 8}, 0, 1, 4));
  ASSERT_FALSE(y.is_ok());
  // A plugin's method can only return a number, and TensorRT's side cannot know what it means.
  const bool direct =
      GetParam() == testing::Backend::kReference || GetParam() == testing::Backend::kCuda;
  EXPECT_EQ(y.status().code(), direct ? StatusCode::kInvalidArgument : StatusCode::kInternal);
  EXPECT_NE(
      y.status().message().find("input \"x\" is [5,8] per plane, larger than height and width "
                                "[4,8]; enlarge them or set crop to 1"),
      std::string::npos)
      << y.status().message();
}

TEST_P(PadToTest, KeepsTheTopLeftCornerWhenCropping) {
  auto attributes = target(2, 3);
  attributes.push_back(testing::int_field("crop", 1));
  const TestTensor x = testing::random_tensor(DataType::kFloat, {2, 1, 5, 2}, -1, 1, 5);
  const auto y = run(attributes, x);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), expected(x, 2, 3, 0.0));
}

TEST_P(PadToTest, RefusesBadAttributesWithASentence) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 1, 1, 1}, {1});
  const struct {
    FieldData field;
    const char* message;
  } cases[] = {
      {testing::int_field("height", -4), "attribute \"height\" is -4; must be at least 1"},
      {testing::float_field("width", 3.0F), "attribute \"width\" is kFLOAT32 of length 1; must be"},
      {testing::int_field("crop", 2), "attribute \"crop\" is 2; must be 0 or 1"},
      {testing::int_field("hieght", 4),
       "no attribute \"hieght\"; it has: height, width, value, crop"},
  };
  for (const auto& bad : cases) {
    const auto y = run({bad.field}, x);
    ASSERT_FALSE(y.is_ok()) << bad.message;
    EXPECT_NE(y.status().message().find(bad.message), std::string::npos) << y.status().message();
  }
}

TEST_P(PadToTest, RefusesAnInputThatHasNotFourDimensions) {
  const auto y = run({}, testing::tensor(DataType::kFloat, {2, 2}, {1, 2, 3, 4}));
  ASSERT_FALSE(y.is_ok());
  EXPECT_NE(y.status().message().find("input \"x\" has 2 dimensions; must have 4"),
            std::string::npos)
      << y.status().message();
}

TEST_P(PadToTest, LargeOutputOfMoreThanTwoToThe31ElementsIsFilled) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int32_t kSide = 46342;  // 46342^2 > 2^31
  auto attributes = target(kSide, kSide);
  attributes.push_back(testing::float_field("value", 3.0F));
  const auto y = run(attributes, testing::tensor(DataType::kInt8, {1, 1, 1, 2}, {5, 6}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const auto* out = (*y)[0].as<std::int8_t>();
  const std::int64_t count = (*y)[0].shape.volume();
  EXPECT_EQ(out[0], 5);
  EXPECT_EQ(out[1], 6);
  EXPECT_EQ(std::count(out + 2, out + count, 3), count - 2);
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(PadToTest);

}  // namespace
}  // namespace plugsmith::ops
