// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "roi_align.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

struct Settings {
  std::int32_t height = 2, width = 2, ratio = 2;
  float scale = 1.0F;
  int mode = 0;
};

class RoiAlignTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const Settings& s, const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<RoiAlign>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run(
        {testing::int_field("output_height", s.height), testing::int_field("output_width", s.width),
         testing::int_field("sampling_ratio", s.ratio),
         testing::float_field("spatial_scale", s.scale),
         testing::int_field("coordinate_transformation_mode", s.mode)},
        inputs);
  }
  std::size_t misalignment_ = 0;
};

// A picture whose value is a linear function of place: every average is the value at the bin's
// centre, which no interpolation changes.
TestTensor ramp(DataType type, std::int64_t rows, std::int64_t columns) {
  std::vector<double> values;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      values.push_back(static_cast<double>(row) + 0.25 * static_cast<double>(column));
    }
  }
  return testing::tensor(type, {1, 1, rows, columns}, values);
}

TEST_P(RoiAlignTest, AveragesALinearPictureAtTheCentresOfTheBins) {
  for (const DataType type : kTypes) {
    for (const int mode : {0, 1}) {
      Settings s;
      s.mode = mode;
      s.height = 3;
      const double offset = mode == 0 ? 0.5 : 0.0;
      const auto y =
          run(s, {ramp(type, 16, 16), testing::tensor(DataType::kFloat, {1, 4}, {2, 4, 10, 13}),
                  testing::tensor(DataType::kInt64, {1}, {0})});
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      ASSERT_EQ((*y)[0].shape, (Shape{1, 1, 3, 2}));
      const auto got = testing::values_of((*y)[0]);
      for (std::size_t bin = 0; bin < 6; ++bin) {
        const double row = 4 - offset + 3.0 * (static_cast<double>(bin / 2) + 0.5);
        const double column = 2 - offset + 4.0 * (static_cast<double>(bin % 2) + 0.5);
        const double want = row + 0.25 * column;
        EXPECT_NEAR(got[bin], want, 2 * testing::epsilon_of(type) * want) << mode << " " << bin;
      }
    }
  }
}

TEST_P(RoiAlignTest, TakesSmallRegionsAsOnePixelWithoutHalfPixelsOnly) {
  const TestTensor x = ramp(DataType::kFloat, 8, 8);
  const TestTensor roi = testing::tensor(DataType::kFloat, {1, 4}, {3, 3, 3, 3});
  const TestTensor index = testing::tensor(DataType::kInt32, {1}, {0});
  Settings s;
  s.height = s.width = 1;
  s.ratio = 1;
  s.mode = 1;
  const auto pixel = run(s, {x, roi, index});
  ASSERT_TRUE(pixel.is_ok()) << pixel.status().message();
  EXPECT_NEAR(testing::values_of((*pixel)[0])[0], 3.5 + 0.25 * 3.5, 1e-5);
  s.mode = 0;
  const auto point = run(s, {x, roi, index});
  ASSERT_TRUE(point.is_ok()) << point.status().message();
  EXPECT_NEAR(testing::values_of((*point)[0])[0], 2.5 + 0.25 * 2.5, 1e-5);
}

TEST_P(RoiAlignTest, SamplesAsOftenAsABinIsLargeWhenNoRatioIsGiven) {
  Settings s;
  s.ratio = 0;
  const auto y = run(
      s, {ramp(DataType::kFloat, 32, 32), testing::tensor(DataType::kFloat, {1, 4}, {1, 1, 21, 25}),
          testing::tensor(DataType::kInt64, {1}, {0})});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_NEAR(testing::values_of((*y)[0])[3], (0.5 + 18) + 0.25 * (0.5 + 15), 1e-4);
}

// Against a plain walk in double over many regions, also beyond the picture's edges.
TEST_P(RoiAlignTest, AgreesForAllTypesChannelsAndIndices) {
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const DataType index_type : {DataType::kInt64, DataType::kInt32}) {
      const TestTensor x = testing::random_tensor(type, {2, 3, 9, 11}, -2, 2, ++seed);
      const TestTensor rois = testing::tensor(
          DataType::kFloat, {4, 4}, {0, 0, 10, 8, -3, -2, 5, 6, 4, 4, 30, 20, 6, 5, 2, 1});
      const TestTensor indices = testing::tensor(index_type, {4}, {0, 1, 1, 0});
      Settings s;
      s.scale = 0.5F;
      s.width = 3;
      const auto y = run(s, {x, rois, indices});
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      testing::OpRunner reference(op_entry<RoiAlign>(), testing::Backend::kReference);
      const auto want = reference.run(
          {testing::int_field("output_height", 2), testing::int_field("output_width", 3),
           testing::int_field("sampling_ratio", 2), testing::float_field("spatial_scale", 0.5F)},
          {x, rois, indices});
      ASSERT_TRUE(want.is_ok()) << want.status().message();
      const auto got = testing::values_of((*y)[0]), wanted = testing::values_of((*want)[0]);
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_NEAR(got[i], wanted[i],
                    2 * testing::epsilon_of(type) * std::max(std::abs(wanted[i]), 1.0) + 1e-5)
            << "at " << i;
      }
    }
  }
}

TEST_P(RoiAlignTest, GivesZeroForSamplesThatAreNotThereAndForRegionsFarOutside) {
  const auto y = run(
      {}, {ramp(DataType::kFloat, 4, 4),
           testing::tensor(DataType::kFloat, {3, 4}, {0, 0, 2, 2, 0, 0, 2, 2, 100, 100, 120, 120}),
           testing::tensor(DataType::kInt64, {3}, {-1, 7, 0})});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  for (const double value : testing::values_of((*y)[0])) EXPECT_EQ(value, 0.0);
}

TEST_P(RoiAlignTest, TakesMisalignedBuffersAndEmptyTensors) {
  misalignment_ = 8;
  const auto y = run(
      {}, {ramp(DataType::kFloat, 4, 4), testing::tensor(DataType::kFloat, {1, 4}, {0, 0, 2, 2}),
           testing::tensor(DataType::kInt64, {1}, {0})});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  misalignment_ = 0;
  const auto none =
      run({}, {ramp(DataType::kFloat, 4, 4), testing::tensor(DataType::kFloat, {0, 4}, {}),
               testing::tensor(DataType::kInt64, {0}, {})});
  ASSERT_TRUE(none.is_ok()) << none.status().message();
  EXPECT_EQ((*none)[0].shape, (Shape{0, 1, 2, 2}));
}

TEST_P(RoiAlignTest, RefusesRegionsAndIndicesThatDoNotFit) {
  const TestTensor x = ramp(DataType::kFloat, 4, 4);
  const struct {
    std::vector<TestTensor> inputs;
    std::string message;
  } cases[] = {{{x, testing::random_tensor(DataType::kFloat, {2, 5}, 0, 1, 1),
                 testing::tensor(DataType::kInt64, {2}, {0, 0})},
                "input \"rois\" has 5 columns; must have 4: x1, y1, x2, y2"},
               {{x, testing::random_tensor(DataType::kFloat, {2, 4}, 0, 1, 1),
                 testing::tensor(DataType::kInt64, {3}, {0, 0, 0})},
                "input \"batch_indices\" has 3 values; must have 2"}};
  for (const auto& a : cases) {
    const auto y = run({}, a.inputs);
    ASSERT_FALSE(y.is_ok()) << a.message;
    EXPECT_NE(y.status().message().find("RoiAlign_PS: " + a.message), std::string::npos)
        << y.status().message();
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(RoiAlignTest);

}  // namespace
}  // namespace plugsmith::ops
