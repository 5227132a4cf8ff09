// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "modulated_deform_conv_test.hpp"

#include <limits>

namespace plugsmith::ops::modulated_deform_conv_test {
namespace {

using testing::tensor;
using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A kernel of one tap of weight 1 over x, with its offset and mask at each pixel.
std::vector<TestTensor> one_tap(const Shape& shape, const std::vector<double>& x,
                                const std::vector<double>& offset,
                                const std::vector<double>& mask) {
  return {tensor(DataType::kFloat, shape, x),
          tensor(DataType::kFloat, {shape[0], 2, shape[2], shape[3]}, offset),
          tensor(DataType::kFloat, {shape[0], 1, shape[2], shape[3]}, mask),
          tensor(DataType::kFloat, {1, 1, 1, 1}, {1})};
}

TEST_P(ModulatedDeformConvTest, IsAConvolutionWhereNothingIsMoved) {
  const TestTensor x = tensor(DataType::kFloat, {1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const TestTensor offset = tensor(DataType::kFloat, {1, 8, 2, 2}, std::vector<double>(32, 0));
  const TestTensor mask = tensor(DataType::kFloat, {1, 4, 2, 2}, std::vector<double>(16, 0.5));
  const TestTensor weight = tensor(DataType::kFloat, {2, 1, 2, 2}, {1, 1, 1, 1, 0, 0, 0, 2});
  const TestTensor bias = tensor(DataType::kFloat, {2}, {0, 100});
  for (const Tactic tactic : choices()) {
    const auto y = run({}, {x, offset, mask, weight, bias}, tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{6, 8, 12, 14, 105, 106, 108, 109}));
  }
}

TEST_P(ModulatedDeformConvTest, MovesEachTapByItsRowsThenColumnsAndWeighsIt) {
  const std::vector<double> x = {1, 2, 4, 8, 16, 32};
  const std::vector<double> rows = {0, 1, -0.5, 0, 0.25, 5}, columns = {1, 0, 0, 0.5, -1, 0};
  std::vector<double> offset = rows;
  offset.insert(offset.end(), columns.begin(), columns.end());
  for (const Tactic tactic : choices()) {
    const auto y = run({}, one_tap({1, 1, 2, 3}, x, offset, {1, 1, 1, 1, 0.5, 1}), tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    // x[0][1], x[1][1], half of x[0][2], between x[1][0] and x[1][1], half of three quarters of
    // x[1][0] (the rest lies beyond the edge), nothing.
    EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{2, 16, 2, 12, 3, 0}));
  }
}

TEST_P(ModulatedDeformConvTest, AgreesForAllTypesAndAttributes) {
  std::vector<Convolution> all(8);
  for (Convolution& s : all) {
    s.samples = 2;
    s.channels = 12;
    s.outputs = 18;
  }
  all[1].stride = {2, 3};
  all[2].padding = {0, 2};
  all[3].dilation = {2, 1};
  all[3].biased = false;
  all[4].groups = 2;
  all[4].deform_groups = 3;  // deform groups and groups overlap
  all[5].groups = 3;
  all[5].deform_groups = 6;
  all[6].deform_groups = 2;
  all[6].kernel_columns = 1;
  all[7].groups = 12;  // depthwise
  all[7].outputs = 12;
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const Convolution& s : all) {
      expect_agreement(s, type, type, ++seed);
      expect_agreement(s, type, DataType::kFloat, ++seed);
    }
  }
}

TEST_P(ModulatedDeformConvTest, AgreesAroundTheSizesOfTiles) {
  unsigned seed = 100;
  for (const DataType type : {DataType::kFloat, DataType::kHalf}) {
    for (const std::int64_t outputs : {1, 7, 8, 9, 63, 64, 65, 129}) {
      Convolution s;
      s.channels = 3;
      s.outputs = outputs;
      expect_agreement(s, type, type, ++seed);
    }
    for (const std::int64_t channels : {1, 4, 7, 8, 15, 16, 17, 31, 32, 33, 65}) {
      Convolution s;
      s.channels = channels;
      s.outputs = 17;
      expect_agreement(s, type, type, ++seed);
    }
    for (const std::int64_t columns : {1, 31, 32, 33, 63, 64, 65, 129}) {
      Convolution s;
      s.channels = 5;
      s.outputs = 3;
      s.samples = 3;  // tiles go across samples
      s.rows = 1;
      s.columns = columns;
      expect_agreement(s, type, type, ++seed);
    }
  }
}

