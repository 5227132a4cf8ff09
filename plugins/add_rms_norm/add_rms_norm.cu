// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "add_rms_norm_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::add_rms_norm {
namespace {

constexpr int kLanes = 32;
constexpr int kMaxThreads = 512;
constexpr int kThreadsOfSmallRows = 256;  // of a block that takes several rows
constexpr int kPacks = 4;                 // 16-byte vectors that a thread holds
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::size_t kVectorBytes = 16;

template <class T, int kWidth>
struct alignas(kWidth * sizeof(T) < kVectorBytes ? kWidth * sizeof(T) : kVectorBytes) Pack {
  T values[kWidth];
};

// Sum over `threads` neighbours, for each of them: a part of a warp, or the whole block.
__device__ float sum_of(float value, int threads) {
  __shared__ float of_warp[kMaxThreads / kLanes];
  const int lanes = threads < kLanes ? threads : kLanes;
  for (int offset = lanes / 2; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(0xFFFFFFFFU, value, offset);
  }
  if (threads <= kLanes) return value;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  __syncthreads();  // of_warp may still be read for the row before
  if (lane == 0) of_warp[threadIdx.x / kLanes] = value;
  __syncthreads();
  value = lane < threads / kLanes ? of_warp[lane] : 0.0F;
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    value += __shfl_xor_sync(0xFFFFFFFFU, value, offset);
  }
  return value;
}

template <class T, int kWidth>
__device__ Pack<T, kWidth> added(const Pack<T, kWidth>& a, const Pack<T, kWidth>& b) {
  Pack<T, kWidth> result;
#pragma unroll
  for (int k = 0; k < kWidth; ++k) {
    result.values[k] =
        static_cast<T>(static_cast<float>(a.values[k]) + static_cast<float>(b.values[k]));
  }
  return result;
}

template <class T, int kWidth>
__device__ float squares_of(const Pack<T, kWidth>& pack) {
  float sum = 0.0F;
#pragma unroll
  for (int k = 0; k < kWidth; ++k) {
    const float value = static_cast<float>(pack.values[k]);
    sum += value * value;
  }
  return sum;
}

template <class T, class S, int kWidth>
__device__ void write(const Pack<T, kWidth>& pack, float factor, const S* scale, T* to,
                      std::int64_t at) {
  Pack<T, kWidth> result;
  Pack<S, kWidth> scales;
  if (scale != nullptr) scales = reinterpret_cast<const Pack<S, kWidth>*>(scale)[at];
#pragma unroll
  for (int k = 0; k < kWidth; ++k) {
    const float by = scale != nullptr ? factor * static_cast<float>(scales.values[k]) : factor;
    result.values[k] = static_cast<T>(static_cast<float>(pack.values[k]) * by);
  }
  reinterpret_cast<Pack<T, kWidth>*>(to)[at] = result;
}

// `threads` neighbours take a row; each holds kPacks packs of it, all others
// are read twice.
template <class T, class S, int kWidth>
__global__ void __launch_bounds__(kMaxThreads) normalize_rows(Params p, int threads) {
  const int rows_of_block = static_cast<int>(blockDim.x) / threads;
  const int thread = static_cast<int>(threadIdx.x) % threads;
  const auto* scale = static_cast<const S*>(p.scale);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * rows_of_block;
  // Whole blocks go round together: a warp's lanes exchange their sums.
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * rows_of_block; first < p.rows;
       first += step) {
    const std::int64_t wanted = first + threadIdx.x / threads;
    const std::int64_t packs = wanted < p.rows ? p.columns / kWidth : 0;
    const std::int64_t row = wanted < p.rows ? wanted : 0;
    using Packed = Pack<T, kWidth>;
    const std::int64_t begin = row * p.columns;
    const auto* from = reinterpret_cast<const Packed*>(static_cast<const T*>(p.x) + begin);
    const auto* other = reinterpret_cast<const Packed*>(static_cast<const T*>(p.residual) + begin);
    auto* sums = reinterpret_cast<Packed*>(static_cast<T*>(p.sum) + begin);
    T* to = static_cast<T*>(p.y) + begin;
    Packed held[kPacks], more[kPacks];
    float squares = 0.0F;
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      const std::int64_t at = thread + static_cast<std::int64_t>(k) * threads;
      if (at < packs) held[k] = from[at];
      if (at < packs) more[k] = other[at];
    }
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      const std::int64_t at = thread + static_cast<std::int64_t>(k) * threads;
      if (at >= packs) continue;
      held[k] = added(held[k], more[k]);
      sums[at] = held[k];
      squares += squares_of(held[k]);
    }
    const std::int64_t rest = thread + static_cast<std::int64_t>(kPacks) * threads;
    for (std::int64_t at = rest; at < packs; at += threads) {
      const Packed total = added(from[at], other[at]);
      sums[at] = total;
      squares += squares_of(total);
    }
    const float mean = sum_of(squares, threads) / static_cast<float>(p.columns);
    const float factor = 1.0F / sqrtf(mean + p.epsilon);
#pragma unroll
    for (int k = 0; k < kPacks; ++k) {
      const std::int64_t at = thread + static_cast<std::int64_t>(k) * threads;
      if (at < packs) write(held[k], factor, scale, to, at);
    }
    // Each thread reads what it wrote itself.
    for (std::int64_t at = rest; at < packs; at += threads) {
      const Packed total = sums[at];
      write(total, factor, scale, to, at);
    }
  }
}

// Lanes of a row: a power of two within a warp, whole warps beyond.
int threads_for(std::int64_t packs) {
  const std::int64_t wanted = (packs + kPacks - 1) / kPacks;
  int threads = 1;
  while (threads < wanted && threads < kLanes) threads *= 2;
  if (wanted <= kLanes) return threads;
  return static_cast<int>(
      std::min<std::int64_t>(kMaxThreads, (wanted + kLanes - 1) / kLanes * kLanes));
}

template <class T, class S, int kWidth>
Status launch_width(const Params& p, Stream stream) {
  const int threads = threads_for(p.columns / kWidth);
  const int block = threads <= kLanes ? kThreadsOfSmallRows : threads;
  const std::int64_t rows_of_block = block / threads;
  const auto blocks =
      static_cast<unsigned>(std::min(kMaxBlocks, (p.rows + rows_of_block - 1) / rows_of_block));
  normalize_rows<T, S, kWidth><<<blocks, block, 0, stream>>>(p, threads);
  return PLUGSMITH_LAUNCH_STATUS(normalize_rows);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

template <class T, class S>
Status launch_types(const Params& p, Stream stream) {
  constexpr int kWidth = kVectorBytes / sizeof(T);
  const bool vectors = p.columns % kWidth == 0 && is_aligned(p.x) && is_aligned(p.residual) &&
                       is_aligned(p.y) && is_aligned(p.sum) && is_aligned(p.scale);
  return vectors ? launch_width<T, S, kWidth>(p, stream) : launch_width<T, S, 1>(p, stream);
}

template <class T>
Status launch_type(const Params& p, Stream stream) {
  if (p.scale_type == p.type) return launch_types<T, T>(p, stream);
  return launch_types<T, float>(p, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.rows * params.columns == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_types<float, float>(params, stream);
    case DataType::kHalf: return launch_type<__half>(params, stream);
    case DataType::kBf16: return launch_type<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("AddRmsNorm_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::add_rms_norm
