// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include "modulated_deform_conv.hpp"
#include "plugsmith/reference_values.hpp"

namespace plugsmith::ops {
namespace {

using modulated_deform_conv::Sizes;
using Values = std::vector<double>;

// Bilinear at (row, column) with zeros around the plane, times the mask.
double sample(const double* plane, const Sizes& s, double row, double column, double mask) {
  const auto rows = static_cast<double>(s.rows), columns = static_cast<double>(s.columns);
  if (!(row > -1.0 && row < rows && column > -1.0 && column < columns)) return 0.0;
  const double top = std::floor(row), left = std::floor(column);
  double sum = 0.0;
  for (int corner = 0; corner < 4; ++corner) {
    const int down = corner / 2, right = corner % 2;
    const auto r = static_cast<std::int64_t>(top) + down;
    const auto c = static_cast<std::int64_t>(left) + right;
    if (r < 0 || r >= s.rows || c < 0 || c >= s.columns) continue;
    const double share = mask * (down == 1 ? row - top : 1.0 - (row - top)) *
                         (right == 1 ? column - left : 1.0 - (column - left));
    if (share != 0.0) sum += share * plane[r * s.columns + c];
  }
  return sum;
}

struct Inputs {
  Values x, offset, mask, weight, bias;
};

// The moved samples of an output pixel: [channels, taps].
Values columns_of(const Inputs& in, const Sizes& s, std::int64_t sample_index, std::int64_t place) {
  const std::int64_t plane = s.out_rows * s.out_columns, taps = s.taps();
  const std::int64_t row = place / s.out_columns, column = place % s.out_columns;
  Values columns;
  for (std::int64_t channel = 0; channel < s.channels; ++channel) {
    const std::int64_t deform_group = channel / (s.channels / s.deform_groups);
    const double* from = in.x.data() + (sample_index * s.channels + channel) * s.rows * s.columns;
    for (std::int64_t tap = 0; tap < taps; ++tap) {
      const std::int64_t k = (sample_index * s.deform_groups + deform_group) * taps + tap;
      const auto at = [&](std::int64_t index) {
        return in.offset[static_cast<std::size_t>(index * plane + place)];
      };
      const std::int64_t tap_row = tap / s.kernel_columns, tap_column = tap % s.kernel_columns;
      columns.push_back(sample(
          from, s,
          static_cast<double>(row * s.stride[0] - s.padding[0] + tap_row * s.dilation[0]) +
              at(2 * k),
          static_cast<double>(column * s.stride[1] - s.padding[1] + tap_column * s.dilation[1]) +
              at(2 * k + 1),
          in.mask[static_cast<std::size_t>(k * plane + place)]));
    }
  }
  return columns;
}

double output_of(const Inputs& in, const Sizes& s, const Values& columns, std::int64_t output) {
  const std::int64_t length = s.channels / s.groups * s.taps();
  const std::int64_t group = output / (s.outputs / s.groups);
  double sum = in.bias.empty() ? 0.0 : in.bias[static_cast<std::size_t>(output)];
  for (std::int64_t i = 0; i < length; ++i) {
    sum += in.weight[static_cast<std::size_t>(output * length + i)] *
           columns[static_cast<std::size_t>(group * length + i)];
  }
  return sum;
}

}  // namespace

Status ModulatedDeformConv::reference(ReferenceContext& c) const {
  PLUGSMITH_RETURN_IF_ERROR(check(c));
  const Sizes s = sizes_of(c);
  Inputs in;
  const auto fill = [&](const In& port, Values& values) {
    auto result = doubles_of(c[port]);
    if (result.is_ok()) values = std::move(*result);
    return result.status();
  };
  PLUGSMITH_RETURN_IF_ERROR(fill(x, in.x));
  PLUGSMITH_RETURN_IF_ERROR(fill(offset, in.offset));
  PLUGSMITH_RETURN_IF_ERROR(fill(mask, in.mask));
  PLUGSMITH_RETURN_IF_ERROR(fill(weight, in.weight));
  if (c.has(bias)) PLUGSMITH_RETURN_IF_ERROR(fill(bias, in.bias));
  return dispatch_floating(c[y].type(), [&](auto zero) {
    using T = decltype(zero);
    const std::int64_t plane = s.out_rows * s.out_columns;
    for (std::int64_t pixel = 0; pixel < s.pixels(); ++pixel) {
      const std::int64_t index = pixel / plane, place = pixel % plane;
      const Values columns = columns_of(in, s, index, place);
      for (std::int64_t output = 0; output < s.outputs; ++output) {
        c[y].data_as<T>()[(index * s.outputs + output) * plane + place] =
            round_to<T>(output_of(in, s, columns, output));
      }
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
