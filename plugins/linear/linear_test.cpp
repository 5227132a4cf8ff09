// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear_examples_test.hpp"

namespace plugsmith::ops::linear_tests {
namespace {

TEST_P(LinearTest, AgreesWithAnIndependentProductForEveryForm) {
  unsigned seed = 0;
  for (const DataType type : {DataType::kHalf, DataType::kBf16}) {
    for (const auto activation :
         {Linear::Activation::kNone, Linear::Activation::kRelu, Linear::Activation::kGelu}) {
      for (const bool with_bias : {false, true}) {
        for (const bool as_inputs : {false, true}) {
          expect_right({type, {5, 7}, 3, activation, with_bias, as_inputs}, ++seed);
          if (GetParam() == Backend::kTensorRT) continue;  // it builds an engine for each
          expect_right({type, {33, 24}, 40, activation, with_bias, as_inputs}, ++seed);
        }
      }
    }
  }
}

TEST_P(LinearTest, AgreesForSizesAroundATile) {
  if (GetParam() == Backend::kTensorRT) GTEST_SKIP() << "an engine for each of 30 sizes is slow";
  unsigned seed = 100;
  for (const std::int64_t size : {1, 2, 15, 16, 17, 63, 64, 65, 127, 129}) {
    expect_right({DataType::kHalf, {size, 32}, 16, Linear::Activation::kNone, true}, ++seed);
    expect_right({DataType::kHalf, {4, size}, 16, Linear::Activation::kRelu, true}, ++seed);
    expect_right({DataType::kBf16, {4, 32}, size, Linear::Activation::kNone, true}, ++seed);
  }
}

TEST_P(LinearTest, TakesAnyNumberOfBatchDimensions) {
  for (const Shape& shape : {Shape{6}, Shape{2, 3, 4, 6}, Shape{1, 1, 1, 1, 1, 2, 1, 6}}) {
    const Example example = make_example({DataType::kHalf, shape, 5}, 7);
    const auto y = run(example.call);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape.rank(), shape.rank());
    EXPECT_EQ((*y)[0].shape[-1], 5);
    expect_right({DataType::kHalf, shape, 5}, 7);
  }
}

TEST_P(LinearTest, GivesAnEmptyOutputForAnEmptyBatch) {
  for (const DataType type : {DataType::kHalf, DataType::kInt8}) {
    OpCall call{{testing::int_field("out_features", 2), floats_field("weight", {1, 2, 3, 4, 5, 6})},
                {testing::tensor(type, {4, 0, 3}, {})},
                {}};
    const auto y = run(call);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, (Shape{4, 0, 2}));
    EXPECT_TRUE((*y)[0].bytes.empty());
  }
}

TEST_P(LinearTest, TakesMisalignedTensors) {
  expect_right({DataType::kHalf, {9, 16}, 8, Linear::Activation::kNone, true}, 11, 2);
  expect_right({DataType::kBf16, {9, 17}, 5, Linear::Activation::kNone, true}, 12, 2);
}

TEST_P(LinearTest, RefusesWeightsThatDoNotFitWithASentence) {
  const auto half = [](const Shape& shape) {
    return testing::random_tensor(DataType::kHalf, shape, -1, 1, 1);
  };
  const FieldData two = testing::int_field("out_features", 2);
  const FieldData weight = floats_field("weight", {1, 2, 3, 4, 5, 6});
  const FieldData bias = floats_field("bias", {1, 2});
  const struct {
    OpCall call;
    const char* sentence;
  } cases[] = {
      {{{two}, {half({1, 3})}, {}}, "Linear_PS: there are no weights; give the attributes"},
      {{{weight}, {half({1, 3})}, {}}, "has 6 values and out_features is 0; must be out_features"},
      {{{testing::int_field("out_features", 4), weight}, {half({1, 3})}, {}},
       "has 6 values and out_features is 4; must be out_features rows of"},
      {{{two, weight}, {half({1, 4})}, {}},
       "input \"x\" has 4 features in its last dimension; the weights take 3"},
      {{{two, weight}, {half({1, 3}), half({2, 3})}, {}}, "the weights come twice, as attribute"},
      {{{bias}, {half({1, 3}), half({2, 3}), half({2})}, {}}, "the bias comes twice, as attribute"},
      {{{two}, {half({1, 3}), half({5, 3})}, {}}, "input \"weight\" has 5 rows; out_features is 2"},
      {{{}, {half({1, 3}), half({5, 4})}, {}}, "input \"x\" has 3 features in its last"},
      {{{}, {half({1, 3}), half({5, 3}), half({4})}, {}},
       "the bias has 4 values; the weights have 5 rows, must be as many"},
      {{{bias}, {half({1, 3}), half({5, 3})}, {}}, "the bias has 2 values; the weights have 5"},
      {{{two, weight, floats_field("bias", {1, 2, 3})}, {half({1, 3})}, {}},
       "attribute \"bias\" has 3 values; must have one for each of out_features, 2"},
      {{{two, floats_field("weight", {1, NAN})}, {half({1, 1})}, {}},
       "attribute \"weight\" is not finite at index 1"},
      {{{}, {half({1, 0}), half({5, 0})}, {}}, "input \"x\" has no features"},
      {{{}, {half({1, 3}), half({3})}, {}}, "input \"weight\" has 1 dimensions; must have 2"},
      {{{two, weight, testing::int_field("activation", 3)}, {half({1, 3})}, {}},
       "attribute \"activation\""},
  };
  for (const auto& bad : cases) expect_refused(bad.call, bad.sentence);
}

TEST_P(LinearTest, LargeOutputOfMoreThanTwoToThe31ElementsIsWritten) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kRows = std::int64_t{1} << 21, kOutputs = 1032;
  for (const DataType type : {DataType::kHalf, DataType::kInt8}) {
    Values weight(static_cast<std::size_t>(kOutputs));
    for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = i % 2 == 0 ? 127 : -127;
    TestTensor x{type, {kRows, 1}, {}};
    x.bytes.resize(static_cast<std::size_t>(bytes_of(type, kRows)));
    const TestTensor one = testing::tensor(type, {1}, {1});
    std::memcpy(x.bytes.data() + x.bytes.size() - one.bytes.size(), one.bytes.data(),
                one.bytes.size());
    const auto y = run(
        {{testing::int_field("out_features", kOutputs), floats_field("weight", weight)}, {x}, {}});
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const Half* last = (*y)[0].as<Half>() + (kRows - 1) * kOutputs;
    EXPECT_EQ(static_cast<float>(last[-1]), 0.0F);
    EXPECT_EQ(static_cast<float>(last[0]), 127.0F);
    EXPECT_EQ(static_cast<float>(last[kOutputs - 1]), -127.0F);
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(LinearTest);

}  // namespace
}  // namespace plugsmith::ops::linear_tests
