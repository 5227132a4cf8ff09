// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "linear_examples_test.hpp"

namespace plugsmith::ops::linear_tests {
namespace {

class LinearInt8Test : public LinearTest {};

// x has the scale 0.5; the weights are multiples of 1/127 so that they quantize exactly.
struct Int8Example {
  TestTensor x, w;
  Values weight, bias, real;  // real: what y stands for
};

Int8Example int8_example(const Shape& shape, std::int64_t outputs, float x_scale) {
  Int8Example e;
  e.x = testing::random_tensor(DataType::kInt8, shape, -128, 127, 31);
  e.x.scale = x_scale;
  e.w = testing::random_tensor(DataType::kInt8, {outputs, shape[-1]}, -127, 127, 32);
  e.w.bytes[0] = 127;
  e.w.scale = 1.0F / 127.0F;
  for (const double q : testing::values_of(e.w)) e.weight.push_back(q / 127.0);
  for (std::int64_t i = 0; i < outputs; ++i) {
    e.bias.push_back(static_cast<double>(i % 7) - 3.25);
  }
  Example example;
  Values x = testing::values_of(e.x);
  for (double& value : x) value *= static_cast<double>(x_scale);
  expect(example, {DataType::kInt8, shape, outputs, Linear::Activation::kRelu}, x, e.weight,
         e.bias);
  e.real = example.y;
  return e;
}

TEST_P(LinearInt8Test, MultipliesInt8WithItsScales) {
  const float x_scale = sets_scales() ? 0.5F : 1.0F;
  for (const Shape& shape : {Shape{3, 16}, Shape{5, 7}, Shape{2, 9, 33}}) {
    for (const std::int64_t outputs : {1, 8, 13}) {
      for (const bool to_int8 : {false, true}) {
        const Int8Example e = int8_example(shape, outputs, x_scale);
        OpCall call{{testing::int_field("activation", 1),
                     testing::int_field("int8_output", to_int8 ? 1 : 0),
                     testing::int_field("out_features", as_int(outputs)),
                     floats_field("weight", e.weight), floats_field("bias", e.bias)},
                    {e.x},
                    {},
                    sets_scales() ? 4.0F : 1.0F};
        const auto y = run(call);
        ASSERT_TRUE(y.is_ok()) << y.status().message();
        ASSERT_EQ((*y)[0].type, to_int8 ? DataType::kInt8 : DataType::kHalf);
        const Values got = testing::values_of((*y)[0]);
        for (std::size_t i = 0; i < got.size(); ++i) {
          const double scale = to_int8 ? static_cast<double>(call.output_scale) : 1.0;
          const double wanted = to_int8 ? std::fmin(e.real[i] / scale, 127.0) : e.real[i];
          const double tolerance = to_int8 ? 0.51 : 0x1p-10 * std::fmax(std::fabs(wanted), 1.0);
          ASSERT_NEAR(got[i], wanted, tolerance) << to_string(shape) << " at " << i;
        }
      }
    }
  }
}

TEST_P(LinearInt8Test, MultipliesInt8WithWeightsThatAreInputs) {
  if (!sets_scales()) GTEST_SKIP() << "this back end's scales are 1";
  for (const Shape& shape : {Shape{3, 16}, Shape{5, 7}}) {
    for (const std::int64_t outputs : {8, 13}) {
      const Int8Example e = int8_example(shape, outputs, 0.25F);
      const auto y = run({{testing::int_field("activation", 1)},
                          {e.x, e.w, testing::tensor(DataType::kFloat, {outputs}, e.bias)},
                          {}});
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      const Values got = testing::values_of((*y)[0]);
      for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_NEAR(got[i], e.real[i], 0x1p-10 * std::fmax(std::fabs(e.real[i]), 1.0)) << i;
      }
    }
  }
}

TEST_P(LinearInt8Test, RefusesInt8WithoutScales) {
  if (!sets_scales()) GTEST_SKIP() << "this back end's scales are 1";
  OpCall call{{testing::int_field("out_features", 1), testing::int_field("int8_output", 1)},
              {testing::tensor(DataType::kInt8, {1, 2}, {1, 2})},
              {},
              0.0F};
  OpCall as_attribute = call;
  as_attribute.attributes.push_back(floats_field("weight", {1, 1}));
  expect_refused(as_attribute, "Linear_PS: \"y\" is int8 without a scale; calibrate");
  as_attribute.inputs[0].scale = 0.0F;
  expect_refused(as_attribute, "Linear_PS: \"x\" is int8 without a scale; calibrate");
  call.inputs.push_back(testing::tensor(DataType::kInt8, {1, 2}, {1, 2}));
  call.inputs[1].scale = 0.0F;
  expect_refused(call, "Linear_PS: \"weight\" is int8 without a scale; calibrate");
}

TEST_P(LinearInt8Test, RefusesMoreInt8FeaturesThanAnInt32SumHolds) {
  const Shape shape{1, 131072};
  const Values ones(131072, 1.0);
  expect_refused({{testing::int_field("out_features", 1), floats_field("weight", ones)},
                  {testing::random_tensor(DataType::kInt8, shape, -1, 1, 1)},
                  {}},
                 "an INT32 sum of INT8 products holds at most 131071, use float16");
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(LinearInt8Test);

}  // namespace
}  // namespace plugsmith::ops::linear_tests
