// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"
#include "roi_align_kernel.hpp"

namespace plugsmith::ops::roi_align {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr int kMostSamples = 1 << 12;  // of a bin along an axis, where the region decides

struct Divisors {
  FastDivisor columns, rows, channels;
};

struct Region {
  float left, top, width, height;
};

template <class R>
__device__ Region region_of(const Params& p, std::int64_t region) {
  const R* roi = static_cast<const R*>(p.rois) + region * 4;
  const float x1 = static_cast<float>(roi[0]), y1 = static_cast<float>(roi[1]);
  const float x2 = static_cast<float>(roi[2]), y2 = static_cast<float>(roi[3]);
  const float offset = p.half_pixel ? 0.5F : 0.0F;
  Region result{x1 * p.scale - offset, y1 * p.scale - offset, (x2 - x1) * p.scale,
                (y2 - y1) * p.scale};
  if (!p.half_pixel) {
    result.width = fmaxf(result.width, 1.0F);
    result.height = fmaxf(result.height, 1.0F);
  }
  return result;
}

// ONNX: 0 further out than a pixel, else clamped to the edge. A comparison with NaN is false.
template <class T>
__device__ float sample(const T* plane, const Params& p, float row, float column) {
  const auto rows = static_cast<float>(p.rows), columns = static_cast<float>(p.columns);
  if (!(row >= -1.0F && row <= rows && column >= -1.0F && column <= columns)) return 0.0F;
  row = fminf(fmaxf(row, 0.0F), rows - 1.0F);
  column = fminf(fmaxf(column, 0.0F), columns - 1.0F);
  const auto top = static_cast<std::int64_t>(row), left = static_cast<std::int64_t>(column);
  const std::int64_t bottom = top + 1 < p.rows ? top + 1 : p.rows - 1;
  const std::int64_t right = left + 1 < p.columns ? left + 1 : p.columns - 1;
  const float down = row - static_cast<float>(top), across = column - static_cast<float>(left);
  const auto at = [&](std::int64_t r, std::int64_t c) {
    return static_cast<float>(plane[r * p.columns + c]);
  };
  return (1.0F - down) * ((1.0F - across) * at(top, left) + across * at(top, right)) +
         down * ((1.0F - across) * at(bottom, left) + across * at(bottom, right));
}

__device__ int samples_of(const Params& p, float size) {
  if (p.sampling_ratio > 0) return p.sampling_ratio;
  return static_cast<int>(fminf(fmaxf(ceilf(size), 0.0F), static_cast<float>(kMostSamples)));
}

template <class T>
__device__ float bin_average(const T* plane, const Params& p, const Region& region,
                             std::int64_t row, std::int64_t column) {
  const float bin_height = region.height / static_cast<float>(p.out_rows);
  const float bin_width = region.width / static_cast<float>(p.out_columns);
  const int down = samples_of(p, bin_height), across = samples_of(p, bin_width);
  float sum = 0.0F;
  for (int i = 0; i < down; ++i) {
    const float y = region.top + static_cast<float>(row) * bin_height +
                    (static_cast<float>(i) + 0.5F) * bin_height / static_cast<float>(down);
    for (int j = 0; j < across; ++j) {
      const float x = region.left + static_cast<float>(column) * bin_width +
                      (static_cast<float>(j) + 0.5F) * bin_width / static_cast<float>(across);
      sum += sample(plane, p, y, x);
    }
  }
  const int count = down * across;
  return count > 0 ? sum / static_cast<float>(count) : 0.0F;
}

// T, R and I are the types of x, the regions and the indices.
template <class T, class R, class I>
__global__ void __launch_bounds__(kThreads)
    average_bins(const Params p, const Divisors by, std::int64_t count) {
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count;
       i += static_cast<std::int64_t>(gridDim.x) * kThreads) {
    const std::int64_t line = by.columns.quotient(i), plane = by.rows.quotient(line);
    const std::int64_t region = by.channels.quotient(plane);
    const std::int64_t channel = plane - region * by.channels.divisor();
    const auto index = static_cast<std::int64_t>(static_cast<const I*>(p.indices)[region]);
    float value = 0.0F;
    if (index >= 0 && index < p.samples && p.rows * p.columns > 0) {
      const T* from =
          static_cast<const T*>(p.x) + (index * p.channels + channel) * p.rows * p.columns;
      value = bin_average(from, p, region_of<R>(p, region), line - plane * by.rows.divisor(),
                          i - line * by.columns.divisor());
    }
    static_cast<T*>(p.y)[i] = static_cast<T>(value);
  }
}

template <class T, class R>
Status launch_types(const Params& p, Stream stream) {
  const Divisors by{FastDivisor(p.out_columns), FastDivisor(p.out_rows), FastDivisor(p.channels)};
  const std::int64_t count = p.regions * p.channels * p.out_rows * p.out_columns;
  const auto blocks =
      static_cast<unsigned>(std::min(kMaxBlocks, (count + kThreads - 1) / kThreads));
  if (p.index_type == DataType::kInt64) {
    average_bins<T, R, std::int64_t><<<blocks, kThreads, 0, stream>>>(p, by, count);
  } else {
    average_bins<T, R, std::int32_t><<<blocks, kThreads, 0, stream>>>(p, by, count);
  }
  return PLUGSMITH_LAUNCH_STATUS(average_bins);
}

template <class T>
Status launch_type(const Params& p, Stream stream) {
  return p.roi_type == p.type ? launch_types<T, T>(p, stream) : launch_types<T, float>(p, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.regions * params.channels == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_types<float, float>(params, stream);
    case DataType::kHalf: return launch_type<__half>(params, stream);
    case DataType::kBf16: return launch_type<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("RoiAlign_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::roi_align
