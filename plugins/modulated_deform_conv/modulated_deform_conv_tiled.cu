// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <string>

#include "modulated_deform_conv_pack.cuh"
#include "modulated_deform_conv_staging.cuh"
#include "modulated_deform_conv_tiles.cuh"
#include "plugsmith/cuda_status.hpp"

// As a product of matrices: the weights by the gathered samples ("columns") of all taps and
// channels, which are made tile by tile in shared memory and never stored. x is brought into
// channels-last order before, so that a sample of several channels is a 16-byte access, and the
// weights into the order in which tiles are read. Both are padded with zeros.

namespace plugsmith::ops::modulated_deform_conv {
namespace {

// What the threads of a block share about its pixels.
template <int kPixels>
struct Pixels {
  Corners corners[2][kPixels];  ///< in elements; by the lowest bit of a cursor's number
  std::int64_t y[kPixels];      ///< where the pixel's first output channel lies in y; -1: nowhere
};

// Fills in the corners if the cursor is at the beginning of a tap.
template <class Tile>
__device__ void place_corners(const Params& p, const Layout& t, const Cursor& cursor,
                              std::int64_t group, std::int64_t first_pixel,
                              Pixels<Tile::kPixels>& pixels) {
  const int thread = static_cast<int>(threadIdx.x);
  if (cursor.chunk != 0 || thread >= Tile::kPixels) return;
  Corners corners{make_float4(0.0F, 0.0F, 0.0F, 0.0F), 0};
  if (first_pixel + thread < p.sizes.pixels()) {
    const Pixel pixel = t.y.pixel(first_pixel + thread);
    const std::int64_t row = t.kernel_columns.quotient(cursor.tap);
    corners = corners_of<typename Tile::Element>(
        p, pixel, t.by_deform_group.quotient(group * t.steps.segments + cursor.segment), row,
        cursor.tap - row * t.kernel_columns.divisor());
    corners.top_left += pixel.sample * p.sizes.rows * p.sizes.columns;
    corners.top_left *= t.row_stride;
  }
  pixels.corners[cursor.number & 1][thread] = corners;
}

// Sums up the block's tile. Behind the first barrier of a turn the tile of a step is in shared
// memory, and where the samples of the next one lie; these are read while the tile is multiplied.
template <class Tile>
__device__ void add_steps(const Params& p, const Layout& t, std::int64_t output_tile,
                          std::int64_t group, std::int64_t first_pixel, Tile& tile,
                          typename Tile::Shared& shared, Pixels<Tile::kPixels>& pixels) {
  using T = typename Tile::Element;
  const T* weights = static_cast<const T*>(p.packed_weight) +
                     output_tile * t.step_count * Tile::kOutputs * Tile::kChannels;
  const T* x = static_cast<const T*>(p.packed_x) + group * t.steps.segments * t.steps.padded;
  Staged<Tile> staged;
  Cursor here, ahead;  // the step that is staged, and the one whose corners are made
  const auto read = [&](std::int64_t step) {
    staged.read(weights + step * Tile::kOutputs * Tile::kChannels,
                x + here.segment * t.steps.padded, t, here.chunk, p.sizes.columns * t.row_stride,
                pixels.corners[here.number & 1]);
  };
  const auto store = [&] {
    staged.store(shared, t, here.chunk, pixels.corners[here.number & 1]);
    here.advance(t.steps);
  };
  place_corners<Tile>(p, t, ahead, group, first_pixel, pixels);
  __syncthreads();
  read(0);
  ahead.advance(t.steps);
  if (t.step_count > 1) place_corners<Tile>(p, t, ahead, group, first_pixel, pixels);
  store();
  for (std::int64_t step = 0; step < t.step_count; ++step) {
    __syncthreads();
    const bool has_next = step + 1 < t.step_count;
    if (has_next) read(step + 1);
    tile.multiply(shared);
    ahead.advance(t.steps);
    if (step + 2 < t.step_count) place_corners<Tile>(p, t, ahead, group, first_pixel, pixels);
    __syncthreads();
    if (has_next) store();
  }
}

template <class Tile>
__global__ void __launch_bounds__(Tile::kThreads, Tile::kBlocks)
    convolve_tiles(const Params p, const Layout t) {
  using T = typename Tile::Element;
  __shared__ typename Tile::Shared shared;
  __shared__ Pixels<Tile::kPixels> pixels;
  const Sizes& s = p.sizes;
  const std::int64_t plane = s.out_rows * s.out_columns, outputs = s.outputs / s.groups;
  const std::int64_t units = t.pixel_tiles * t.all_output_tiles.divisor();
  for (std::int64_t unit = blockIdx.x; unit < units; unit += gridDim.x) {
    const std::int64_t pixel_tile = t.all_output_tiles.quotient(unit);
    const std::int64_t output_tile = unit - pixel_tile * t.all_output_tiles.divisor();
    const std::int64_t group = t.output_tiles.quotient(output_tile);
    const std::int64_t in_group = (output_tile - group * t.output_tiles.divisor()) * Tile::kOutputs;
    const std::int64_t first_pixel = pixel_tile * Tile::kPixels;
    __syncthreads();  // the pixels of the block's last tile have been read
    if (threadIdx.x < Tile::kPixels) {
      const std::int64_t index = first_pixel + threadIdx.x;
      const Pixel pixel = t.y.pixel(index);
      pixels.y[threadIdx.x] =
          index < s.pixels() ? (pixel.sample * s.outputs + group * outputs) * plane + pixel.place
                             : -1;
    }
    Tile tile;
    if (t.step_count > 0) {
      add_steps(p, t, output_tile, group, first_pixel, tile, shared, pixels);
    } else {
      __syncthreads();
    }
    tile.for_each([&](int row, int pixel, float sum) {
      const std::int64_t output = in_group + row, start = pixels.y[pixel];
      if (output >= outputs || start < 0) return;
      if (p.bias != nullptr) {
        sum += static_cast<float>(static_cast<const T*>(p.bias)[group * outputs + output]);
      }
      static_cast<T*>(p.y)[start + output * plane] = static_cast<T>(sum);
    });
  }
}

template <class Tile>
Status launch_tile(const Params& p, Stream stream) {
  const Sizes& s = p.sizes;
  const Steps steps = steps_of(s, kVectorWidth<typename Tile::Element>, Tile::kChannels);
  const std::int64_t output_tiles = (s.outputs / s.groups + Tile::kOutputs - 1) / Tile::kOutputs;
  const std::int64_t segments = segments_of(s);
  const Layout layout{steps,
                      steps.count(),
                      segments * steps.padded,
                      (s.pixels() + Tile::kPixels - 1) / Tile::kPixels,
                      FastDivisor(output_tiles),
                      FastDivisor(output_tiles * s.groups),
                      FastDivisor(segments / s.deform_groups),
                      FastDivisor(s.kernel_columns),
                      OutputDivisors(s)};
  PLUGSMITH_RETURN_IF_ERROR(launch_pack_x<typename Tile::Element>(p, steps, stream));
  PLUGSMITH_RETURN_IF_ERROR(launch_pack_weight<Tile>(p, steps, output_tiles, stream));
  const auto blocks = static_cast<unsigned>(
      std::min(kMaxBlocks, layout.pixel_tiles * layout.all_output_tiles.divisor()));
  convolve_tiles<Tile><<<blocks, Tile::kThreads, 0, stream>>>(p, layout);
  return PLUGSMITH_LAUNCH_STATUS(convolve_tiles);
}

template <class T>
Status launch_half(const Params& p, Stream stream) {
  if (p.tile_outputs > 128) return launch_tile<HalfTile<T, 256>>(p, stream);
  if (p.tile_outputs > 64) return launch_tile<HalfTile<T, 128>>(p, stream);
  return launch_tile<HalfTile<T, 64>>(p, stream);
}

Status launch_float(const Params& p, Stream stream) {
  return p.tile_outputs > 64 ? launch_tile<FloatTile<8>>(p, stream)
                             : launch_tile<FloatTile<4>>(p, stream);
}

Steps steps_of_type(const Sizes& s, DataType type) {
  return type == DataType::kFloat
             ? steps_of(s, kVectorWidth<float>, FloatTile<8>::kChannels)
             : steps_of(s, kVectorWidth<__half>, HalfTile<__half, 64>::kChannels);
}

}  // namespace

std::int64_t segments_of(const Sizes& sizes) { return std::lcm(sizes.groups, sizes.deform_groups); }

std::int64_t packed_x_elements(const Sizes& s, DataType type) {
  return Shape{s.samples, s.rows, s.columns, segments_of(s), steps_of_type(s, type).padded}
      .volume();
}

std::int64_t packed_weight_elements(const Sizes& s, DataType type, int tile_outputs) {
  const Steps steps = steps_of_type(s, type);
  const std::int64_t channels =
      type == DataType::kFloat ? FloatTile<8>::kChannels : HalfTile<__half, 64>::kChannels;
  return Shape{s.groups,       rounded_up(s.outputs / s.groups, tile_outputs),
               steps.segments, steps.taps,
               steps.chunks,   channels}
      .volume();
}

Status launch_tiled(const Params& params, Stream stream) {
  if (params.sizes.pixels() * params.sizes.outputs == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_float(params, stream);
    case DataType::kHalf: return launch_half<__half>(params, stream);
    case DataType::kBf16: return launch_half<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("ModulatedDeformConv_PS: no kernel for ") +
                     to_string(params.type));
}

}  // namespace plugsmith::ops::modulated_deform_conv
