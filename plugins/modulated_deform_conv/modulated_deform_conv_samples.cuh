// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "modulated_deform_conv_kernel.hpp"
#include "plugsmith/fast_division.hpp"

// What both kernels share: where the taps of an output pixel lie.

namespace plugsmith::ops::modulated_deform_conv {

/// The four pixels of x around a tap. One whose weight is 0 is not read, and may lie outside.
struct Corners {
  float4 weights;         ///< top left and right, bottom left and right; the mask is a factor
  std::int64_t top_left;  ///< its index in a plane of x
};

/// An output pixel.
struct Pixel {
  std::int64_t sample, place;  ///< place: in a plane of y
  std::int64_t row, column;
};

/// Divides by the sizes of y.
struct OutputDivisors {
  FastDivisor plane, columns;
  explicit OutputDivisors(const Sizes& s)
      : plane(s.out_rows * s.out_columns), columns(s.out_columns) {}

  __device__ Pixel pixel(std::int64_t index) const {
    const std::int64_t sample = plane.quotient(index), place = index - sample * plane.divisor();
    const std::int64_t row = columns.quotient(place);
    return {sample, place, row, place - row * columns.divisor()};
  }
};

/// A coordinate of x: the pixel below it, and how far it lies beyond.
struct Coordinate {
  std::int64_t index;
  float share;
};

/// base + offset without the rounding of a sum; far outside if the offset is not a number or larger
/// than any tensor.
__device__ inline Coordinate moved(std::int64_t base, float offset) {
  constexpr float kMostOffset = 1e12F;
  if (!(fabsf(offset) < kMostOffset)) return {-2, 0.0F};
  const float below = floorf(offset);
  return {base + static_cast<std::int64_t>(below), offset - below};
}

/// An element of offset or mask, which are float32 or of type T.
template <class T>
__device__ float number(const Params& p, const void* from, std::int64_t index) {
  return p.offset_type == DataType::kFloat ? static_cast<const float*>(from)[index]
                                           : static_cast<float>(static_cast<const T*>(from)[index]);
}

template <class T>
__device__ Corners corners_of(const Params& p, const Pixel& pixel, std::int64_t deform_group,
                              std::int64_t tap_row, std::int64_t tap_column) {
  const Sizes& s = p.sizes;
  const std::int64_t plane = s.out_rows * s.out_columns;
  const std::int64_t tap = (pixel.sample * s.deform_groups + deform_group) * s.taps() +
                           tap_row * s.kernel_columns + tap_column;
  const Coordinate row = moved(pixel.row * s.stride[0] - s.padding[0] + tap_row * s.dilation[0],
                               number<T>(p, p.offset, 2 * tap * plane + pixel.place));
  const Coordinate column =
      moved(pixel.column * s.stride[1] - s.padding[1] + tap_column * s.dilation[1],
            number<T>(p, p.offset, (2 * tap + 1) * plane + pixel.place));
  const float mask = number<T>(p, p.mask, tap * plane + pixel.place);
  float4 weights = make_float4(0.0F, 0.0F, 0.0F, 0.0F);
  if (row.index < -1 || row.index >= s.rows || column.index < -1 || column.index >= s.columns) {
    return {weights, 0};
  }
  const bool has_top = row.index >= 0, has_bottom = row.index + 1 < s.rows;
  const bool has_left = column.index >= 0, has_right = column.index + 1 < s.columns;
  const float upper = mask * (1.0F - row.share), lower = mask * row.share;
  if (has_top && has_left) weights.x = upper * (1.0F - column.share);
  if (has_top && has_right) weights.y = upper * column.share;
  if (has_bottom && has_left) weights.z = lower * (1.0F - column.share);
  if (has_bottom && has_right) weights.w = lower * column.share;
  return {weights, row.index * s.columns + column.index};
}

}  // namespace plugsmith::ops::modulated_deform_conv
