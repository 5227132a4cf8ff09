// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>

#include "gelu_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

namespace plugsmith::ops::gelu {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::size_t kVectorBytes = 16;

__device__ float reciprocal(float v) {
  float result;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(v));
  return result;
}

__device__ float power_of_two(float v) {
  float result;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(v));
  return result;
}

constexpr float kLog2OfE = 1.442695041F;

// erf by formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964,
// within 2e-7: 1 - erf(z) = (a1 t + ... + a5 t^5) exp(-z^2), t = 1 / (1 + 0.3275911 z). With z =
// |v| / sqrt(2), gelu is max(v, 0) - |v| (1 - erf(z)) / 2; the halves and roots are in the
// constants.
__device__ float exact_gelu(float v) {
  const float size = fabsf(v);
  const float t = reciprocal(1.0F + 0.23164189F * size);
  float series = 0.5307027145F;
  series = series * t - 0.7265760135F;
  series = series * t + 0.7107068705F;
  series = series * t - 0.142248368F;
  series = series * t + 0.127414796F;
  const float bell = power_of_two(v * v * (-0.5F * kLog2OfE));
  // Beyond float's range the product is 0, also for infinity.
  const float rest = bell == 0.0F ? 0.0F : series * t * bell * size;
  return fmaxf(v, 0.0F) - rest;
}

// 0.5 (1 + tanh(u)) is the logistic function of 2u.
__device__ float tanh_gelu(float v) {
  constexpr float kRootOfTwoOverPi = 0.7978845608F;
  const float u = kRootOfTwoOverPi * v * (1.0F + 0.044715F * v * v);
  const float power = power_of_two(u * (-2.0F * kLog2OfE));
  return isinf(power) ? 0.0F : v * reciprocal(1.0F + power);
}

template <bool kByTanh>
__device__ float gelu_of(float v) {
  const float y = kByTanh ? tanh_gelu(v) : exact_gelu(v);
  return isnan(v) ? v : y;  // fmaxf drops NaN
}

// How a thread's neighbours find their bias.
enum class Along {
  kNothing,  ///< there is none
  kVectors,  ///< the neighbours' values are neighbours, and aligned as they are
  kAny,
};

struct Bias {
  const void* values;
  FastDivisor channels, inner;
  FastDivisor32 vectors;  ///< of all channels, for Along::kVectors
};

template <class T, int kWidth>
struct alignas(kWidth * sizeof(T) < kVectorBytes ? kWidth * sizeof(T) : kVectorBytes) Pack {
  T values[kWidth];
};

template <class B, int kWidth>
__device__ void add_vector(const Bias& bias, std::int64_t index, float (&sums)[kWidth]) {
  const std::uint32_t at = bias.vectors.remainder(static_cast<std::uint32_t>(index));
  const auto pack = static_cast<const Pack<B, kWidth>*>(bias.values)[at];
#pragma unroll
  for (int k = 0; k < kWidth; ++k) sums[k] += static_cast<float>(pack.values[k]);
}

template <class B, int kWidth>
__device__ void add_any(const Bias& bias, std::int64_t index, float (&sums)[kWidth]) {
  const std::int64_t position = bias.inner.quotient(index * kWidth);
  std::int64_t channel = position - bias.channels.quotient(position) * bias.channels.divisor();
  std::int64_t left = (position + 1) * bias.inner.divisor() - index * kWidth;
#pragma unroll
  for (int k = 0; k < kWidth; ++k) {
    if (left == 0) {
      left = bias.inner.divisor();
      if (++channel == bias.channels.divisor()) channel = 0;
    }
    --left;
    sums[k] += static_cast<float>(static_cast<const B*>(bias.values)[channel]);
  }
}

