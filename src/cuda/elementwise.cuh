// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "plugsmith/cuda_status.hpp"
#include "plugsmith/elementwise.hpp"

namespace plugsmith::cuda {

inline constexpr int kElementwiseThreads = 256;
inline constexpr std::int64_t kElementwiseMaxBlocks = 1 << 16;
inline constexpr std::size_t kVectorBytes = 16;

template <class Op, class = void>
inline constexpr bool kHasApproximation = false;
template <class Op>
inline constexpr bool
    kHasApproximation<Op, std::void_t<decltype(std::declval<const Op&>().approximate(0.0F))>> =
        true;

/// Applies the op to one stored element: computes in float, rounds once.
template <class Op, class T>
struct ApplyFloat {
  Op op;
  __device__ T operator()(T value) const {
    const auto x = static_cast<float>(value);
    if constexpr (sizeof(T) == 2 && kHasApproximation<Op>) {
      return static_cast<T>(op.approximate(x));
    } else {
      return static_cast<T>(op(x));
    }
  }
};

/// The same for quantized elements: to nearest even, saturating.
template <class Op>
struct ApplyInt8 {
  Op op;
  float in_scale, out_scale;
  __device__ std::int8_t operator()(std::int8_t value) const {
    const float real = op(in_scale * static_cast<float>(value)) / out_scale;
    // NaN fails both comparisons of fminf/fmaxf and becomes the lower bound; the reference says 0.
    const float safe = real == real ? fminf(fmaxf(real, -128.0F), 127.0F) : 0.0F;
    return static_cast<std::int8_t>(__float2int_rn(safe));
  }
};

// No __restrict__ in either kernel: output may be input.
template <class T, class Apply>
__global__ void __launch_bounds__(kElementwiseThreads)
    apply_elements(const T* input, T* output, std::int64_t count, Apply apply) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kElementwiseThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kElementwiseThreads + threadIdx.x;
       i < count; i += step) {
    output[i] = apply(input[i]);
  }
}

template <class T, class Apply>
__global__ void __launch_bounds__(kElementwiseThreads)
    apply_vectors(const T* input, T* output, std::int64_t vectors, Apply apply) {
  constexpr int kPerVector = kVectorBytes / sizeof(T);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kElementwiseThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kElementwiseThreads + threadIdx.x;
       i < vectors; i += step) {
    uint4 bits = reinterpret_cast<const uint4*>(input)[i];
    T* values = reinterpret_cast<T*>(&bits);
#pragma unroll
    for (int k = 0; k < kPerVector; ++k) values[k] = apply(values[k]);
    reinterpret_cast<uint4*>(output)[i] = bits;
  }
}

/// Bytes have 256 values: each block computes them all once and then looks them up.
template <class Apply>
__global__ void __launch_bounds__(kElementwiseThreads)
    map_bytes(const std::uint8_t* input, std::uint8_t* output, std::int64_t vectors, Apply apply) {
  static_assert(kElementwiseThreads == 256, "a thread computes one value of the table");
  __shared__ std::uint8_t table[256];
  table[threadIdx.x] =
      static_cast<std::uint8_t>(apply(static_cast<std::int8_t>(static_cast<int>(threadIdx.x))));
  __syncthreads();
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kElementwiseThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kElementwiseThreads + threadIdx.x;
       i < vectors; i += step) {
    uint4 bits = reinterpret_cast<const uint4*>(input)[i];
    auto* words = reinterpret_cast<unsigned*>(&bits);
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      const unsigned word = words[k];
      words[k] = table[word & 0xFFU] | table[word >> 8 & 0xFFU] << 8 |
                 table[word >> 16 & 0xFFU] << 16 | static_cast<unsigned>(table[word >> 24]) << 24;
    }
    reinterpret_cast<uint4*>(output)[i] = bits;
  }
}

inline unsigned elementwise_blocks(std::int64_t items) {
  return static_cast<unsigned>(
      std::min(kElementwiseMaxBlocks, (items + kElementwiseThreads - 1) / kElementwiseThreads));
}

inline bool is_vector_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

/// Blocks of map_bytes: some for each multiprocessor of the largest devices, so that the table is
/// made rarely.
inline constexpr std::int64_t kMapBlocks = 2048;

template <class T, class Apply>
Status launch_vectors(const T* input, T* output, std::int64_t vectors, const Apply& apply,
                      Stream stream) {
  if constexpr (sizeof(T) == 1) {
    const auto blocks = std::min<std::int64_t>(kMapBlocks, elementwise_blocks(vectors));
    map_bytes<<<static_cast<unsigned>(blocks), kElementwiseThreads, 0, stream>>>(
        reinterpret_cast<const std::uint8_t*>(input), reinterpret_cast<std::uint8_t*>(output),
        vectors, apply);
    return PLUGSMITH_LAUNCH_STATUS(map_bytes);
  } else {
    apply_vectors<<<elementwise_blocks(vectors), kElementwiseThreads, 0, stream>>>(input, output,
                                                                                   vectors, apply);
    return PLUGSMITH_LAUNCH_STATUS(apply_vectors);
  }
}

/// Enqueues `apply` over `count` stored elements: 16 bytes a thread where both ends are aligned,
/// the rest element by element.
template <class T, class Apply>
Status launch_elementwise(const void* source, void* target, std::int64_t count, const Apply& apply,
                          Stream stream) {
  const auto* input = static_cast<const T*>(source);
  auto* output = static_cast<T*>(target);
  constexpr std::int64_t kPerVector = kVectorBytes / sizeof(T);
  const bool aligned = is_vector_aligned(input) && is_vector_aligned(output);
  const std::int64_t vectors = aligned ? count / kPerVector : 0;
  if (vectors > 0) {
    PLUGSMITH_RETURN_IF_ERROR(launch_vectors(input, output, vectors, apply, stream));
  }
  const std::int64_t done = vectors * kPerVector;
  if (done == count) return Status::ok();
  apply_elements<<<elementwise_blocks(count - done), kElementwiseThreads, 0, stream>>>(
      input + done, output + done, count - done, apply);
  return PLUGSMITH_LAUNCH_STATUS(apply_elements);
}

}  // namespace plugsmith::cuda

namespace plugsmith {
inline namespace v1 {

template <class Op>
Status Elementwise<Op>::launch(LaunchContext& c) const {
  const Op& op = static_cast<const Op&>(*this);
  const std::int64_t count = detail::stored_elements(c[kX]);
  const auto run = [&](auto zero, const auto& apply) {
    using T = decltype(zero);
    return cuda::launch_elementwise<T>(c[kX].data(), c[kY].data(), count, apply, c.stream());
  };
  switch (c[kX].type()) {
    case DataType::kFloat: return run(float{}, cuda::ApplyFloat<Op, float>{op});
    case DataType::kHalf: return run(__half{}, cuda::ApplyFloat<Op, __half>{op});
    case DataType::kBf16: return run(__nv_bfloat16{}, cuda::ApplyFloat<Op, __nv_bfloat16>{op});
    case DataType::kInt8: {
      const auto scales = detail::int8_scales(Op::kIdentity.name, c, kX, kY);
      if (!scales.is_ok()) return scales.status();
      return run(std::int8_t{}, cuda::ApplyInt8<Op>{op, scales->in, scales->out});
    }
    default: break;
  }
  return unsupported(std::string(Op::kIdentity.name) + ": no kernel for " +
                     to_string(c[kX].type()));
}

}  // namespace v1
}  // namespace plugsmith
