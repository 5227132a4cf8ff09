// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <type_traits>

#include "group_norm_kernel.hpp"

// What the kernels of GroupNorm share: moments and their merging, 16-byte access, parameters.

namespace plugsmith::ops::group_norm {

inline constexpr int kLanes = 32;
inline constexpr unsigned kAllLanes = 0xFFFFFFFFU;
inline constexpr std::size_t kVectorBytes = 16;

/// Moments of a set of values, each less the first element of its group: a large common offset then
/// costs no digits. A count is a float; past 2^24 it is rounded like everything else here.
struct Stats {
  float count = 0.0F, mean = 0.0F, squares = 0.0F;
};
static_assert(sizeof(Stats) == kFloatsPerPartial * sizeof(float), "Stats are kept as floats");

/// Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample
/// variances", 1979: no difference of large numbers anywhere.
__device__ inline Stats merge(const Stats& a, const Stats& b) {
  const float count = a.count + b.count;
  if (count == 0.0F) return a;
  const float apart = b.mean - a.mean;
  const float weight = __fdividef(b.count, count);
  return {count, a.mean + apart * weight, a.squares + b.squares + apart * apart * a.count * weight};
}

__device__ inline Stats merge_warp(Stats stats) {
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    const Stats other{__shfl_down_sync(kAllLanes, stats.count, offset),
                      __shfl_down_sync(kAllLanes, stats.mean, offset),
                      __shfl_down_sync(kAllLanes, stats.squares, offset)};
    stats = merge(stats, other);
  }
  return stats;
}

__device__ inline void store_stats(float* to, const Stats& from) {
  to[0] = from.count;
  to[1] = from.mean;
  to[2] = from.squares;
}
__device__ inline Stats load_stats(const float* from) { return {from[0], from[1], from[2]}; }

/// The moments of a block of kThreads, for every thread. All threads must call it.
template <int kThreads>
__device__ Stats merge_block(Stats stats) {
  constexpr int kWarps = kThreads / kLanes;
  __shared__ float of_warp[kWarps][kFloatsPerPartial];
  __shared__ float of_block[kFloatsPerPartial];
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const int warp = static_cast<int>(threadIdx.x) / kLanes;
  stats = merge_warp(stats);
  if (lane == 0) store_stats(of_warp[warp], stats);
  __syncthreads();
  if (warp == 0) {
    stats = lane < kWarps ? load_stats(of_warp[lane]) : Stats{};
    stats = merge_warp(stats);
    if (lane == 0) store_stats(of_block, stats);
  }
  __syncthreads();
  return load_stats(of_block);
}

template <class T>
constexpr int kVectorWidth = kVectorBytes / sizeof(T);

/// kWidth neighbours: one element, or what one 16-byte access moves.
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

template <class T>
__device__ float parameter(const Parameter& parameter, std::int64_t channel, float otherwise) {
  if (parameter.data == nullptr) return otherwise;
  return parameter.type == DataType::kFloat
             ? static_cast<const float*>(parameter.data)[channel]
             : static_cast<float>(static_cast<const T*>(parameter.data)[channel]);
}

/// A template's parameter and not a branch: both ways would be computed for each element.
template <Activation kActivation>
__device__ float activated(float value) {
  if constexpr (kActivation == Activation::kNone) return value;
  return __fdividef(value, 1.0F + __expf(-fmaxf(value, -80.0F)));
}

}  // namespace plugsmith::ops::group_norm
