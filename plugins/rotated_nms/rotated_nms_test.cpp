// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rotated_nms_test.hpp"

#include <cmath>
#include <limits>

#include "rotated_nms_kernel.hpp"

namespace plugsmith::ops {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST_P(RotatedNmsTest, KnowsTheOverlapsThatAreEasyToComputeByHand) {
  // A square and itself turned by 45 degrees share a regular octagon: 2 sqrt(2) - 2 of 1.
  expect_iou(std::sqrt(0.5), {7, -3, 1, 1, 0}, {7, -3, 1, 1, kPi / 4});
  expect_iou(1.0 / 5, {0, 0, 3, 1, 0}, {0, 0, 3, 1, kPi / 2});  // a cross
  expect_iou(1.0 / 3, {1, 2, 4, 2, 0.3}, {1, 2, 4, 2, 0.3 + kPi / 2});
  expect_iou(1.0 / 7, {0, 0, 2, 2, 0}, {1, 1, 2, 2, 0});  // a quarter each
  // A corner of a diamond inside a square: a triangle of area 1, of 4 and 8.
  expect_iou(1.0 / 11, {0, 0, 2, 2, 0}, {2, 0, std::sqrt(8.0), std::sqrt(8.0), kPi / 4});
  expect_iou(1.0 / 6, {0, 0, 12, 1, 1.1}, {0, 0, 2, 1, 1.1});  // one inside the other
}

// Two long boxes one behind the other along the diagonal, if angles turn from x to y.
TEST_P(RotatedNmsTest, TurnsAnglesAsTold) {
  const BoxValues a{0, 0, 10, 1, kPi / 4}, b{2, 2, 10, 1, kPi / 4}, aside{2, -2, 10, 1, kPi / 4};
  const double shared = 10 - std::sqrt(8.0), iou = shared / (20 - shared);
  expect_iou(iou, a, b, 0);
  expect_iou(iou, a, aside, 1);
  Settings s;
  s.iou = 0.0F;
  EXPECT_EQ(selected(s, {a, aside}, {2, 1}).size(), 2U);
  s.rotation = 1;
  EXPECT_EQ(selected(s, {a, b}, {2, 1}).size(), 2U);
}

TEST_P(RotatedNmsTest, DoesNotRemoveAtTheThresholdItself) {
  Settings s;
  s.iou = 0.25F;  // 4 of 16: exact in float32
  EXPECT_EQ(selected(s, {{0, 0, 4, 4, 0}, {0, 0, 2, 2, 0}}, {2, 1}).size(), 2U);
  s.iou = 0.2499F;
  EXPECT_EQ(selected(s, {{0, 0, 4, 4, 0}, {0, 0, 2, 2, 0}}, {2, 1}).size(), 1U);
  s.iou = 0.5F;
  s.score = 1.0F;
  EXPECT_EQ(selected(s, {{0, 0, 1, 1, 0}, {9, 9, 1, 1, 0}}, {1, 1.5}),
            (std::vector<std::int64_t>{1}));
}

// What is removed removes nothing itself.
TEST_P(RotatedNmsTest, LetsOnlyKeptBoxesRemoveOthers) {
  Settings s;
  s.iou = 0.4F;
  EXPECT_EQ(selected(s, {{0, 0, 4, 1, 0}, {1, 0, 4, 1, 0}, {2, 0, 4, 1, 0}}, {0.3, 0.2, 0.1}),
            (std::vector<std::int64_t>{0, 2}));
}

TEST_P(RotatedNmsTest, OrdersByScoreAndEqualScoresByIndex) {
  std::vector<BoxValues> boxes;
  for (int i = 0; i < 7; ++i) boxes.push_back({10.0 * i, 0, 1, 1, 0.1 * i});
  Settings s;
  s.score = -10.0F;
  EXPECT_EQ(selected(s, boxes, {0.5, -1, 0.75, 0.5, -0.0, 0.0, 0.75}),
            (std::vector<std::int64_t>{2, 6, 0, 3, 4, 5, 1}));
  const BoxValues same{3, 3, 2, 1, 0.5};
  EXPECT_EQ(selected({}, {same, same, same}, {0.5, 0.5, 0.5}), (std::vector<std::int64_t>{0}));
}

TEST_P(RotatedNmsTest, TreatsClassesAndSamplesApart) {
  // Two samples of two boxes: the same place in the first, far apart in the second.
  const TestTensor boxes =
      testing::tensor(DataType::kFloat, {2, 2, 5}, {1, 1, 2, 2, 0, 1, 1, 2, 2, 0,  //
                                                    1, 1, 2, 2, 0, 9, 9, 2, 2, 0});
  const TestTensor scores = testing::tensor(DataType::kFloat, {2, 3, 2},
                                            {0.25, 0.5, 0.5, 0.25, -1, -1,  //
                                             0.25, 0.5, 0.5, 0.25, -1, 0.5});
  EXPECT_EQ(rows({}, {boxes, scores}),
            (Rows{{0, 0, 1}, {0, 1, 0}, {1, 0, 1}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {1, 2, 1}}));
}

TEST_P(RotatedNmsTest, StopsAtTheMostBoxesOfAClass) {
  std::vector<BoxValues> boxes;
  Values scores;
  for (int i = 0; i < 70; ++i) {
    boxes.push_back({3.0 * i, 0, 1, 1, 0});
    scores.push_back(1 + i);
  }
  for (const std::int32_t most : {1, 31, 32, 33, 69, 70, 1000}) {
    Settings s;
    s.most = most;
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 69; i >= std::max(0, 70 - most); --i) expected.push_back(i);
    EXPECT_EQ(selected(s, boxes, scores), expected) << most;
  }
  Settings none;
  none.most = 0;
  EXPECT_TRUE(selected(none, boxes, scores).empty());
}

