// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "multi_scale_deformable_attention.hpp"
#include "tests/support/op_test.hpp"

// What the tests of MultiScaleDeformableAttention share.

namespace plugsmith::ops::multi_scale_deformable_attention_test {

struct Map {
  std::int64_t height, width, start;
};

struct Sizes {
  std::int64_t samples = 1, heads = 1, channels = 1, queries = 1, points = 1;
};

class MultiScaleDeformableAttentionTest : public testing::OpTest {
 protected:
  Result<std::vector<testing::TestTensor>> run(const std::vector<testing::TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<MultiScaleDeformableAttention>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run({}, inputs);
  }
  // One map, one head, one channel: y[query] for the given locations and weights.
  std::vector<double> attend(const std::vector<double>& values, const std::vector<Map>& maps,
                             const std::vector<double>& locations,
                             const std::vector<double>& weights, std::int64_t queries = 1) {
    const auto rows = static_cast<std::int64_t>(values.size());
    const auto levels = static_cast<std::int64_t>(maps.size());
    const auto points = static_cast<std::int64_t>(weights.size()) / queries / levels;
    const auto y =
        run({testing::tensor(DataType::kFloat, {1, rows, 1, 1}, values), shapes(maps), starts(maps),
             testing::tensor(DataType::kFloat, {1, queries, 1, levels, points, 2}, locations),
             testing::tensor(DataType::kFloat, {1, queries, 1, levels, points}, weights)});
    EXPECT_TRUE(y.is_ok()) << y.status().message();
    return y.is_ok() ? testing::values_of((*y)[0]) : std::vector<double>{};
  }
  void expect_agreement(const Sizes& s, const std::vector<Map>& maps, DataType type,
                        DataType location_type, unsigned seed);
  void expect_refusal(const std::vector<testing::TestTensor>& inputs, const std::string& message) {
    const auto y = run(inputs);
    ASSERT_FALSE(y.is_ok()) << message;
    EXPECT_NE(y.status().message().find("MultiScaleDeformableAttention_PS: " + message),
              std::string::npos)
        << y.status().message();
    if (GetParam() == testing::Backend::kReference || GetParam() == testing::Backend::kCuda) {
      EXPECT_EQ(y.status().code(), StatusCode::kInvalidArgument);
    }
  }

  static testing::TestTensor shapes(const std::vector<Map>& maps,
                                    DataType type = DataType::kInt64) {
    std::vector<double> values;
    for (const Map& map : maps) {
      values.push_back(static_cast<double>(map.height));
      values.push_back(static_cast<double>(map.width));
    }
    return testing::tensor(type, {static_cast<std::int64_t>(maps.size()), 2}, values);
  }
  static testing::TestTensor starts(const std::vector<Map>& maps,
                                    DataType type = DataType::kInt64) {
    std::vector<double> values;
    for (const Map& map : maps) values.push_back(static_cast<double>(map.start));
    return testing::tensor(type, {static_cast<std::int64_t>(maps.size())}, values);
  }

  std::size_t misalignment_ = 0;
};

// How far the pixel at `place` reaches to `at`: a hat, two pixels wide.
inline double hat(double at, std::int64_t place) {
  return std::max(0.0, 1.0 - std::abs(at - static_cast<double>(place)));
}

// Independent of the op's walks: each pixel of a map, weighted by a product of hats.
inline void MultiScaleDeformableAttentionTest::expect_agreement(const Sizes& s,
                                                                const std::vector<Map>& maps,
                                                                DataType type,
                                                                DataType location_type,
                                                                unsigned seed) {
  const auto levels = static_cast<std::int64_t>(maps.size());
  std::int64_t rows = 0, side = 1;
  for (const Map& map : maps) {
    rows = std::max(rows, map.start + map.height * map.width);
    side = std::max({side, map.height, map.width});
  }
  const Shape weights_shape{s.samples, s.queries, s.heads, levels, s.points};
  const testing::TestTensor value =
      testing::random_tensor(type, {s.samples, rows, s.heads, s.channels}, -2, 2, seed);
  const testing::TestTensor locations = testing::random_tensor(
      location_type, {s.samples, s.queries, s.heads, levels, s.points, 2}, -0.2, 1.2, seed + 1000);
  const testing::TestTensor weights =
      testing::random_tensor(location_type, weights_shape, 0, 1, seed + 2000);
  const DataType index_type = seed % 2 == 0 ? DataType::kInt64 : DataType::kInt32;
  const auto y =
      run({value, shapes(maps, index_type), starts(maps, index_type), locations, weights});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  ASSERT_EQ((*y)[0].shape, (Shape{s.samples, s.queries, s.heads * s.channels}));
  const auto got = testing::values_of((*y)[0]), v = testing::values_of(value),
             at = testing::values_of(locations), w = testing::values_of(weights);
  const std::int64_t per_head = levels * s.points;
  // Places are off by a few roundings of the side, where a value changes by up to 4 from pixel to
  // pixel.
  const double slack =
      16 * static_cast<double>(per_head * side) * testing::epsilon_of(DataType::kFloat);
  for (std::int64_t i = 0; i < s.samples * s.queries * s.heads; ++i) {
    std::vector<double> want(static_cast<std::size_t>(s.channels));
    const std::int64_t sample = i / (s.queries * s.heads), head = i % s.heads;
    for (std::int64_t k = 0; k < per_head; ++k) {
      const Map& map = maps[static_cast<std::size_t>(k / s.points)];
      const auto point = static_cast<std::size_t>(i * per_head + k);
      const double x = at[2 * point] * static_cast<double>(map.width) - 0.5;
      const double row_at = at[2 * point + 1] * static_cast<double>(map.height) - 0.5;
      for (std::int64_t pixel = 0; pixel < map.height * map.width; ++pixel) {
        const double share = w[point] * hat(x, pixel % map.width) * hat(row_at, pixel / map.width);
        if (share == 0.0) continue;
        const std::int64_t from =
            ((sample * rows + map.start + pixel) * s.heads + head) * s.channels;
        for (std::size_t c = 0; c < want.size(); ++c) {
          want[c] += share * v[static_cast<std::size_t>(from) + c];
        }
      }
    }
    for (std::size_t c = 0; c < want.size(); ++c) {
      ASSERT_NEAR(got[static_cast<std::size_t>(i * s.channels) + c], want[c],
                  testing::epsilon_of(type) * std::max(std::abs(want[c]), 1.0) + slack)
          << "head " << i << " channel " << c << ", seed " << seed;
    }
  }
}

}  // namespace plugsmith::ops::multi_scale_deformable_attention_test
