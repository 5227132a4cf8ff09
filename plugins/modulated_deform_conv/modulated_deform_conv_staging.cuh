// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "modulated_deform_conv_pack.cuh"
#include "modulated_deform_conv_samples.cuh"
#include "modulated_deform_conv_tiles.cuh"

// The way of a step of the tiled kernel into shared memory: weights as they are packed, samples
// interpolated.

namespace plugsmith::ops::modulated_deform_conv {

/// How a convolution is cut into tiles and steps.
struct Layout {
  Steps steps;
  std::int64_t step_count, row_stride;  ///< row_stride: elements of a pixel in packed x
  std::int64_t pixel_tiles;
  FastDivisor output_tiles;      ///< of a group
  FastDivisor all_output_tiles;  ///< of all groups
  FastDivisor by_deform_group;   ///< segments of a deform group
  FastDivisor kernel_columns;
  OutputDivisors y;
};

/// A step of the sums. `number` counts the pairs of segment and tap.
struct Cursor {
  std::int64_t segment = 0, tap = 0, chunk = 0, number = 0;

  __device__ void advance(const Steps& steps) {
    if (++chunk < steps.chunks) return;
    chunk = 0;
    ++number;
    if (++tap < steps.taps) return;
    tap = 0;
    ++segment;
  }
};

/// The vector at `from`, or zeros where its weight is 0.
template <class T>
__device__ Pack<T> load(const T* from, float weight) {
  Pack<T> pack;
  if (weight != 0.0F) {
    pack = *reinterpret_cast<const Pack<T>*>(from);
  } else {
#pragma unroll
    for (int k = 0; k < kVectorWidth<T>; ++k) pack.values[k] = static_cast<T>(0.0F);
  }
  return pack;
}

/// What a thread has read for the next step.
template <class Tile>
struct Staged {
  using T = typename Tile::Element;
  static constexpr int kPerPixel = Tile::kChannels / kVectorWidth<T>;
  static constexpr int kColumns = Tile::kPixels * kPerPixel / Tile::kThreads;
  static constexpr int kWeights =
      Tile::kOutputs * Tile::kChannels / kVectorWidth<T> / Tile::kThreads;
  static_assert(kColumns * Tile::kThreads == Tile::kPixels * kPerPixel, "a thread's equal part");
  static_assert(kWeights * Tile::kThreads * kVectorWidth<T> == Tile::kOutputs * Tile::kChannels,
                "a thread's equal part");

  Pack<T> weights[kWeights];
  Pack<T> corners[kColumns][4];

  static __device__ int pixel_of(int i) {
    return (static_cast<int>(threadIdx.x) + i * Tile::kThreads) / kPerPixel;
  }
  static __device__ int channel_of(int i) {
    return (static_cast<int>(threadIdx.x) + i * Tile::kThreads) % kPerPixel * kVectorWidth<T>;
  }

  /// `tile`: the packed weights of the step; `x`: packed, from the step's segment on; `down`: from
  /// a row of pixels to the next. All corners are in elements.
  __device__ void read(const T* tile, const T* x, const Layout& t, std::int64_t chunk,
                       std::int64_t down, const Corners* of_pixels) {
#pragma unroll
    for (int i = 0; i < kWeights; ++i) {
      weights[i] = reinterpret_cast<const Pack<T>*>(
          tile)[static_cast<int>(threadIdx.x) + i * Tile::kThreads];
    }
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      const Corners& at = of_pixels[pixel_of(i)];
      const std::int64_t channel = chunk * Tile::kChannels + channel_of(i);
      const bool is_there = channel < t.steps.padded;
      const T* top = x + at.top_left + channel;
      const T* bottom = top + down;
      corners[i][0] = load(top, is_there ? at.weights.x : 0.0F);
      corners[i][1] = load(top + t.row_stride, is_there ? at.weights.y : 0.0F);
      corners[i][2] = load(bottom, is_there ? at.weights.z : 0.0F);
      corners[i][3] = load(bottom + t.row_stride, is_there ? at.weights.w : 0.0F);
    }
  }

  /// Channels of padding are 0 whatever the factors: infinity times 0 is not.
  __device__ void store(typename Tile::Shared& shared, const Layout& t, std::int64_t chunk,
                        const Corners* of_pixels) const {
#pragma unroll
    for (int i = 0; i < kWeights; ++i) {
      Tile::store_weights(shared, static_cast<int>(threadIdx.x) + i * Tile::kThreads, weights[i]);
    }
#pragma unroll
    for (int i = 0; i < kColumns; ++i) {
      const float4 factors = of_pixels[pixel_of(i)].weights;
      const std::int64_t left = t.steps.channels - chunk * Tile::kChannels - channel_of(i);
      Pack<T> column;
#pragma unroll
      for (int k = 0; k < kVectorWidth<T>; ++k) {
        const float value = factors.x * static_cast<float>(corners[i][0].values[k]) +
                            factors.y * static_cast<float>(corners[i][1].values[k]) +
                            factors.z * static_cast<float>(corners[i][2].values[k]) +
                            factors.w * static_cast<float>(corners[i][3].values[k]);
        column.values[k] = static_cast<T>(k < left ? value : 0.0F);
      }
      Tile::store_columns(shared, pixel_of(i), channel_of(i), column);
    }
  }
};

}  // namespace plugsmith::ops::modulated_deform_conv
