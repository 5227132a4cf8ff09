// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "channel_shuffle_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

namespace plugsmith::ops::channel_shuffle {
namespace {

constexpr int kThreads = 256;
constexpr int kMostAcross = 64;  // threads along a plane
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr int kLanes = 8;  // channels of a vector
constexpr int kSharedBytes = 32768;

// Where output channel k comes from.
struct Source {
  FastDivisor32 groups;
  std::uint32_t of_group;

  __device__ std::uint32_t operator()(std::uint32_t k) const {
    const std::uint32_t j = groups.quotient(k);
    return (k - j * groups.divisor()) * of_group + j;
  }
};

// U is as many neighbours of a plane as fit its size and alignment.
template <class U>
__global__ void __launch_bounds__(kThreads)
    move_planes(const U* __restrict__ x, U* __restrict__ y, std::int64_t planes, std::int64_t units,
                FastDivisor channels, Source source) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.y;
  for (std::int64_t plane = static_cast<std::int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
       plane < planes; plane += step) {
    const std::int64_t sample = channels.quotient(plane);
    const auto channel = static_cast<std::uint32_t>(plane - sample * channels.divisor());
    const U* from = x + (sample * channels.divisor() + source(channel)) * units;
    U* to = y + plane * units;
    for (std::int64_t i = threadIdx.x; i < units; i += blockDim.x) to[i] = from[i];
  }
}

template <class U>
Status launch_units(const Params& p, Stream stream) {
  const std::int64_t units = p.positions * p.element_bytes / static_cast<std::int64_t>(sizeof(U));
  unsigned across = 8;
  while (across < kMostAcross && across < units) across *= 2;
  const dim3 threads(across, kThreads / across);
  const std::int64_t planes = p.samples * p.channels;
  const std::int64_t blocks = std::min(kMaxBlocks, (planes + threads.y - 1) / threads.y);
  move_planes<U><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(
      static_cast<const U*>(p.x), static_cast<U*>(p.y), planes, units, FastDivisor(p.channels),
      {FastDivisor32(p.groups), static_cast<std::uint32_t>(p.channels / p.groups)});
  return PLUGSMITH_LAUNCH_STATUS(move_planes);
}

// A block takes some positions whole: their vectors come in side by side, wait in shared memory,
// and leave side by side.
__global__ void __launch_bounds__(kThreads)
    shuffle_positions(const uint4* __restrict__ x, uint4* __restrict__ y, std::int64_t positions,
                      std::int64_t at_once, FastDivisor32 vectors, std::uint32_t channels,
                      Source source) {
  extern __shared__ uint4 arrived[];
  const auto* elements = reinterpret_cast<const std::uint16_t*>(arrived);
  const std::uint32_t width = vectors.divisor();
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * at_once; first < positions;
       first += static_cast<std::int64_t>(gridDim.x) * at_once) {
    const std::int64_t left = positions - first;
    const auto count = static_cast<std::uint32_t>((left < at_once ? left : at_once) * width);
    __syncthreads();  // the positions before may still be read
    for (std::uint32_t i = threadIdx.x; i < count; i += kThreads) arrived[i] = x[first * width + i];
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < count; i += kThreads) {
      const std::uint32_t position = vectors.quotient(i);
      const std::uint32_t channel = (i - position * width) * kLanes;
      const std::uint16_t* of_position = elements + position * width * kLanes;
      uint4 vector;
      auto* lanes = reinterpret_cast<std::uint16_t*>(&vector);
#pragma unroll
      for (int lane = 0; lane < kLanes; ++lane) {
        const std::uint32_t k = channel + lane;
        lanes[lane] = k < channels ? of_position[source(k)] : std::uint16_t{0};
      }
      y[first * width + i] = vector;
    }
  }
}

// The same for more channels than shared memory holds: gathers straight from the input.
__global__ void __launch_bounds__(kThreads)
    gather_vectors(const std::uint16_t* __restrict__ x, uint4* __restrict__ y, std::int64_t count,
                   FastDivisor vectors, std::int64_t channels, Source source) {
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count;
       i += static_cast<std::int64_t>(gridDim.x) * kThreads) {
    const std::int64_t position = vectors.quotient(i);
    const std::int64_t channel = (i - position * vectors.divisor()) * kLanes;
    uint4 vector;
    auto* lanes = reinterpret_cast<std::uint16_t*>(&vector);
#pragma unroll
    for (int lane = 0; lane < kLanes; ++lane) {
      const std::int64_t k = channel + lane;
      lanes[lane] =
          k < channels
              ? x[position * vectors.divisor() * kLanes + source(static_cast<std::uint32_t>(k))]
              : std::uint16_t{0};
    }
    y[i] = vector;
  }
}

}  // namespace

Status launch_linear(const Params& p, Stream stream) {
  if (p.samples * p.channels * p.positions == 0) return Status::ok();
  const auto all = reinterpret_cast<std::uintptr_t>(p.x) | reinterpret_cast<std::uintptr_t>(p.y) |
                   static_cast<std::uintptr_t>(p.positions * p.element_bytes) | 16U;
  switch (all & (~all + 1)) {
    case 16: return launch_units<uint4>(p, stream);
    case 8: return launch_units<uint2>(p, stream);
    case 4: return launch_units<std::uint32_t>(p, stream);
    case 2: return launch_units<std::uint16_t>(p, stream);
    default: return launch_units<std::uint8_t>(p, stream);
  }
}

Status launch_hwc8(const Params& p, Stream stream) {
  const std::int64_t positions = p.samples * p.positions;
  if (positions * p.channels == 0) return Status::ok();
  const std::int64_t vectors = (p.channels + kLanes - 1) / kLanes;
  const Source source{FastDivisor32(p.groups), static_cast<std::uint32_t>(p.channels / p.groups)};
  const auto bytes = vectors * static_cast<std::int64_t>(sizeof(uint4));
  if (bytes > kSharedBytes) {
    const std::int64_t count = positions * vectors;
    const std::int64_t blocks = std::min(kMaxBlocks, (count + kThreads - 1) / kThreads);
    gather_vectors<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
        static_cast<const std::uint16_t*>(p.x), static_cast<uint4*>(p.y), count,
        FastDivisor(vectors), p.channels, source);
    return PLUGSMITH_LAUNCH_STATUS(gather_vectors);
  }
  const std::int64_t at_once = std::min<std::int64_t>(kSharedBytes / bytes, 64);
  const std::int64_t blocks = std::min(kMaxBlocks, (positions + at_once - 1) / at_once);
  shuffle_positions<<<static_cast<unsigned>(blocks), kThreads,
                      static_cast<std::size_t>(at_once * bytes), stream>>>(
      static_cast<const uint4*>(p.x), static_cast<uint4*>(p.y), positions, at_once,
      FastDivisor32(vectors), static_cast<std::uint32_t>(p.channels), source);
  return PLUGSMITH_LAUNCH_STATUS(shuffle_positions);
}

}  // namespace plugsmith::ops::channel_shuffle
