// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "linear.hpp"
#include "tests/support/op_test.hpp"

// Examples with their right answers, for the op's test files.

namespace plugsmith::ops::linear_tests {

using testing::Backend;
using testing::OpCall;
using testing::TestTensor;
using Values = std::vector<double>;

inline FieldData floats_field(const char* name, const Values& values) {
  const std::vector<float> floats(values.begin(), values.end());
  FieldData field{name, FieldType::kFloat32, static_cast<std::int32_t>(floats.size()), {}};
  field.bytes.resize(floats.size() * sizeof(float));
  if (!floats.empty()) std::memcpy(field.bytes.data(), floats.data(), field.bytes.size());
  return field;
}

inline std::int32_t as_int(std::int64_t value) { return static_cast<std::int32_t>(value); }

struct Problem {
  DataType type = DataType::kHalf;
  Shape x;
  std::int64_t outputs = 1;
  Linear::Activation activation = Linear::Activation::kNone;
  bool with_bias = false;
  bool weights_as_inputs = false;
};

// The call of a random product, and what it should give, computed without the op's code: the
// activation through the logistic function, sums in long double from the last product to the first.
struct Example {
  OpCall call;
  Values y, tolerance;
};

inline double activated(double v, Linear::Activation activation) {
  switch (activation) {
    case Linear::Activation::kRelu: return std::fmax(v, 0.0);
    case Linear::Activation::kGelu:
      return v / (1.0 + std::exp(-2.0 * std::sqrt(2.0 / 3.14159265358979323846) *
                                 (v + 0.044715 * std::pow(v, 3))));
    default: return v;
  }
}

inline void expect(Example& example, const Problem& s, const Values& x, const Values& w,
                   const Values& b) {
  const auto features = static_cast<std::size_t>(s.x[-1]);
  const auto outputs = static_cast<std::size_t>(s.outputs);
  for (std::size_t i = 0; i < x.size() / features * outputs; ++i) {
    long double sum = 0, magnitude = 0;
    for (std::size_t k = features; k-- > 0;) {
      const double product = x[i / outputs * features + k] * w[i % outputs * features + k];
      sum += product;
      magnitude += std::fabs(product);
    }
    const double v = static_cast<double>(sum) + (b.empty() ? 0.0 : b[i % outputs]);
    const double y = activated(v, s.activation);
    // float32 accumulation in any order, one rounding, and GELU by the GPU's approximate tanh.
    double tolerance = testing::epsilon_of(s.type) * std::fmax(std::fabs(y), 1.0) +
                       static_cast<double>(features) * 0x1p-23 * static_cast<double>(magnitude);
    if (s.activation == Linear::Activation::kGelu) tolerance += 0x1p-10 * std::fabs(v);
    example.y.push_back(y);
    example.tolerance.push_back(tolerance);
  }
}

inline Example make_example(const Problem& s, unsigned seed) {
  const std::int64_t features = s.x[-1];
  const TestTensor x = testing::random_tensor(s.type, s.x, -1, 1, seed);
  const TestTensor w = testing::random_tensor(s.type, {s.outputs, features}, -1, 1, seed + 1000);
  const TestTensor b = testing::random_tensor(s.type, {s.outputs}, -1, 1, seed + 2000);
  Example example;
  example.call.inputs = {x};
  example.call.attributes = {testing::int_field("activation", static_cast<int>(s.activation))};
  if (s.weights_as_inputs) {
    example.call.inputs.push_back(w);
    if (s.with_bias) example.call.inputs.push_back(b);
  } else {
    example.call.attributes.push_back(testing::int_field("out_features", as_int(s.outputs)));
    example.call.attributes.push_back(floats_field("weight", testing::values_of(w)));
    if (s.with_bias) {
      example.call.attributes.push_back(floats_field("bias", testing::values_of(b)));
    }
  }
  expect(example, s, testing::values_of(x), testing::values_of(w),
         s.with_bias ? testing::values_of(b) : Values{});
  return example;
}

class LinearTest : public testing::OpTest {
 protected:
  void SetUp() override {
    OpTest::SetUp();
    if (IsSkipped() || !on_device()) return;
    const auto api = cublaslt::load();
    if (!api.is_ok()) GTEST_SKIP() << api.status().message();
  }
  bool on_device() const {
    return GetParam() == Backend::kCuda || GetParam() == Backend::kTensorRT;
  }
  /// Calls the adapter with scales of the test's choice; a host or TensorRT gives its own, 1.
  bool sets_scales() const {
    return GetParam() == Backend::kReference || GetParam() == Backend::kCuda;
  }
  Result<std::vector<TestTensor>> run(const OpCall& call, std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<Linear>(), GetParam());
    runner.set_misalignment(misalignment);
    return runner.run(call);
  }
  void expect_right(const Problem& s, unsigned seed, std::size_t misalignment = 0) {
    const Example example = make_example(s, seed);
    const auto y = run(example.call, misalignment);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].type, s.type);
    const Values got = testing::values_of((*y)[0]);
    ASSERT_EQ(got.size(), example.y.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      ASSERT_NEAR(got[i], example.y[i], example.tolerance[i])
          << to_string(s.type) << " x " << to_string(s.x) << " outputs " << s.outputs
          << " activation " << static_cast<int>(s.activation) << " bias " << s.with_bias
          << " inputs " << s.weights_as_inputs << " seed " << seed << " at " << i;
    }
  }
  void expect_refused(const OpCall& call, const std::string& sentence) {
    const auto y = run(call);
    ASSERT_FALSE(y.is_ok()) << sentence;
    if (sets_scales()) {  // a plugin's method only returns a number to others
      EXPECT_EQ(y.status().code(), StatusCode::kInvalidArgument);
    }
    EXPECT_NE(y.status().message().find(sentence), std::string::npos) << y.status().message();
  }
};

}  // namespace plugsmith::ops::linear_tests