TEST_P(ModulatedDeformConvTest, AgreesOnManyPixelsAndTiles) {
  unsigned seed = 200;
  for (const DataType type : kTypes) {
    Convolution s;
    s.channels = 20;
    s.outputs = 300;
    s.rows = 17;
    s.columns = 40;
    s.stride = {1, 2};
    expect_agreement(s, type, type, ++seed);
  }
}

TEST_P(ModulatedDeformConvTest, TakesMisalignedBuffers) {
  misalignment_ = 8;
  Convolution s;
  s.channels = 8;
  s.outputs = 20;
  expect_agreement(s, DataType::kFloat, DataType::kFloat, 300);
  misalignment_ = 2;
  expect_agreement(s, DataType::kHalf, DataType::kHalf, 301);
}

TEST_P(ModulatedDeformConvTest, TakesEmptyTensors) {
  Convolution s;
  s.samples = 0;
  expect_agreement(s, DataType::kFloat, DataType::kFloat, 400);
  s.samples = 2;
  s.outputs = 0;
  expect_agreement(s, DataType::kFloat, DataType::kFloat, 401);
  s.outputs = 3;
  s.channels = 0;  // a sum of nothing: the bias
  expect_agreement(s, DataType::kFloat, DataType::kFloat, 402);
  s.channels = 1;
  s.rows = 0;  // padding alone
  s.kernel_rows = 2;
  expect_agreement(s, DataType::kHalf, DataType::kHalf, 403);
}

TEST_P(ModulatedDeformConvTest, CountsNothingForPlacesThatAreNoPlaces) {
  for (const double far : {kNan, kInfinity, -kInfinity, 1e11, -1e11, 3e38, -3e38}) {
    for (const Tactic tactic : choices()) {
      const auto y =
          run({}, one_tap({1, 1, 1, 3}, {1, 2, 3}, {far, 0, 0, 0, far, 0}, {1, kNan, 1}), tactic);
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0, 0, 3})) << far;
    }
  }
}

TEST_P(ModulatedDeformConvTest, ReadsNoPixelOfWeightZero) {
  for (const Tactic tactic : choices()) {
    // Whole offsets and a mask of 0 leave the neighbours out; half of infinity is infinite.
    const auto y = run(
        {},
        one_tap({1, 1, 1, 4}, {1, kNan, kInfinity, 4}, {0, 0, 0, 0, 0, -1, 0.5, 0}, {1, 1, 1, 0}),
        tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{1, 1, kInfinity, 0}));
    // A mask that is no number makes the pixel none.
    const auto none =
        run({}, one_tap({1, 1, 1, 2}, {1, 2}, {0, 0, 0, 0}, {kNan, kInfinity}), tactic);
    ASSERT_TRUE(none.is_ok()) << none.status().message();
    EXPECT_TRUE(std::isnan(testing::values_of((*none)[0])[0]));
    EXPECT_EQ(testing::values_of((*none)[0])[1], kInfinity);
  }
}