// No __restrict__ on x and y: y may be x. kWidth neighbours at a time.
template <class T, class B, int kWidth, Along kAlong, bool kByTanh>
__global__ void __launch_bounds__(kThreads)
    apply(const T* x, T* y, std::int64_t vectors, const Bias bias) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < vectors;
       i += step) {
    auto pack = reinterpret_cast<const Pack<T, kWidth>*>(x)[i];
    float sums[kWidth];
#pragma unroll
    for (int k = 0; k < kWidth; ++k) sums[k] = static_cast<float>(pack.values[k]);
    if constexpr (kAlong == Along::kVectors) add_vector<B>(bias, i, sums);
    if constexpr (kAlong == Along::kAny) add_any<B>(bias, i, sums);
#pragma unroll
    for (int k = 0; k < kWidth; ++k) pack.values[k] = static_cast<T>(gelu_of<kByTanh>(sums[k]));
    reinterpret_cast<Pack<T, kWidth>*>(y)[i] = pack;
  }
}

template <class T, class B, int kWidth, Along kAlong>
Status launch_range(const Params& p, const Bias& bias, std::int64_t begin, std::int64_t vectors,
                    Stream stream) {
  if (vectors == 0) return Status::ok();
  const auto blocks =
      static_cast<unsigned>(std::min(kMaxBlocks, (vectors + kThreads - 1) / kThreads));
  const T* x = static_cast<const T*>(p.x) + begin;
  T* y = static_cast<T*>(p.y) + begin;
  if (p.by_tanh) {
    apply<T, B, kWidth, kAlong, true><<<blocks, kThreads, 0, stream>>>(x, y, vectors, bias);
  } else {
    apply<T, B, kWidth, kAlong, false><<<blocks, kThreads, 0, stream>>>(x, y, vectors, bias);
  }
  return PLUGSMITH_LAUNCH_STATUS(apply);
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

// Vectors, and the tail one by one.
template <class T>
Status launch_plain(const Params& p, Stream stream) {
  constexpr int kWidth = kVectorBytes / sizeof(T);
  const bool vectors = is_aligned(p.x) && is_aligned(p.y);
  const std::int64_t tail = vectors ? p.count % kWidth : p.count;
  PLUGSMITH_RETURN_IF_ERROR(
      (launch_range<T, T, kWidth, Along::kNothing>(p, {}, 0, (p.count - tail) / kWidth, stream)));
  return launch_range<T, T, 1, Along::kNothing>(p, {}, p.count - tail, tail, stream);
}

// All in one launch: a range knows its channels from its start.
template <class T, class B>
Status launch_biased(const Params& p, Stream stream) {
  constexpr int kWidth = kVectorBytes / sizeof(T);
  const FastDivisor channels(p.channels), inner(p.inner);
  if (!is_aligned(p.x) || !is_aligned(p.y) || p.count % kWidth != 0) {
    return launch_range<T, B, 1, Along::kAny>(p, {p.bias, channels, inner, {}}, 0, p.count, stream);
  }
  constexpr std::int64_t kMostOf32Bits = std::int64_t{1} << 31;
  if (p.inner == 1 && p.channels % kWidth == 0 && is_aligned(p.bias) &&
      p.count / kWidth < kMostOf32Bits) {
    return launch_range<T, B, kWidth, Along::kVectors>(
        p, {p.bias, channels, inner, FastDivisor32(p.channels / kWidth)}, 0, p.count / kWidth,
        stream);
  }
  return launch_range<T, B, kWidth, Along::kAny>(p, {p.bias, channels, inner, {}}, 0,
                                                 p.count / kWidth, stream);
}

template <class T>
Status launch_type(const Params& p, Stream stream) {
  if (p.bias == nullptr) return launch_plain<T>(p, stream);
  if (p.bias_type == p.type) return launch_biased<T, T>(p, stream);
  return launch_biased<T, float>(p, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.count == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_type<float>(params, stream);
    case DataType::kHalf: return launch_type<__half>(params, stream);
    case DataType::kBf16: return launch_type<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("Gelu_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::gelu
