// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "group_norm.hpp"
#include "tests/support/op_test.hpp"

// How the tests of GroupNorm run it, and what they expect.

namespace plugsmith::ops::group_norm_test {

inline FieldData floats_field(const char* name, const std::vector<float>& values) {
  FieldData field{name, FieldType::kFloat32, static_cast<std::int32_t>(values.size()), {}};
  field.bytes.resize(values.size() * sizeof(float));
  if (!values.empty()) std::memcpy(field.bytes.data(), values.data(), field.bytes.size());
  return field;
}

inline std::vector<float> floats_of(const testing::TestTensor& tensor) {
  const std::vector<double> values = testing::values_of(tensor);
  return {values.begin(), values.end()};
}

struct Options {
  std::int32_t groups = 1;
  float epsilon = 1e-5F;
  std::vector<double> scale, bias;  ///< empty: not given
  bool silu = false;
};
inline Options options(std::int32_t groups, float epsilon = 1e-5F) {
  return {groups, epsilon, {}, {}, false};
}

inline std::vector<FieldData> fields_of(const Options& o) {
  return {testing::int_field("groups", o.groups), testing::float_field("epsilon", o.epsilon),
          testing::int_field("activation", o.silu ? 1 : 0)};
}

// Independent of the reference: sums over all elements at once, sorted out by group, in extended
// precision.
inline std::vector<double> expected(const testing::TestTensor& x, const Options& o) {
  const std::vector<double> in = testing::values_of(x);
  const auto positions = static_cast<std::size_t>(x.shape.volume(2, x.shape.rank()));
  const auto channels = static_cast<std::size_t>(x.shape[1]);
  const auto rows = static_cast<std::size_t>(x.shape[0] * o.groups);
  const std::size_t per_group = std::max<std::size_t>(in.size() / rows, 1);
  const auto group_of = [&](std::size_t i) { return i / per_group; };
  const auto count = static_cast<long double>(per_group);
  std::vector<long double> means(rows), squares(rows);
  for (std::size_t i = 0; i < in.size(); ++i) means[group_of(i)] += in[i] / count;
  for (std::size_t i = 0; i < in.size(); ++i) {
    squares[group_of(i)] += std::pow(in[i] - means[group_of(i)], 2) / count;
  }
  std::vector<double> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t channel = i / positions % channels;
    const long double scale = o.scale.empty() ? 1.0L : o.scale[channel];
    const long double bias = o.bias.empty() ? 0.0L : o.bias[channel];
    const std::size_t row = group_of(i);
    out[i] = static_cast<double>(
        (in[i] - means[row]) / std::sqrt(squares[row] + o.epsilon) * scale + bias);
    if (o.silu) out[i] *= (1.0 + std::tanh(out[i] / 2.0)) / 2.0;
  }
  return out;
}

// One rounding to the type; in float a few dozen more, of differences, sums and factors.
inline double tolerance(DataType type, double want) {
  return (testing::epsilon_of(type) + 32 * testing::epsilon_of(DataType::kFloat)) *
         std::max(std::abs(want), 1.0);
}

class GroupNormTest : public testing::OpTest {
 protected:
  Result<std::vector<testing::TestTensor>> run(const std::vector<FieldData>& fields,
                                               const std::vector<testing::TestTensor>& inputs,
                                               Tactic tactic = Tactic{}) {
    testing::OpRunner runner(op_entry<GroupNorm>(), GetParam());
    runner.set_misalignment(misalignment_);
    runner.set_tactic(tactic);
    return runner.run(fields, inputs);
  }

  void expect_agreement(const std::vector<FieldData>& fields,
                        const std::vector<testing::TestTensor>& inputs, const Options& o,
                        double slack = 0.0) {
    const std::vector<double> want = expected(inputs[0], o);
    for (const Tactic tactic : choices()) {
      SCOPED_TRACE(std::string(tactic.name) + ", " + to_string(inputs[0].type) + " " +
                   to_string(inputs[0].shape) + " in " + std::to_string(o.groups));
      const auto y = run(fields, inputs, tactic);
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      EXPECT_EQ((*y)[0].shape, inputs[0].shape);
      const std::vector<double> got = testing::values_of((*y)[0]);
      for (std::size_t i = 0; i < want.size(); ++i) {
        ASSERT_NEAR(got[i], want[i], tolerance(inputs[0].type, want[i]) + slack) << "at " << i;
      }
    }
  }
  void expect_agreement(const testing::TestTensor& x, const Options& o, double slack = 0.0) {
    expect_agreement(fields_of(o), {x}, o, slack);
  }

  void expect_refusal(const std::vector<FieldData>& fields,
                      const std::vector<testing::TestTensor>& inputs, const std::string& message) {
    const auto y = run(fields, inputs);
    ASSERT_FALSE(y.is_ok()) << message;
    EXPECT_NE(y.status().message().find("GroupNorm_PS: " + message), std::string::npos)
        << y.status().message();
    // A plugin's method can only return a number, and TensorRT's side cannot know what it means.
    if (GetParam() == testing::Backend::kReference || GetParam() == testing::Backend::kCuda) {
      EXPECT_EQ(y.status().code(), StatusCode::kInvalidArgument);
    }
  }

  // The reference knows no tactics, and the built library chooses for itself.
  static std::vector<Tactic> choices() {
    return GetParam() == testing::Backend::kCuda
               ? std::vector<Tactic>{GroupNorm::kOnePass, GroupNorm::kTwoPass}
               : std::vector<Tactic>{Tactic{}};
  }

  std::size_t misalignment_ = 0;
};

}  // namespace plugsmith::ops::group_norm_test
