// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "multi_scale_deformable_attention.hpp"
#include "plugsmith/reference_values.hpp"

namespace plugsmith::ops {
namespace {

std::int64_t integer(const ConstTensorView& view, std::int64_t index) {
  return view.type() == DataType::kInt64 ? view.data_as<std::int64_t>()[index]
                                         : std::int64_t{view.data_as<std::int32_t>()[index]};
}

// A feature map; one that does not lie in the value's rows has none.
struct Level {
  std::int64_t height = 0, width = 0, start = 0;
};

Level level_of(const ConstTensorView& shapes, const ConstTensorView& starts, std::int64_t index,
               std::int64_t rows) {
  const Level level{integer(shapes, 2 * index), integer(shapes, 2 * index + 1),
                    integer(starts, index)};
  constexpr std::int64_t kMostSide = INT32_MAX;  // as on the device
  const bool fits = level.height > 0 && level.width > 0 && level.start >= 0 &&
                    level.height <= kMostSide && level.width <= kMostSide &&
                    level.height <= rows / level.width &&
                    level.start <= rows - level.height * level.width;
  return fits ? level : Level{};
}

struct Rows {
  const double* first;  // of the sample and head
  std::int64_t stride;  // from row to row
  std::int64_t channels;
};

// Adds weight times the value at (x, y), in pixels from the centre of the first; nothing outside.
void add_sample(const Level& level, const Rows& rows, double x, double y, double weight,
                std::vector<double>& sums) {
  const auto height = static_cast<double>(level.height), width = static_cast<double>(level.width);
  if (!(y > -1.0 && y < height && x > -1.0 && x < width)) return;
  const double top = std::floor(y), left = std::floor(x);
  for (int corner = 0; corner < 4; ++corner) {
    const int down = corner / 2, right = corner % 2;
    const auto row = static_cast<std::int64_t>(top) + down;
    const auto column = static_cast<std::int64_t>(left) + right;
    if (row < 0 || row >= level.height || column < 0 || column >= level.width) continue;
    const double share = weight * (down == 1 ? y - top : 1.0 - (y - top)) *
                         (right == 1 ? x - left : 1.0 - (x - left));
    if (share == 0.0) continue;
    const double* from = rows.first + (level.start + row * level.width + column) * rows.stride;
    for (std::int64_t i = 0; i < rows.channels; ++i) {
      sums[static_cast<std::size_t>(i)] += share * from[i];
    }
  }
}

}  // namespace

Status MultiScaleDeformableAttention::reference(ReferenceContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Shape &in = c[value].shape(), &at = c[sampling_locations].shape();
  const auto values = doubles_of(c[value]), locations = doubles_of(c[sampling_locations]),
             weights = doubles_of(c[attention_weights]);
  for (const auto* read : {&values, &locations, &weights}) {
    if (!read->is_ok()) return read->status();
  }
  const std::int64_t heads = in[2], channels = in[3], levels = at[3], points = at[4];
  std::vector<Level> maps;
  for (std::int64_t i = 0; i < levels; ++i) {
    maps.push_back(level_of(c[spatial_shapes], c[level_start_index], i, in[1]));
  }
  return dispatch_floating(c[y].type(), [&](auto zero) {
    using T = decltype(zero);
    T* to = c[y].data_as<T>();
    for (std::int64_t i = 0; i < at[0] * at[1] * heads; ++i) {
      const std::int64_t sample = i / (at[1] * heads);
      const Rows rows{values->data() + (sample * in[1] * heads + i % heads) * channels,
                      heads * channels, channels};
      std::vector<double> sums(static_cast<std::size_t>(channels));
      for (std::int64_t point = 0; point < levels * points; ++point) {
        const Level& level = maps[static_cast<std::size_t>(point / points)];
        const auto k = static_cast<std::size_t>(i * levels * points + point);
        add_sample(level, rows, (*locations)[2 * k] * static_cast<double>(level.width) - 0.5,
                   (*locations)[2 * k + 1] * static_cast<double>(level.height) - 0.5, (*weights)[k],
                   sums);
      }
      to = std::transform(sums.begin(), sums.end(), to, round_to<T>);
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
