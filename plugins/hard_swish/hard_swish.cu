// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>

#include "hard_swish_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::hard_swish {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMaxBlocks = 1 << 16;
constexpr std::size_t kVectorBytes = 16;

__device__ float activate(float x) { return x * fminf(fmaxf(x + 3.0F, 0.0F), 6.0F) / 6.0F; }

// No __restrict__: output may be input.
template <class T>
__global__ void __launch_bounds__(kThreads)
    activate_elements(const T* input, T* output, std::int64_t count) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count;
       i += step) {
    output[i] = static_cast<T>(activate(static_cast<float>(input[i])));
  }
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    activate_vectors(const T* input, T* output, std::int64_t vectors) {
  constexpr int kPerVector = kVectorBytes / sizeof(T);
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < vectors;
       i += step) {
    uint4 bits = reinterpret_cast<const uint4*>(input)[i];
    T* values = reinterpret_cast<T*>(&bits);
#pragma unroll
    for (int k = 0; k < kPerVector; ++k) {
      values[k] = static_cast<T>(activate(static_cast<float>(values[k])));
    }
    reinterpret_cast<uint4*>(output)[i] = bits;
  }
}

unsigned blocks_for(std::int64_t items) {
  return static_cast<unsigned>(std::min(kMaxBlocks, (items + kThreads - 1) / kThreads));
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

template <class T>
Status launch_typed(const Params& p, Stream stream) {
  const auto* input = static_cast<const T*>(p.input);
  auto* output = static_cast<T*>(p.output);
  constexpr std::int64_t kPerVector = kVectorBytes / sizeof(T);
  const std::int64_t vectors = is_aligned(input) && is_aligned(output) ? p.count / kPerVector : 0;
  if (vectors > 0) {
    activate_vectors<T><<<blocks_for(vectors), kThreads, 0, stream>>>(input, output, vectors);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(activate_vectors));
  }
  const std::int64_t done = vectors * kPerVector;
  if (done == p.count) return Status::ok();
  activate_elements<T><<<blocks_for(p.count - done), kThreads, 0, stream>>>(
      input + done, output + done, p.count - done);
  return PLUGSMITH_LAUNCH_STATUS(activate_elements);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.count == 0) return Status::ok();
  switch (params.type) {
    case DataType::kFloat: return launch_typed<float>(params, stream);
    case DataType::kHalf: return launch_typed<__half>(params, stream);
    case DataType::kBf16: return launch_typed<__nv_bfloat16>(params, stream);
    default: break;
  }
  return unsupported(std::string("HardSwish_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::hard_swish
