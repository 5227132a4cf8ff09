// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "multi_scale_deformable_attention_test.hpp"

#include <limits>

namespace plugsmith::ops::multi_scale_deformable_attention_test {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Pixel centres of a 2x2 map are at a quarter and three quarters of each side.
TEST_P(MultiScaleDeformableAttentionTest, TakesPixelsAtTheirCentresAndZeroBeyondTheEdge) {
  const std::vector<double> map = {1, 2, 3, 4};
  const std::vector<double> at = {0.25, 0.25, 0.75, 0.25, 0.5, 0.5, 0, 0, 1, 0.75, -0.25, 0.5};
  EXPECT_EQ(attend(map, {{2, 2, 0}}, at, {1, 1, 1, 1, 1, 1}, 6),
            (std::vector<double>{1, 2, 2.5, 0.25, 2, 0}));
}

TEST_P(MultiScaleDeformableAttentionTest, TakesXBeforeYAndHeightBeforeWidth) {
  // One row of four pixels, then a column of two.
  const std::vector<double> maps = {1, 2, 4, 8, 16, 32};
  EXPECT_EQ(attend(maps, {{1, 4, 0}, {2, 1, 4}}, {0.625, 0.5, 0.5, 0.75}, {1, 1}),
            (std::vector<double>{4 + 32}));
}

TEST_P(MultiScaleDeformableAttentionTest, SumsUpPointsAndLevelsWithTheirWeights) {
  const std::vector<double> maps = {1, 2, 3, 4, 100};
  EXPECT_EQ(
      attend(maps, {{2, 2, 0}, {1, 1, 4}},
             {0.25, 0.25, 0.75, 0.75, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, 0.75, 0.5, 0.5, 1, 0.5},
             {0.5, 0.25, 0.125, 0.125, 1, -1, 0, 2}, 2),
      (std::vector<double>{0.5 + 1 + 12.5 + 12.5, 1 - 3 + 100}));
}

TEST_P(MultiScaleDeformableAttentionTest, AgreesForAllTypesAndWidthsOfAHead) {
  const std::vector<Map> maps = {{7, 9, 0}, {4, 5, 63}, {1, 3, 83}};
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t channels : {1, 3, 4, 8, 15, 16, 32, 40}) {
      const Sizes s{2, 3, channels, 5, 3};
      expect_agreement(s, maps, type, type, ++seed);
      expect_agreement(s, maps, type, DataType::kFloat, ++seed);
    }
  }
}

// More vectors than a block has threads, more samples than it has room for.
TEST_P(MultiScaleDeformableAttentionTest, AgreesAroundTheSizesOfABlock) {
  unsigned seed = 100;
  for (const DataType type : {DataType::kFloat, DataType::kHalf}) {
    for (const std::int64_t channels : {127, 128, 129, 512, 1024, 1040}) {
      expect_agreement({1, 2, channels, 2, 2}, {{3, 4, 0}}, type, type, ++seed);
    }
    for (const std::int64_t points : {1, 8, 9, 10, 16, 17, 18, 100, 289}) {
      expect_agreement({1, 1, 32, 3, points}, {{3, 4, 0}}, type, type, ++seed);
    }
    for (const std::int64_t queries : {1, 15, 16, 17, 127, 128, 129}) {
      expect_agreement({1, 1, 1, queries, 3}, {{3, 4, 0}}, type, type, ++seed);
      expect_agreement({2, 1, 32, queries, 3}, {{3, 4, 0}}, type, type, ++seed);
    }
  }
}

TEST_P(MultiScaleDeformableAttentionTest, TakesMapsWithGapsAndOverlaps) {
  expect_agreement({2, 2, 8, 4, 2}, {{3, 4, 20}, {4, 3, 2}, {2, 2, 0}}, DataType::kFloat,
                   DataType::kFloat, 200);
  // More than a block keeps.
  std::vector<Map> many;
  for (std::int64_t i = 0; i < 19; ++i) many.push_back({1 + i % 3, 2, i});
  expect_agreement({2, 2, 8, 4, 2}, many, DataType::kFloat, DataType::kFloat, 201);
}

