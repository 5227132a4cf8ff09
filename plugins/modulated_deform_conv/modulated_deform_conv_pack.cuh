// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "modulated_deform_conv_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

// Brings x and the weights into the order in which the tiled kernel reads them.

namespace plugsmith::ops::modulated_deform_conv {

inline constexpr std::int64_t kMaxBlocks = 1 << 20;

inline std::int64_t rounded_up(std::int64_t value, std::int64_t to) {
  return (value + to - 1) / to * to;
}

/// How the sums are cut into steps: segments of a group, taps, chunks of channels.
struct Steps {
  std::int64_t segments;  ///< of a group
  std::int64_t channels;  ///< of a segment
  std::int64_t padded;    ///< channels of a segment in packed x
  std::int64_t taps, chunks;
  std::int64_t count() const { return segments * taps * chunks; }
};

inline Steps steps_of(const Sizes& s, int vector, int tile_channels) {
  const std::int64_t segments = segments_of(s), channels = s.channels / segments;
  return {segments / s.groups, channels, rounded_up(channels, vector), s.taps(),
          (channels + tile_channels - 1) / tile_channels};
}

/// Edge of the square that is turned in shared memory.
inline constexpr int kSide = 32, kSideRows = 8;

/// x [N, C, H * W] to [N, H * W, segments, padded].
struct PackX {
  std::int64_t channels, pixels, packed;  ///< packed: segments * padded
  std::int64_t segment_channels;
  FastDivisor padded, pixel_tiles, channel_tiles;
};

template <class T>
__global__ void __launch_bounds__(kSide* kSideRows)
    pack_x(const T* __restrict__ x, T* __restrict__ to, const PackX t, std::int64_t units) {
  __shared__ T square[kSide][kSide + 1];
  const int across = static_cast<int>(threadIdx.x) % kSide;
  const int down = static_cast<int>(threadIdx.x) / kSide;
  for (std::int64_t unit = blockIdx.x; unit < units; unit += gridDim.x) {
    const std::int64_t plane = t.pixel_tiles.quotient(unit);
    const std::int64_t first_pixel = (unit - plane * t.pixel_tiles.divisor()) * kSide;
    const std::int64_t sample = t.channel_tiles.quotient(plane);
    const std::int64_t first_channel = (plane - sample * t.channel_tiles.divisor()) * kSide;
    __syncthreads();
    for (int i = down; i < kSide; i += kSideRows) {
      const std::int64_t channel = first_channel + i, pixel = first_pixel + across;
      const std::int64_t segment = t.padded.quotient(channel);
      const std::int64_t in_segment = channel - segment * t.padded.divisor();
      T value = static_cast<T>(0.0F);
      if (channel < t.packed && in_segment < t.segment_channels && pixel < t.pixels) {
        value =
            x[(sample * t.channels + segment * t.segment_channels + in_segment) * t.pixels + pixel];
      }
      square[i][across] = value;
    }
    __syncthreads();
    for (int i = down; i < kSide; i += kSideRows) {
      const std::int64_t channel = first_channel + across, pixel = first_pixel + i;
      if (channel < t.packed && pixel < t.pixels) {
        to[(sample * t.pixels + pixel) * t.packed + channel] = square[across][i];
      }
    }
  }
}

template <class T>
Status launch_pack_x(const Params& p, const Steps& steps, Stream stream) {
  const Sizes& s = p.sizes;
  const std::int64_t packed = segments_of(s) * steps.padded, pixels = s.rows * s.columns;
  const PackX layout{s.channels,
                     pixels,
                     packed,
                     steps.channels,
                     FastDivisor(steps.padded),
                     FastDivisor((pixels + kSide - 1) / kSide),
                     FastDivisor((packed + kSide - 1) / kSide)};
  if (s.samples * pixels * packed == 0) return Status::ok();
  const std::int64_t units =
      s.samples * layout.pixel_tiles.divisor() * layout.channel_tiles.divisor();
  const auto blocks = static_cast<unsigned>(std::min(kMaxBlocks, units));
  pack_x<<<blocks, kSide * kSideRows, 0, stream>>>(static_cast<const T*>(p.x),
                                                   static_cast<T*>(p.packed_x), layout, units);
  return PLUGSMITH_LAUNCH_STATUS(pack_x);
}

inline constexpr int kPackThreads = 256;

/// weight [K, C / groups, taps] to [groups, output tiles, steps, tile].
struct PackWeight {
  std::int64_t outputs, channels;  ///< of a group
  std::int64_t segment_channels;
  FastDivisor steps, output_tiles, chunks, taps;
};

template <class Tile>
__global__ void __launch_bounds__(kPackThreads)
    pack_weight(const typename Tile::Element* __restrict__ weight,
                typename Tile::Element* __restrict__ to, const PackWeight t, std::int64_t count) {
  using T = typename Tile::Element;
  constexpr int kTile = Tile::kOutputs * Tile::kChannels;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kPackThreads + threadIdx.x;
       i < count; i += static_cast<std::int64_t>(gridDim.x) * kPackThreads) {
    const std::int64_t all_step = i / kTile, output_tile = t.steps.quotient(all_step);
    const int in_tile = static_cast<int>(i - all_step * kTile);
    const std::int64_t step = all_step - output_tile * t.steps.divisor();
    const std::int64_t tap_step = t.chunks.quotient(step), segment = t.taps.quotient(tap_step);
    const std::int64_t tap = tap_step - segment * t.taps.divisor();
    const std::int64_t group = t.output_tiles.quotient(output_tile);
    const std::int64_t output = (output_tile - group * t.output_tiles.divisor()) * Tile::kOutputs +
                                Tile::output_of(in_tile);
    const std::int64_t channel =
        (step - tap_step * t.chunks.divisor()) * Tile::kChannels + Tile::channel_of(in_tile);
    T value = static_cast<T>(0.0F);
    if (output < t.outputs && channel < t.segment_channels) {
      const std::int64_t row = (group * t.outputs + output) * t.channels;
      value = weight[(row + segment * t.segment_channels + channel) * t.taps.divisor() + tap];
    }
    to[i] = value;
  }
}

template <class Tile>
Status launch_pack_weight(const Params& p, const Steps& steps, std::int64_t output_tiles,
                          Stream stream) {
  using T = typename Tile::Element;
  const Sizes& s = p.sizes;
  const std::int64_t count =
      s.groups * output_tiles * steps.count() * Tile::kOutputs * Tile::kChannels;
  if (count == 0) return Status::ok();
  const PackWeight layout{
      s.outputs / s.groups,       s.channels / s.groups,     steps.channels,
      FastDivisor(steps.count()), FastDivisor(output_tiles), FastDivisor(steps.chunks),
      FastDivisor(steps.taps)};
  const auto blocks =
      static_cast<unsigned>(std::min(kMaxBlocks, (count + kPackThreads - 1) / kPackThreads));
  pack_weight<Tile><<<blocks, kPackThreads, 0, stream>>>(
      static_cast<const T*>(p.weight), static_cast<T*>(p.packed_weight), layout, count);
  return PLUGSMITH_LAUNCH_STATUS(pack_weight);
}

}  // namespace plugsmith::ops::modulated_deform_conv
