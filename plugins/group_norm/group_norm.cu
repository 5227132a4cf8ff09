// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "group_norm_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::group_norm {
namespace {

constexpr int kThreads = 512;
constexpr int kLanes = 32;
constexpr int kWarps = kThreads / kLanes;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::size_t kVectorBytes = 16;
static_assert(kMostParts <= kThreads, "a block merges a group's parts one per thread");

// Moments of a set of values, each less the first element of its group: a large common offset then
// costs no digits. A count is a float; past 2^24 it is rounded like everything else here.
struct Stats {
  float count = 0.0F, mean = 0.0F, squares = 0.0F;
};
static_assert(sizeof(Stats) == kFloatsPerPartial * sizeof(float), "Stats are kept as floats");

// Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
// variances", 1979: no difference of large numbers anywhere.
__device__ Stats merge(const Stats& a, const Stats& b) {
  const float count = a.count + b.count;
  if (count == 0.0F) return a;
  const float apart = b.mean - a.mean;
  const float weight = b.count / count;
  return {count, a.mean + apart * weight, a.squares + b.squares + apart * apart * a.count * weight};
}

__device__ Stats merge_warp(Stats stats) {
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    const Stats other{__shfl_down_sync(0xFFFFFFFFU, stats.count, offset),
                      __shfl_down_sync(0xFFFFFFFFU, stats.mean, offset),
                      __shfl_down_sync(0xFFFFFFFFU, stats.squares, offset)};
    stats = merge(stats, other);
  }
  return stats;
}

// The block's moments, for every thread. All threads must call it.
__device__ Stats merge_block(Stats stats) {
  __shared__ float of_warp[kWarps][kFloatsPerPartial];
  __shared__ float of_block[kFloatsPerPartial];
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const int warp = static_cast<int>(threadIdx.x) / kLanes;
  const auto store = [](float* to, const Stats& from) {
    to[0] = from.count;
    to[1] = from.mean;
    to[2] = from.squares;
  };
  stats = merge_warp(stats);
  if (lane == 0) store(of_warp[warp], stats);
  __syncthreads();
  if (warp == 0) {
    stats = lane < kWarps ? Stats{of_warp[lane][0], of_warp[lane][1], of_warp[lane][2]} : Stats{};
    stats = merge_warp(stats);
    if (lane == 0) store(of_block, stats);
  }
  __syncthreads();
  return {of_block[0], of_block[1], of_block[2]};
}

template <class T>
constexpr int kVectorWidth = kVectorBytes / sizeof(T);

// kWidth neighbours: one element, or what one 16-byte access moves.
template <class T, int kWidth>
struct alignas(kWidth * sizeof(T)) Pack {
  T values[kWidth];

  // Otherwise the compiler moves the elements of a vector one by one.
  using Bits = std::conditional_t<kWidth == 1, T, uint4>;
  static_assert(sizeof(Bits) == kWidth * sizeof(T), "a pack is an element or 16 bytes");
  __device__ static Pack load(const T* from) {
    const Bits bits = *reinterpret_cast<const Bits*>(from);
    return *reinterpret_cast<const Pack*>(&bits);
  }
  __device__ void store(T* to) const {
    __stwb(reinterpret_cast<Bits*>(to), *reinterpret_cast<const Bits*>(values));
  }
};

template <class T, int kWidth>
__device__ Stats stats_of(const Pack<T, kWidth>& pack, float shift) {
  float sum = 0.0F;
#pragma unroll
  for (int k = 0; k < kWidth; ++k) sum += static_cast<float>(pack.values[k]) - shift;
  const float mean = sum / kWidth;
  float squares = 0.0F;
#pragma unroll
  for (int k = 0; k < kWidth; ++k) {
    const float off = static_cast<float>(pack.values[k]) - shift - mean;
    squares += off * off;
  }
  return {static_cast<float>(kWidth), mean, squares};
}

// Moments of x[begin, end) over the block.
template <class T, int kWidth>
__device__ Stats part_stats(const T* __restrict__ x, std::int64_t begin, std::int64_t end) {
  const float shift = static_cast<float>(x[0]);
  Stats stats;
  for (std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kWidth; i < end;
       i += kThreads * kWidth) {
    stats = merge(stats, stats_of(Pack<T, kWidth>::load(x + i), shift));
  }
  return merge_block(stats);
}

template <class T>
__device__ float parameter(const Parameter& parameter, std::int64_t channel, float otherwise) {
  if (parameter.data == nullptr) return otherwise;
  return parameter.type == DataType::kFloat
             ? static_cast<const float*>(parameter.data)[channel]
             : static_cast<float>(static_cast<const T*>(parameter.data)[channel]);
}