TEST_P(MultiScaleDeformableAttentionTest, CountsNothingForMapsThatDoNotLieInTheRows) {
  const std::vector<double> values = {1, 2, 3, 4};
  const std::int64_t large = std::int64_t{1} << 32, larger = std::int64_t{1} << 62;
  for (const Map& map : std::vector<Map>{{2, 3, 0},
                                         {2, 2, 1},
                                         {2, 2, -1},
                                         {0, 2, 0},
                                         {2, 0, 0},
                                         {-2, -2, 0},
                                         {-1, 2, 0},
                                         {large, large, 0},
                                         {larger, 4, 0},
                                         {1, 1, larger},
                                         {1, 5, 0}}) {
    EXPECT_EQ(attend(values, {map, {1, 2, 2}}, {0.5, 0.5, 0.25, 0.5}, {1, 1}),
              (std::vector<double>{3}))
        << map.height << "x" << map.width << " from " << map.start;
  }
  EXPECT_EQ(attend(values, {{1, 1, 3}}, {0.5, 0.5}, {1}), (std::vector<double>{4}));
}

TEST_P(MultiScaleDeformableAttentionTest, CountsNothingForPlacesThatAreNoPlaces) {
  const std::vector<double> values = {1, 2, 3, 4};
  for (const double place : {kNan, kInfinity, -kInfinity, 1e30, -1e30, 3e38}) {
    EXPECT_EQ(attend(values, {{2, 2, 0}}, {place, 0.25, 0.25, 0.25}, {1, 1}),
              (std::vector<double>{1}));
    EXPECT_EQ(attend(values, {{2, 2, 0}}, {0.25, place, 0.25, 0.25}, {1, 1}),
              (std::vector<double>{1}));
    EXPECT_EQ(attend(values, {{2, 2, 0}}, {0.25, place, 0.25, 0.25}, {kNan, 1}),
              (std::vector<double>{1}));
  }
}

// At a pixel's centre the neighbours have weight 0 and do not spread what they hold.
TEST_P(MultiScaleDeformableAttentionTest, ReadsNoPixelOfWeightZero) {
  const std::vector<double> values = {1, kNan, kInfinity, kNan};
  EXPECT_EQ(attend(values, {{2, 2, 0}}, {0.25, 0.25, 0.75, 0.75}, {1, 0}),
            (std::vector<double>{1}));
  EXPECT_TRUE(std::isnan(attend(values, {{2, 2, 0}}, {0.5, 0.25}, {1})[0]));
  EXPECT_EQ(attend(values, {{2, 2, 0}}, {0.25, 0.5}, {1})[0], kInfinity);
  EXPECT_TRUE(std::isnan(attend({1, 2, 3, 4}, {{2, 2, 0}}, {0.25, 0.25}, {kNan})[0]));
}

TEST_P(MultiScaleDeformableAttentionTest, TakesMisalignedBuffers) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{16}}) {
    misalignment_ = bytes;
    expect_agreement({1, 2, 32, 3, 4}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 300);
    expect_agreement({1, 2, 32, 3, 4}, {{5, 4, 0}}, DataType::kHalf, DataType::kHalf, 301);
  }
}

TEST_P(MultiScaleDeformableAttentionTest, TakesEmptyTensors) {
  expect_agreement({0, 2, 8, 3, 4}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 400);
  expect_agreement({1, 2, 8, 0, 4}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 401);
  expect_agreement({1, 0, 8, 3, 4}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 402);
  expect_agreement({1, 2, 0, 3, 4}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 403);
  expect_agreement({1, 2, 8, 3, 0}, {{5, 4, 0}}, DataType::kFloat, DataType::kFloat, 404);
  expect_agreement({1, 2, 8, 3, 4}, {}, DataType::kFloat, DataType::kFloat, 405);
  expect_agreement({1, 2, 8, 3, 4}, {{0, 4, 0}}, DataType::kFloat, DataType::kFloat, 406);
}