TEST_P(RotatedNmsTest, TakesNegativeSizesAsPositiveAndNoAreaAsNoOverlap) {
  expect_iou(1.0 / 5, {0, 0, -3, 1, 0}, {0, 0, 3, -1, kPi / 2});
  Settings s;
  s.iou = 0.0F;
  EXPECT_EQ(selected(s, {{0, 0, 4, 0, 0}, {0, 0, 4, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 4, 4, 0}},
                     {4, 3, 2, 1})
                .size(),
            4U);
}

TEST_P(RotatedNmsTest, LetsBoxesThatAreNotFiniteOverlapNothingAndDropsNanScores) {
  const BoxValues good{1, 1, 2, 2, 0};
  std::vector<BoxValues> boxes{good};
  Values scores{1};
  for (std::size_t i = 0; i < 5; ++i) {
    for (const double bad : {kNan, kInfinity}) {
      boxes.push_back(good);
      boxes.back()[i] = bad;
      scores.push_back(static_cast<double>(boxes.size()));
    }
  }
  boxes.push_back({1, 1, 1e30, 1e30, 0});  // its area is not finite
  scores.push_back(100);
  EXPECT_EQ(selected({}, boxes, scores).size(), boxes.size());
  EXPECT_EQ(selected({}, {good, {9, 9, 1, 1, 0}, {19, 9, 1, 1, 0}}, {kNan, kInfinity, -kInfinity}),
            (std::vector<std::int64_t>{1}));
}

TEST_P(RotatedNmsTest, SelectsNothingFromEmptyInputs) {
  const auto floats = [](const Shape& shape) {
    return testing::random_tensor(DataType::kFloat, shape, 1, 2, 1);
  };
  EXPECT_TRUE(rows({}, {floats({0, 4, 5}), floats({0, 2, 4})}).empty());
  EXPECT_TRUE(rows({}, {floats({1, 0, 5}), floats({1, 2, 0})}).empty());
  EXPECT_TRUE(rows({}, {floats({1, 4, 5}), floats({1, 0, 4})}).empty());
}

TEST_P(RotatedNmsTest, ComputesInFloat32WhateverTheTypes) {
  // Boxes of a few pixels far from the origin, exact in float16 with a step of 2.
  const std::vector<BoxValues> boxes{{2048, 4000, 4, 2, 0}, {2050, 4000, 4, 2, 0}};
  const DataType types[][2] = {{DataType::kHalf, DataType::kHalf},
                               {DataType::kFloat, DataType::kHalf},
                               {DataType::kFloat, DataType::kFloat}};
  for (const auto& type : types) {
    for (const float threshold : {0.33F, 0.34F}) {  // the IoU is 1/3
      Settings s;
      s.iou = threshold;
      EXPECT_EQ(rows(s, {boxes_of(boxes, type[0]), scores_of({0.5, 0.25}, type[1])}).size(),
                threshold < 0.335F ? 1U : 2U);
    }
  }
}

TEST_P(RotatedNmsTest, RefusesShapesAndAttributesThatDoNotFit) {
  const auto floats = [](const Shape& shape) {
    return testing::random_tensor(DataType::kFloat, shape, 1, 2, 1);
  };
  expect_refused({floats({1, 3, 4}), floats({1, 1, 3})},
                 "RotatedNms_PS: input \"boxes\" has 4 columns; must have 5, x, y, width, height "
                 "and angle");
  expect_refused({floats({2, 3, 5}), floats({1, 1, 3})},
                 "RotatedNms_PS: input \"scores\" has 1 samples; must have 2, as \"boxes\"");
  expect_refused({floats({1, 3, 5}), floats({1, 2, 4})},
                 "RotatedNms_PS: input \"scores\" has 4 scores a class; must have 3, one for each "
                 "box of \"boxes\"");
  expect_refused({floats({3, 5}), floats({1, 1, 3})}, "input \"boxes\" has 2 dimensions");
  expect_refused({{DataType::kFloat, {1, 65536, 5}, {}}, {DataType::kFloat, {1, 40000, 65536}, {}}},
                 "RotatedNms_PS: input \"scores\" is [1,40000,65536]; up to 2147483647 scores "
                 "can be sorted, keep fewer boxes before it");
  const std::vector<TestTensor> fine{floats({1, 3, 5}), floats({1, 1, 3})};
  expect_refused(fine, "attribute \"iou_threshold\" is 1.5; must be",
                 {testing::float_field("iou_threshold", 1.5F)});
  expect_refused(fine, "attribute \"max_output_boxes_per_class\" is -1; must be at least 0",
                 {testing::int_field("max_output_boxes_per_class", -1)});
  expect_refused(fine, "attribute \"rotation\" is 2; must be one of [\"x_to_y\", \"y_to_x\"]",
                 {testing::int_field("rotation", 2)});
}

TEST_P(RotatedNmsTest, KnowsAnUpperBoundOfItsScratchWithoutADevice) {
  for (const rotated_nms::Problem p : {rotated_nms::Problem{1, 1, 1, 1},
                                       {1, 1, 25200, 300},
                                       {8, 80, 1000, 100},
                                       {1, 100000, 3, 3}}) {
    const auto bytes = rotated_nms::cub_bytes(p);
    ASSERT_TRUE(bytes.is_ok()) << bytes.status().message();
    EXPECT_GT(*bytes, 0);
    EXPECT_LE(*bytes, rotated_nms::cub_bytes_bound(p));
    EXPECT_LE(p.words() * 32, rotated_nms::kMostTile);
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(RotatedNmsTest);

}  // namespace
}  // namespace plugsmith::ops
