// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "group_norm_moments.cuh"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

// A group in the registers of a block from its moments to its result, and what clusters share of
// it.

namespace plugsmith::ops::group_norm {

inline constexpr int kHeldThreads = 512;
/// As the registers of the held packs allow.
constexpr int blocks_per_multiprocessor(int packs) { return packs > 4 ? 2 : 3; }
static_assert(kHeldThreads * kMostPacks * kVectorBytes == kHeldBytesOfBlock,
              "what a block can hold");

// A group that is held has less than 2^31 elements.
struct Held {
  Params p;
  FastDivisor32 positions;
  std::int32_t elements;  ///< of a group
  std::int32_t part;      ///< packs of one block
  std::int32_t width;     ///< elements of a pack
};

// What of a group a thread holds: packs begin, begin + kHeldThreads, ... below end.
struct Range {
  std::int32_t begin, end;
  __device__ bool has(int pack) const { return begin + pack * kHeldThreads < end; }
  __device__ std::int32_t at(int pack) const { return begin + pack * kHeldThreads; }
};

// Sum over the block, for every thread. All threads must call it.
__device__ inline float sum_of_block(float value) {
  constexpr int kWarps = kHeldThreads / kLanes;
  __shared__ float of_warp[kWarps];
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(0xFFFFFFFFU, value, offset);
  }
  __syncthreads();  // of_warp may still be read for the sum before
  if (threadIdx.x % kLanes == 0) of_warp[threadIdx.x / kLanes] = value;
  __syncthreads();
  float sum = 0.0F;
#pragma unroll
  for (int warp = 0; warp < kWarps; ++warp) sum += of_warp[warp];
  return sum;
}

// Keeps the compiler from holding the unpacked values, too: there are not that many registers.
template <class T, int kWidth, int kPacks>
__device__ void forget_unpacked(Pack<T, kWidth> (&held)[kPacks]) {
  if constexpr (kWidth > 1) {
#pragma unroll
    for (int i = 0; i < kPacks; ++i) {
      auto* words = reinterpret_cast<uint4*>(&held[i]);
      asm volatile("" : "+r"(words->x), "+r"(words->y), "+r"(words->z), "+r"(words->w));
    }
  }
}

// The block's moments, exactly: the mean first, then the squares around it.
template <class T, int kWidth, int kPacks>
__device__ Stats stats_of(Pack<T, kWidth> (&held)[kPacks], const Range& range, float elements,
                          float shift) {
  float sum = 0.0F;
#pragma unroll
  for (int i = 0; i < kPacks; ++i) {
    if (!range.has(i)) continue;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) sum += static_cast<float>(held[i].values[k]) - shift;
  }
  const float mean = elements == 0.0F ? 0.0F : sum_of_block(sum) / elements;
  forget_unpacked(held);
  float squares = 0.0F;
#pragma unroll
  for (int i = 0; i < kPacks; ++i) {
    if (!range.has(i)) continue;
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      const float off = static_cast<float>(held[i].values[k]) - shift - mean;
      squares += off * off;
    }
  }
  forget_unpacked(held);
  return {elements, mean, elements == 0.0F ? 0.0F : sum_of_block(squares)};
}

// What a group's elements become.
struct Normal {
  float shift, mean, factor;
  std::int64_t first_channel;
};

template <Activation kActivation, class T, int kWidth>
__device__ void write(const Held& h, Pack<T, kWidth> pack, const Normal& normal,
                      std::uint32_t element, T* y) {
  const std::uint32_t positions = h.positions.divisor();
  std::uint32_t in_group = h.positions.quotient(element);
  std::uint32_t left = (in_group + 1) * positions - element;
  float scale = parameter<T>(h.p.scale, normal.first_channel + in_group, 1.0F) * normal.factor;
  float bias = parameter<T>(h.p.bias, normal.first_channel + in_group, 0.0F);
  const auto apply = [&](T& value) {
    const float off = static_cast<float>(value) - normal.shift - normal.mean;
    value = static_cast<T>(activated<kActivation>(off * scale + bias));
  };
  if (left >= kWidth) {
#pragma unroll
    for (int k = 0; k < kWidth; ++k) apply(pack.values[k]);
  } else {
#pragma unroll
    for (int k = 0; k < kWidth; ++k) {
      if (left-- == 0) {
        left = positions - 1;
        const std::int64_t channel = normal.first_channel + ++in_group;
        scale = parameter<T>(h.p.scale, channel, 1.0F) * normal.factor;
        bias = parameter<T>(h.p.bias, channel, 0.0F);
      }
      apply(pack.values[k]);
    }
  }
  pack.store(y + element);
}

template <Activation kActivation, class T, int kWidth, int kPacks>
__device__ void write_packs(const Held& h, const Pack<T, kWidth> (&held)[kPacks],
                            const Range& range, const Normal& normal, T* y) {
#pragma unroll
  for (int i = 0; i < kPacks; ++i) {
    if (!range.has(i)) continue;
    write<kActivation>(h, held[i], normal, static_cast<std::uint32_t>(range.at(i) * kWidth), y);
  }
}

template <class T, int kWidth, int kPacks>
__device__ void write_all(const Held& h, const Pack<T, kWidth> (&held)[kPacks], const Range& range,
                          std::int64_t row, float shift, const Stats& stats) {
  T* y = static_cast<T*>(h.p.y) + row * h.elements;
  const Normal normal{shift, stats.mean, 1.0F / sqrtf(stats.squares / stats.count + h.p.epsilon),
                      row % h.p.sizes.groups * h.p.sizes.channels};
  if (h.p.activation == Activation::kSilu) {
    write_packs<Activation::kSilu>(h, held, range, normal, y);
  } else {
    write_packs<Activation::kNone>(h, held, range, normal, y);
  }
}

inline Held held_of(const Params& p, int width, int blocks) {
  const auto elements = static_cast<std::int32_t>(p.sizes.elements());
  const std::int32_t part = (elements / width + blocks - 1) / blocks;
  return {p, FastDivisor32(p.sizes.positions), elements, part, width};
}

/// Calls body with the packs that a thread must hold, as a constant: 1, 2, 4 or kMostPacks.
template <class Body>
Status dispatch_packs(const Held& held, const Body& body) {
  const std::int32_t packs = (held.part + kHeldThreads - 1) / kHeldThreads;
  if (packs <= 1) return body(std::integral_constant<int, 1>{});
  if (packs <= 2) return body(std::integral_constant<int, 2>{});
  if (packs <= 4) return body(std::integral_constant<int, 4>{});
  return body(std::integral_constant<int, kMostPacks>{});
}

/// Calls body with a value of the device's type.
template <class Body>
Status dispatch_type(DataType type, const Body& body) {
  switch (type) {
    case DataType::kFloat: return body(float{});
    case DataType::kHalf: return body(__half{});
    case DataType::kBf16: return body(__nv_bfloat16{});
    default: break;
  }
  return unsupported(std::string("GroupNorm_PS: no kernel for ") + to_string(type));
}

}  // namespace plugsmith::ops::group_norm