TEST_P(MultiScaleDeformableAttentionTest, RefusesDimensionsThatDisagree) {
  const auto inputs = [](const Shape& spatial, const Shape& start, const Shape& at,
                         const Shape& weights) {
    return std::vector<TestTensor>{testing::random_tensor(DataType::kFloat, {2, 4, 3, 8}, 0, 1, 1),
                                   testing::random_tensor(DataType::kInt32, spatial, 1, 2, 1),
                                   testing::random_tensor(DataType::kInt32, start, 0, 1, 1),
                                   testing::random_tensor(DataType::kFloat, at, 0, 1, 1),
                                   testing::random_tensor(DataType::kFloat, weights, 0, 1, 1)};
  };
  const Shape spatial{4, 2}, start{4}, at{2, 5, 3, 4, 6, 2}, weights{2, 5, 3, 4, 6};
  const auto good = run(inputs(spatial, start, at, weights));
  ASSERT_TRUE(good.is_ok()) << good.status().message();
  expect_refusal(inputs({4, 3}, start, at, weights),
                 "dimension 1 of input \"spatial_shapes\" is 3; must be 2: height and width");
  expect_refusal(inputs(spatial, {5}, at, weights),
                 "dimension 0 of input \"level_start_index\" is 5; must be 4 as dimension 0 of "
                 "\"spatial_shapes\"");
  expect_refusal(inputs(spatial, start, {1, 5, 3, 4, 6, 2}, weights),
                 "dimension 0 of input \"sampling_locations\" is 1; must be 2 as dimension 0 of "
                 "\"value\"");
  expect_refusal(inputs(spatial, start, {2, 5, 2, 4, 6, 2}, weights),
                 "dimension 2 of input \"sampling_locations\" is 2; must be 3 as dimension 2 of "
                 "\"value\"");
  expect_refusal(inputs(spatial, start, {2, 5, 3, 1, 6, 2}, weights),
                 "dimension 3 of input \"sampling_locations\" is 1; must be 4 as dimension 0 of "
                 "\"spatial_shapes\"");
  expect_refusal(inputs(spatial, start, {2, 5, 3, 4, 6, 3}, weights),
                 "dimension 5 of input \"sampling_locations\" is 3; must be 2: x and y");
  for (int axis = 0; axis < 5; ++axis) {
    std::int64_t dims[5] = {2, 5, 3, 4, 6};
    dims[axis] = 7;
    expect_refusal(inputs(spatial, start, at, Shape(dims, 5)),
                   "dimension " + std::to_string(axis) +
                       " of input \"attention_weights\" is 7; must be " + std::to_string(at[axis]) +
                       " as dimension " + std::to_string(axis) + " of \"sampling_locations\"");
  }
}

// The map is the last row of a large value, and each query makes a row of a large y of it.
TEST_P(MultiScaleDeformableAttentionTest, LargeValueAndOutputOfMoreThanTwoToThe31Elements) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kChannels = 1024, kRows = (std::int64_t{1} << 21) + 1;
  TestTensor value{DataType::kHalf, {1, kRows, 1, kChannels}, {}};
  value.bytes.assign(static_cast<std::size_t>(kRows * kChannels * 2), 0);
  const auto row = testing::random_tensor(DataType::kHalf, {kChannels}, -2, 2, 1);
  std::copy(row.bytes.begin(), row.bytes.end(),
            value.bytes.end() - static_cast<std::ptrdiff_t>(row.bytes.size()));
  const std::vector<double> middle(static_cast<std::size_t>(kRows * 2), 0.5);
  const std::vector<double> one(static_cast<std::size_t>(kRows), 1.0);
  const auto y = run({value, testing::tensor(DataType::kInt64, {1, 2}, {1, 1}),
                      testing::tensor(DataType::kInt64, {1}, {static_cast<double>(kRows - 1)}),
                      testing::tensor(DataType::kHalf, {1, kRows, 1, 1, 1, 2}, middle),
                      testing::tensor(DataType::kHalf, {1, kRows, 1, 1, 1}, one)});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const auto& got = (*y)[0].bytes;
  ASSERT_EQ(got.size(), value.bytes.size());
  EXPECT_TRUE(std::equal(row.bytes.begin(), row.bytes.end(), got.begin()));
  // The rest repeats the beginning.
  EXPECT_TRUE(std::equal(got.begin() + static_cast<std::ptrdiff_t>(row.bytes.size()), got.end(),
                         got.begin()));
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(MultiScaleDeformableAttentionTest);

}  // namespace
}  // namespace plugsmith::ops::multi_scale_deformable_attention_test
