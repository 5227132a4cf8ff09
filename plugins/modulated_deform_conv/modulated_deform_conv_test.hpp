// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "modulated_deform_conv.hpp"
#include "tests/support/op_test.hpp"

// What the tests of ModulatedDeformConv share.

namespace plugsmith::ops::modulated_deform_conv_test {

/// A convolution and the shapes of its inputs; y's rows and columns follow.
struct Convolution {
  std::int64_t samples = 1, channels = 1, rows = 5, columns = 6;
  std::int64_t outputs = 1, kernel_rows = 3, kernel_columns = 3;
  std::vector<std::int32_t> stride{1, 1}, padding{1, 1}, dilation{1, 1};
  std::int32_t groups = 1, deform_groups = 1;
  bool biased = true;

  std::int64_t out_rows() const { return size(rows, kernel_rows, 0); }
  std::int64_t out_columns() const { return size(columns, kernel_columns, 1); }
  std::int64_t taps() const { return kernel_rows * kernel_columns; }
  Shape x() const { return {samples, channels, rows, columns}; }
  Shape offset() const { return {samples, 2 * deform_groups * taps(), out_rows(), out_columns()}; }
  Shape mask() const { return {samples, deform_groups * taps(), out_rows(), out_columns()}; }
  Shape weight() const { return {outputs, channels / groups, kernel_rows, kernel_columns}; }

 private:
  std::int64_t size(std::int64_t in, std::int64_t kernel, std::size_t axis) const {
    return (in + 2 * padding[axis] - dilation[axis] * (kernel - 1) - 1) / stride[axis] + 1;
  }
};

inline FieldData list_field(const char* name, const std::vector<std::int32_t>& values) {
  FieldData field{name, FieldType::kInt32, static_cast<std::int32_t>(values.size()),
                  std::vector<unsigned char>(values.size() * sizeof(std::int32_t))};
  std::memcpy(field.bytes.data(), values.data(), field.bytes.size());
  return field;
}

inline std::vector<FieldData> fields_of(const Convolution& s) {
  return {list_field("stride", s.stride), list_field("padding", s.padding),
          list_field("dilation", s.dilation), testing::int_field("groups", s.groups),
          testing::int_field("deform_groups", s.deform_groups)};
}

inline std::vector<testing::TestTensor> random_inputs(const Convolution& s, DataType type,
                                                      DataType offset_type, unsigned seed) {
  std::vector<testing::TestTensor> inputs{
      testing::random_tensor(type, s.x(), -2, 2, seed),
      testing::random_tensor(offset_type, s.offset(), -2.5, 2.5, seed + 1000),
      testing::random_tensor(offset_type, s.mask(), 0, 1, seed + 2000),
      testing::random_tensor(type, s.weight(), -1, 1, seed + 3000)};
  if (s.biased) inputs.push_back(testing::random_tensor(type, {s.outputs}, -1, 1, seed + 4000));
  return inputs;
}

/// An element of y, and the sum of the sizes of its terms.
struct Expected {
  double value = 0.0, size = 0.0;
};

/// How far the pixel at `place` reaches to `at`: a hat, two pixels wide.
inline double hat(double at, std::int64_t place) {
  return std::max(0.0, 1.0 - std::abs(at - static_cast<double>(place)));
}

/// Independent of the op: walks the pixels of x, which give to the taps within reach.
inline std::vector<Expected> expected(const Convolution& s,
                                      const std::vector<testing::TestTensor>& inputs) {
  const auto x = testing::values_of(inputs[0]), offset = testing::values_of(inputs[1]),
             mask = testing::values_of(inputs[2]), weight = testing::values_of(inputs[3]);
  const std::int64_t rows = s.out_rows(), columns = s.out_columns(), taps = s.taps();
  const std::int64_t per_group = s.channels / s.groups, outputs = s.outputs / s.groups;
  const auto at = [](const std::vector<double>& from, std::int64_t index) {
    return from[static_cast<std::size_t>(index)];
  };
  std::vector<Expected> y(static_cast<std::size_t>(s.samples * s.outputs * rows * columns));
  if (s.biased) {
    const auto bias = testing::values_of(inputs[4]);
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double value =
          bias[i / static_cast<std::size_t>(rows * columns) % static_cast<std::size_t>(s.outputs)];
      y[i] = {value, std::abs(value)};
    }
  }
  const auto give = [&](std::int64_t sample, std::int64_t channel, std::int64_t tap,
                        std::int64_t place, double value) {
    const std::int64_t group = channel / per_group;
    for (std::int64_t k = group * outputs; k < (group + 1) * outputs; ++k) {
      const double term = value * at(weight, (k * per_group + channel % per_group) * taps + tap);
      Expected& to = y[static_cast<std::size_t>((sample * s.outputs + k) * rows * columns + place)];
      to.value += term;
      to.size += std::abs(term);
    }
  };
  for (std::int64_t i = 0; i < s.samples * s.deform_groups * taps * rows * columns; ++i) {
    const std::int64_t place = i % (rows * columns), map = i / (rows * columns);
    const std::int64_t tap = map % taps, deform_group = map / taps % s.deform_groups;
    const std::int64_t sample = map / taps / s.deform_groups;
    const double row = static_cast<double>(place / columns * s.stride[0] - s.padding[0] +
                                           tap / s.kernel_columns * s.dilation[0]) +
                       at(offset, 2 * map * rows * columns + place);
    const double column = static_cast<double>(place % columns * s.stride[1] - s.padding[1] +
                                              tap % s.kernel_columns * s.dilation[1]) +
                          at(offset, (2 * map + 1) * rows * columns + place);
    for (std::int64_t r = 0; r < s.rows; ++r) {
      if (hat(row, r) == 0.0) continue;
      for (std::int64_t c = 0; c < s.columns; ++c) {
        const double share = at(mask, i) * hat(row, r) * hat(column, c);
        if (share == 0.0) continue;
        const std::int64_t channels = s.channels / s.deform_groups;
        for (std::int64_t k = deform_group * channels; k < (deform_group + 1) * channels; ++k) {
          give(sample, k, tap, place,
               share * at(x, ((sample * s.channels + k) * s.rows + r) * s.columns + c));
        }
      }
    }
  }
  return y;
}