// Writes y[begin, end) of a row. Channel and position are stepped along, not divided for.
template <class T, int kWidth>
__device__ void normalize_part(const Params& p, std::int64_t row, std::int64_t begin,
                               std::int64_t end, const Stats& stats) {
  const Sizes& s = p.sizes;
  const T* __restrict__ x = static_cast<const T*>(p.x) + row * s.channels * s.positions;
  T* __restrict__ y = static_cast<T*>(p.y) + row * s.channels * s.positions;
  const float shift = static_cast<float>(x[0]);
  const float factor = 1.0F / sqrtf(stats.squares / stats.count + p.epsilon);
  constexpr std::int64_t kStep = static_cast<std::int64_t>(kThreads) * kWidth;
  const std::int64_t step_channels = kStep / s.positions;
  const std::int64_t step_positions = kStep - step_channels * s.positions;
  std::int64_t i = begin + static_cast<std::int64_t>(threadIdx.x) * kWidth;
  std::int64_t channel = i / s.positions;
  std::int64_t position = i - channel * s.positions;
  channel += row % s.groups * s.channels;
  for (; i < end; i += kStep) {
    auto pack = Pack<T, kWidth>::load(x + i);
    std::int64_t at = channel;
    std::int64_t left = s.positions - position;
    float scale = parameter<T>(p.scale, at, 1.0F) * factor;
    float bias = parameter<T>(p.bias, at, 0.0F);
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      if (left == 0) {
        ++at;
        left = s.positions;
        scale = parameter<T>(p.scale, at, 1.0F) * factor;
        bias = parameter<T>(p.bias, at, 0.0F);
      }
      --left;
      const float off = static_cast<float>(pack.values[k]) - shift - stats.mean;
      pack.values[k] = static_cast<T>(off * scale + bias);
    }
    pack.store(y + i);
    channel += step_channels;
    position += step_positions;
    if (position >= s.positions) {
      position -= s.positions;
      ++channel;
    }
  }
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) normalize_groups(Params p) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  for (std::int64_t row = blockIdx.x; row < p.sizes.rows; row += gridDim.x) {
    const Stats stats = part_stats<T, kWidth>(static_cast<const T*>(p.x) + row * count, 0, count);
    normalize_part<T, kWidth>(p, row, 0, count, stats);
  }
}

// How two passes cut a group: into `count` parts of `size` elements, the last may be shorter.
struct Parts {
  std::int64_t count, size;
};

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) collect_parts(Params p, Parts parts) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  auto* partials = reinterpret_cast<Stats*>(p.partials);
  for (std::int64_t item = blockIdx.x; item < p.sizes.rows * parts.count; item += gridDim.x) {
    const std::int64_t row = item / parts.count;
    const std::int64_t begin = (item - row * parts.count) * parts.size;
    const std::int64_t end = begin + parts.size < count ? begin + parts.size : count;
    const Stats stats = part_stats<T, kWidth>(static_cast<const T*>(p.x) + row * count, begin, end);
    if (threadIdx.x == 0) partials[item] = stats;
  }
}

template <class T, int kWidth>
__global__ void __launch_bounds__(kThreads) normalize_parts(Params p, Parts parts) {
  const std::int64_t count = p.sizes.channels * p.sizes.positions;
  const auto* partials = reinterpret_cast<const Stats*>(p.partials);
  for (std::int64_t item = blockIdx.x; item < p.sizes.rows * parts.count; item += gridDim.x) {
    const std::int64_t row = item / parts.count;
    const std::int64_t begin = (item - row * parts.count) * parts.size;
    const std::int64_t end = begin + parts.size < count ? begin + parts.size : count;
    const Stats stats = merge_block(
        threadIdx.x < parts.count ? partials[row * parts.count + threadIdx.x] : Stats{});
    normalize_part<T, kWidth>(p, row, begin, end, stats);
  }
}

unsigned blocks_for(std::int64_t items) {
  return static_cast<unsigned>(std::min(kMaxBlocks, items));
}

bool is_vector_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

// Calls body(T{}, width) with x's device type, and with 16-byte access where it can be had.
template <class Body>
Status dispatch_access(const Params& p, const Body& body) {
  const auto choose = [&](auto zero) {
    using T = decltype(zero);
    const bool vectors = is_vector_aligned(p.x) && is_vector_aligned(p.y) &&
                         p.sizes.elements() % kVectorWidth<T> == 0;
    return vectors ? body(zero, std::integral_constant<int, kVectorWidth<T>>{})
                   : body(zero, std::integral_constant<int, 1>{});
  };
  if (p.sizes.rows == 0 || p.sizes.elements() == 0) return Status::ok();
  switch (p.type) {
    case DataType::kFloat: return choose(float{});
    case DataType::kHalf: return choose(__half{});
    case DataType::kBf16: return choose(__nv_bfloat16{});
    default: break;
  }
  return unsupported(std::string("GroupNorm_PS: no kernel for ") + to_string(p.type));
}

}  // namespace

Status launch_one_pass(const Params& params, Stream stream) {
  return dispatch_access(params, [&](auto zero, auto width) {
    using T = decltype(zero);
    constexpr int kWidth = decltype(width)::value;
    normalize_groups<T, kWidth><<<blocks_for(params.sizes.rows), kThreads, 0, stream>>>(params);
    return PLUGSMITH_LAUNCH_STATUS(normalize_groups);
  });
}

Status launch_two_pass(const Params& params, Stream stream) {
  return dispatch_access(params, [&](auto zero, auto width) {
    using T = decltype(zero);
    constexpr int kWidth = decltype(width)::value;
    const std::int64_t elements = params.sizes.elements();
    const std::int64_t most = most_parts(elements);
    // A multiple of every vector width.
    const std::int64_t size = ((elements + most - 1) / most + 7) / 8 * 8;
    const Parts parts{(elements + size - 1) / size, size};
    const unsigned blocks = blocks_for(params.sizes.rows * parts.count);
    collect_parts<T, kWidth><<<blocks, kThreads, 0, stream>>>(params, parts);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(collect_parts));
    normalize_parts<T, kWidth><<<blocks, kThreads, 0, stream>>>(params, parts);
    return PLUGSMITH_LAUNCH_STATUS(normalize_parts);
  });
}

}  // namespace plugsmith::ops::group_norm
