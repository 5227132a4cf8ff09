// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <string>

#include "linear_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

// What surrounds cuBLASLt's INT8 product: its matrices need dimensions that are multiples of 4, and
// its epilogues do not take INT32 sums.

namespace plugsmith::ops::linear_op {
namespace {

constexpr int kColumnsPerBlock = 64;
constexpr int kRowsPerBlock = 4;
constexpr std::int64_t kMaxBlocks = 65535;
constexpr std::int64_t kEnoughBlocks = 2048;  // some per multiprocessor

// Rows along x; columns are split along y as long as that gives the device more to do.
dim3 grid_for(std::int64_t rows, std::int64_t columns) {
  const std::int64_t x = std::min(kMaxBlocks, (rows + kRowsPerBlock - 1) / kRowsPerBlock);
  const std::int64_t y =
      std::min((columns + kColumnsPerBlock - 1) / kColumnsPerBlock, (kEnoughBlocks + x - 1) / x);
  return dim3(static_cast<unsigned>(x), static_cast<unsigned>(y));
}

__device__ std::int64_t first_row() {
  return static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.y;
}
__device__ std::int64_t row_step() { return static_cast<std::int64_t>(gridDim.x) * kRowsPerBlock; }
__device__ std::int64_t first_column() {
  return static_cast<std::int64_t>(blockIdx.y) * kColumnsPerBlock + threadIdx.x;
}
__device__ std::int64_t column_step() {
  return static_cast<std::int64_t>(gridDim.y) * kColumnsPerBlock;
}

__global__ void __launch_bounds__(kColumnsPerBlock* kRowsPerBlock) pad_matrix(PadParams p) {
  for (std::int64_t row = first_row(); row < p.padded_rows; row += row_step()) {
    const std::int8_t* from = p.from + row * p.columns;
    std::int8_t* to = p.to + row * p.padded_columns;
    for (std::int64_t column = first_column(); column < p.padded_columns; column += column_step()) {
      to[column] = row < p.rows && column < p.columns ? from[column] : std::int8_t{0};
    }
  }
}

__device__ float activated(float v, Activation activation) {
  constexpr float kRootOfTwoOverPi = 0.7978845608F;
  switch (activation) {
    case Activation::kRelu: return v < 0.0F ? 0.0F : v;  // NaN stays
    case Activation::kGelu:
      return 0.5F * v * (1.0F + tanhf(kRootOfTwoOverPi * (v + 0.044715F * v * v * v)));
    default: return v;
  }
}

__device__ void store(float value, __half* to) { *to = __float2half_rn(value); }
__device__ void store(float value, std::int8_t* to) {
  const float bounded = fminf(fmaxf(value, -128.0F), 127.0F);
  *to = isnan(value) ? std::int8_t{0} : static_cast<std::int8_t>(__float2int_rn(bounded));
}

// T is the stored type of y.
template <class T>
__global__ void __launch_bounds__(kColumnsPerBlock* kRowsPerBlock) finish_sums(FinishParams p) {
  for (std::int64_t row = first_row(); row < p.rows; row += row_step()) {
    const std::int32_t* sums = p.sums + row * p.stride;
    T* y = static_cast<T*>(p.y) + row * p.outputs;
    for (std::int64_t column = first_column(); column < p.outputs; column += column_step()) {
      const float bias = p.bias != nullptr ? p.bias[column] : 0.0F;
      const float value = fmaf(static_cast<float>(sums[column]), p.sum_scale, bias);
      store(activated(value, p.activation) / p.y_scale, y + column);
    }
  }
}

}  // namespace

Status pad(const PadParams& params, Stream stream) {
  if (params.padded_rows * params.padded_columns == 0) return Status::ok();
  const dim3 threads(kColumnsPerBlock, kRowsPerBlock);
  pad_matrix<<<grid_for(params.padded_rows, params.padded_columns), threads, 0, stream>>>(params);
  return PLUGSMITH_LAUNCH_STATUS(pad_matrix);
}

Status finish(const FinishParams& params, Stream stream) {
  if (params.rows * params.outputs == 0) return Status::ok();
  const dim3 threads(kColumnsPerBlock, kRowsPerBlock);
  const dim3 grid = grid_for(params.rows, params.outputs);
  switch (params.type) {
    case DataType::kHalf: finish_sums<__half><<<grid, threads, 0, stream>>>(params); break;
    case DataType::kInt8: finish_sums<std::int8_t><<<grid, threads, 0, stream>>>(params); break;
    default:
      return unsupported(std::string("Linear_PS: INT8 sums cannot become ") +
                         to_string(params.type));
  }
  return PLUGSMITH_LAUNCH_STATUS(finish_sums);
}

}  // namespace plugsmith::ops::linear_op
