// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "modulated_deform_conv_samples.cuh"
#include "plugsmith/cuda_status.hpp"

// Without scratch: a thread for each output pixel and a few output channels of a group, for which
// it takes each sample once. Neighbouring threads have neighbouring pixels.

namespace plugsmith::ops::modulated_deform_conv {
namespace {

constexpr int kThreads = 256;
constexpr int kMostOutputs = 8;  // of a thread
constexpr std::int64_t kMaxBlocks = 1 << 20;

struct Layout {
  std::int64_t pixel_blocks;
  FastDivisor output_blocks;    ///< of all groups
  FastDivisor blocks_of_group;  ///< of outputs
  FastDivisor channels_of_deform_group;
  OutputDivisors y;
};

template <class T>
__device__ float sample(const T* plane, const Corners& corners, std::int64_t columns) {
  const T* top = plane + corners.top_left;
  const float4& weights = corners.weights;
  float sum = 0.0F;
  if (weights.x != 0.0F) sum += weights.x * static_cast<float>(top[0]);
  if (weights.y != 0.0F) sum += weights.y * static_cast<float>(top[1]);
  if (weights.z != 0.0F) sum += weights.z * static_cast<float>(top[columns]);
  if (weights.w != 0.0F) sum += weights.w * static_cast<float>(top[columns + 1]);
  return sum;
}

// What a thread computes: `count` outputs from `first` on, from the channels of their group.
struct Outputs {
  std::int64_t first, channel, channels;
  int count;
};

template <class T, int kOutputs>
__device__ void add_products(const Params& p, const Layout& t, const Pixel& pixel,
                             const Outputs& outputs, float (&sums)[kOutputs]) {
  const Sizes& s = p.sizes;
  const std::int64_t taps = s.taps(), plane = s.rows * s.columns;
  const T* x = static_cast<const T*>(p.x) + pixel.sample * s.channels * plane;
  // [output, channel of the group, tap]
  const T* weight = static_cast<const T*>(p.weight) + outputs.first * outputs.channels * taps;
  const std::int64_t end = outputs.channel + outputs.channels;
  for (std::int64_t begin = outputs.channel, next; begin < end; begin = next) {
    const std::int64_t deform_group = t.channels_of_deform_group.quotient(begin);
    next = (deform_group + 1) * t.channels_of_deform_group.divisor();
    next = next < end ? next : end;
    for (std::int64_t row = 0, tap = 0; row < s.kernel_rows; ++row) {
      for (std::int64_t column = 0; column < s.kernel_columns; ++column, ++tap) {
        const Corners corners = corners_of<T>(p, pixel, deform_group, row, column);
        for (std::int64_t channel = begin; channel < next; ++channel) {
          const float value = sample(x + channel * plane, corners, s.columns);
          const T* factor = weight + (channel - outputs.channel) * taps + tap;
#pragma unroll
          for (int k = 0; k < kOutputs; ++k) {
            if (k < outputs.count) {
              sums[k] += value * static_cast<float>(factor[k * outputs.channels * taps]);
            }
          }
        }
      }
    }
  }
}

template <class T, int kOutputs>
__global__ void __launch_bounds__(kThreads) convolve_pixels(const Params p, const Layout t) {
  const Sizes& s = p.sizes;
  const std::int64_t outputs_of_group = s.outputs / s.groups;
  const std::int64_t plane = s.out_rows * s.out_columns;
  const std::int64_t units = t.pixel_blocks * t.output_blocks.divisor();
  for (std::int64_t unit = blockIdx.x; unit < units; unit += gridDim.x) {
    const std::int64_t pixel_block = t.output_blocks.quotient(unit);
    const std::int64_t output_block = unit - pixel_block * t.output_blocks.divisor();
    const std::int64_t group = t.blocks_of_group.quotient(output_block);
    const std::int64_t in_group = (output_block - group * t.blocks_of_group.divisor()) * kOutputs;
    const std::int64_t left = outputs_of_group - in_group;
    const std::int64_t channels = s.channels / s.groups;
    const Outputs outputs{group * outputs_of_group + in_group, group * channels, channels,
                          left < kOutputs ? static_cast<int>(left) : kOutputs};
    const std::int64_t index = pixel_block * kThreads + threadIdx.x;
    if (index >= s.pixels()) continue;
    const Pixel pixel = t.y.pixel(index);
    float sums[kOutputs] = {};
    add_products<T, kOutputs>(p, t, pixel, outputs, sums);
    T* y = static_cast<T*>(p.y) + (pixel.sample * s.outputs + outputs.first) * plane + pixel.place;
#pragma unroll
    for (int k = 0; k < kOutputs; ++k) {
      if (k >= outputs.count) break;
      if (p.bias != nullptr) {
        sums[k] += static_cast<float>(static_cast<const T*>(p.bias)[outputs.first + k]);
      }
      y[k * plane] = static_cast<T>(sums[k]);
    }
  }
}

template <class T, int kOutputs>
Status launch_outputs(const Params& p, Stream stream) {
  const Sizes& s = p.sizes;
  const std::int64_t blocks_of_group = (s.outputs / s.groups + kOutputs - 1) / kOutputs;
  const std::int64_t pixel_blocks = (s.pixels() + kThreads - 1) / kThreads;
  const Layout layout{pixel_blocks, FastDivisor(blocks_of_group * s.groups),
                      FastDivisor(blocks_of_group), FastDivisor(s.channels / s.deform_groups),
                      OutputDivisors(s)};
  const std::int64_t units = pixel_blocks * layout.output_blocks.divisor();
  const auto blocks = static_cast<unsigned>(std::min(kMaxBlocks, units));
  convolve_pixels<T, kOutputs><<<blocks, kThreads, 0, stream>>>(p, layout);
  return PLUGSMITH_LAUNCH_STATUS(convolve_pixels);
}

template <class T>
Status launch_type(const Params& p, Stream stream) {
  return p.sizes.outputs == p.sizes.groups ? launch_outputs<T, 1>(p, stream)
                                           : launch_outputs<T, kMostOutputs>(p, stream);
}

}  // namespace

Status launch_direct(const Params& params, Stream stream) {
  if (params.sizes.pixels() * params.sizes.outputs == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_type<float>(params, stream);
    case DataType::kHalf: return launch_type<__half>(params, stream);
    case DataType::kBf16: return launch_type<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("ModulatedDeformConv_PS: no kernel for ") +
                     to_string(params.type));
}

}  // namespace plugsmith::ops::modulated_deform_conv