TEST_P(ModulatedDeformConvTest, RefusesShapesThatDoNotFit) {
  const struct {
    std::size_t input;
    Shape shape;
    std::string message;
  } cases[] = {
      {1, {2, 71, 5, 6}, "dimension 1 of input \"offset\" is 71; must be 36, a row and a column"},
      {2, {2, 9, 5, 6}, "dimension 1 of input \"mask\" is 9; must be 18, one for each tap"},
      {1, {1, 36, 5, 6}, "dimension 0 of input \"offset\" is 1; must be 2, the samples of \"x\""},
      {2, {3, 18, 5, 6}, "dimension 0 of input \"mask\" is 3; must be 2, the samples of \"x\""},
      {1, {2, 36, 4, 6}, "dimension 2 of input \"offset\" is 4; must be 5, the size of the output"},
      {2, {2, 18, 5, 7}, "dimension 3 of input \"mask\" is 7; must be 6, the size of the output"},
      {3, {6, 4, 3, 3}, "dimension 1 of input \"weight\" is 4; must be 2, the channels of \"x\""},
      {3, {5, 2, 3, 3}, "input \"weight\" is for 5 channels, which groups = 2 does not divide"},
      {3, {6, 2, 0, 3}, "input \"weight\" has no rows; must have at least 1"},
      {3, {6, 2, 3, 0}, "input \"weight\" has no columns; must have at least 1"},
      {4, {5}, "dimension 0 of input \"bias\" is 5; must be 6, one for each output channel"},
      {0, {2, 5, 5, 6}, "input \"x\" has 5 channels, which groups = 2 does not divide"},
      {0, {2, 4, 5, 0}, "the kernel spans 3 columns, but \"x\" has 2 with its padding"}};
  Convolution s;
  s.samples = s.groups = s.deform_groups = 2;
  s.channels = 4;
  s.outputs = 6;
  const auto good = random_inputs(s, DataType::kFloat, DataType::kFloat, 500);
  const auto y = run(fields_of(s), good);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  for (const auto& bad : cases) {
    auto inputs = good;
    inputs[bad.input] = testing::random_tensor(DataType::kFloat, bad.shape, 0, 1, 501);
    if (bad.shape == Shape{6, 2, 0, 3} || bad.shape == Shape{6, 2, 3, 0}) {
      inputs[1] = testing::random_tensor(DataType::kFloat, {2, 0, 5, 6}, 0, 1, 502);
      inputs[2] = inputs[1];
    }
    expect_refusal(fields_of(s), inputs, bad.message);
  }
  s.deform_groups = 3;
  expect_refusal(fields_of(s), good, "input \"x\" has 4 channels, which deform_groups = 3");
}

TEST_P(ModulatedDeformConvTest, RefusesAttributesOutOfRange) {
  const auto inputs = random_inputs(Convolution{}, DataType::kFloat, DataType::kFloat, 600);
  const struct {
    FieldData field;
    std::string message;
  } cases[] = {{list_field("stride", {1}), "attribute \"stride\""},
               {list_field("stride", {1, 0}), "attribute \"stride\""},
               {list_field("padding", {0, -1}), "attribute \"padding\""},
               {list_field("dilation", {1, 1, 1}), "attribute \"dilation\""},
               {testing::int_field("groups", 0), "attribute \"groups\" is 0; must be at least 1"},
               {testing::int_field("deform_groups", -1),
                "attribute \"deform_groups\" is -1; must be at least 1"}};
  for (const auto& bad : cases) expect_refusal({bad.field}, inputs, bad.message);
}

TEST_P(ModulatedDeformConvTest, LargeOutputOfMoreThanTwoToThe31ElementsIsComplete) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kRows = 2048, kColumns = 1025, kPlane = kRows * kColumns;
  constexpr std::int64_t kOutputs = 1024, kWeights = 5;
  std::vector<double> x, weight;
  for (std::int64_t i = 0; i < kPlane; ++i) x.push_back(static_cast<double>(i % 7));
  for (std::int64_t i = 0; i < kOutputs; ++i) weight.push_back(static_cast<double>(i % kWeights));
  const std::vector<double> none(static_cast<std::size_t>(2 * kPlane), 0.0);
  const std::vector<double> all(static_cast<std::size_t>(kPlane), 1.0);
  std::vector<TestTensor> planes;  // of y, by weight
  for (std::int64_t k = 0; k < kWeights; ++k) {
    std::vector<double> products = x;
    for (double& value : products) value *= static_cast<double>(k);
    planes.push_back(tensor(DataType::kHalf, {kPlane}, products));
  }
  for (const Tactic tactic : choices()) {
    const auto y = run({},
                       {tensor(DataType::kHalf, {1, 1, kRows, kColumns}, x),
                        tensor(DataType::kHalf, {1, 2, kRows, kColumns}, none),
                        tensor(DataType::kHalf, {1, 1, kRows, kColumns}, all),
                        tensor(DataType::kHalf, {kOutputs, 1, 1, 1}, weight)},
                       tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    auto at = (*y)[0].bytes.begin();
    for (std::int64_t k = 0; k < kOutputs; ++k) {
      const auto& want = planes[static_cast<std::size_t>(k % kWeights)].bytes;
      ASSERT_TRUE(std::equal(want.begin(), want.end(), at)) << tactic.name << " at " << k;
      at += static_cast<std::ptrdiff_t>(want.size());
    }
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(ModulatedDeformConvTest);

}  // namespace
}  // namespace plugsmith::ops::modulated_deform_conv_test