class ModulatedDeformConvTest : public testing::OpTest {
 protected:
  Result<std::vector<testing::TestTensor>> run(const std::vector<FieldData>& fields,
                                               const std::vector<testing::TestTensor>& inputs,
                                               Tactic tactic = Tactic{}) {
    testing::OpRunner runner(op_entry<ModulatedDeformConv>(), GetParam());
    runner.set_misalignment(misalignment_);
    runner.set_tactic(tactic);
    return runner.run(fields, inputs);
  }

  void expect_agreement(const Convolution& s, DataType type, DataType offset_type, unsigned seed) {
    const auto inputs = random_inputs(s, type, offset_type, seed);
    const std::vector<Expected> want = expected(s, inputs);
    for (const Tactic tactic : choices()) {
      SCOPED_TRACE(std::string(tactic.name) + ", x " + to_string(type) + " " +
                   to_string(inputs[0].shape) + ", weight " + to_string(inputs[3].shape) +
                   ", seed " + std::to_string(seed));
      const auto y = run(fields_of(s), inputs, tactic);
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      ASSERT_EQ((*y)[0].shape, (Shape{s.samples, s.outputs, s.out_rows(), s.out_columns()}));
      const auto got = testing::values_of((*y)[0]);
      // y is rounded, and so is each sample before a product on tensor cores; a sample, its product
      // and the sums take some dozen roundings in float.
      const double of_term =
          testing::epsilon_of(type == DataType::kFloat ? DataType::kFloat : type);
      for (std::size_t i = 0; i < want.size(); ++i) {
        const double tolerance =
            testing::epsilon_of(type) * std::max(std::abs(want[i].value), 1.0) +
            (of_term + 64 * testing::epsilon_of(DataType::kFloat)) * want[i].size;
        ASSERT_NEAR(got[i], want[i].value, tolerance) << "at " << i;
      }
    }
  }

  void expect_refusal(const std::vector<FieldData>& fields,
                      const std::vector<testing::TestTensor>& inputs, const std::string& message) {
    const auto y = run(fields, inputs);
    ASSERT_FALSE(y.is_ok()) << message;
    EXPECT_NE(y.status().message().find("ModulatedDeformConv_PS: " + message), std::string::npos)
        << y.status().message();
    if (GetParam() == testing::Backend::kReference || GetParam() == testing::Backend::kCuda) {
      EXPECT_EQ(y.status().code(), StatusCode::kInvalidArgument);
    }
  }

  // The reference knows no tactics, and the built library chooses for itself.
  static std::vector<Tactic> choices() {
    return GetParam() == testing::Backend::kCuda
               ? std::vector<Tactic>{ModulatedDeformConv::kTiles256, ModulatedDeformConv::kTiles128,
                                     ModulatedDeformConv::kTiles64, ModulatedDeformConv::kDirect}
               : std::vector<Tactic>{Tactic{}};
  }

  std::size_t misalignment_ = 0;
};

}  // namespace plugsmith::ops::modulated_deform_conv_test
