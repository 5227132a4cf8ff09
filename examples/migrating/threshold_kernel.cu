// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "threshold_kernel.hpp"

#include <cuda_runtime.h>

#include <algorithm>

namespace example {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMostBlocks = 65535;

__global__ void __launch_bounds__(kThreads)
    threshold(const float* x, float* y, std::int64_t count, float limit, float value) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < count;
       i += step) {
    y[i] = x[i] > limit ? x[i] : value;
  }
}

}  // namespace

std::int32_t launch_threshold(const float* x, float* y, std::int64_t count, float limit,
                              float value, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  const std::int64_t blocks = std::min((count + kThreads - 1) / kThreads, kMostBlocks);
  threshold<<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(x, y, count, limit, value);
  return cudaGetLastError();
}

}  // namespace example
