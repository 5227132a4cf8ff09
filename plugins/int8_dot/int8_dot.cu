// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "int8_dot_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::int8_dot {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 8;  // of a block, each with a row of the weights at a time
constexpr int kBatch = 8;  // rows of x that one reading of the weights serves
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::int64_t kMaxBatches = 65535;

__device__ std::int32_t dot(const uint4& a, const uint4& b, std::int32_t sum) {
  sum = __dp4a(static_cast<int>(a.x), static_cast<int>(b.x), sum);
  sum = __dp4a(static_cast<int>(a.y), static_cast<int>(b.y), sum);
  sum = __dp4a(static_cast<int>(a.z), static_cast<int>(b.z), sum);
  return __dp4a(static_cast<int>(a.w), static_cast<int>(b.w), sum);
}
__device__ std::int32_t dot(std::int8_t a, std::int8_t b, std::int32_t sum) {
  return sum + static_cast<std::int32_t>(a) * b;
}

__device__ void store(float value, __half* to) { *to = __float2half_rn(value); }
__device__ void store(float value, float* to) { *to = value; }

// A warp per row of the weights. Unit is one element, or the 16 that a vector holds.
template <class Unit, class T>
__global__ void __launch_bounds__(kWarps* kLanes) multiply(Params p) {
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  const int warp = static_cast<int>(threadIdx.x) / kLanes;
  const std::int64_t units = p.columns / static_cast<std::int64_t>(sizeof(Unit));
  const auto* weights = reinterpret_cast<const Unit*>(p.weight);
  const auto* x = reinterpret_cast<const Unit*>(p.x);
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.y) * kBatch; first < p.batch;
       first += static_cast<std::int64_t>(gridDim.y) * kBatch) {
    for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kWarps + warp; row < p.rows;
         row += static_cast<std::int64_t>(gridDim.x) * kWarps) {
      std::int32_t sums[kBatch] = {};
      for (std::int64_t k = lane; k < units; k += kLanes) {
        const Unit weight = weights[row * units + k];
#pragma unroll
        for (int b = 0; b < kBatch; ++b) {
          if (first + b < p.batch) sums[b] = dot(weight, x[(first + b) * units + k], sums[b]);
        }
      }
#pragma unroll
      for (int b = 0; b < kBatch; ++b) {
#pragma unroll
        for (int offset = kLanes / 2; offset > 0; offset /= 2) {
          sums[b] += __shfl_down_sync(0xFFFFFFFFU, sums[b], offset);
        }
        if (lane != 0 || first + b >= p.batch) continue;
        const float bias = p.bias == nullptr ? 0.0F : p.bias[row];
        store(fmaf(static_cast<float>(sums[b]), p.scale[row], bias),
              static_cast<T*>(p.y) + (first + b) * p.rows + row);
      }
    }
  }
}

template <class Unit>
Status launch_units(const Params& p, Stream stream) {
  const dim3 grid(static_cast<unsigned>(std::min(kMaxBlocks, (p.rows + kWarps - 1) / kWarps)),
                  static_cast<unsigned>(std::min(kMaxBatches, (p.batch + kBatch - 1) / kBatch)));
  switch (p.type) {
    case DataType::kHalf: multiply<Unit, __half><<<grid, kWarps * kLanes, 0, stream>>>(p); break;
    case DataType::kFloat: multiply<Unit, float><<<grid, kWarps * kLanes, 0, stream>>>(p); break;
    default: return unsupported(std::string("Int8Dot_PS: no kernel for ") + to_string(p.type));
  }
  return PLUGSMITH_LAUNCH_STATUS(multiply);
}

}  // namespace

Status launch(const Params& p, Stream stream) {
  if (p.batch * p.rows == 0) return Status::ok();
  const auto all = reinterpret_cast<std::uintptr_t>(p.x) |
                   reinterpret_cast<std::uintptr_t>(p.weight) |
                   static_cast<std::uintptr_t>(p.columns);
  return all % sizeof(uint4) == 0 ? launch_units<uint4>(p, stream)
                                  : launch_units<std::int8_t>(p, stream);
}

}  // namespace plugsmith::ops::int8_dot
