// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>

#include "pad_to_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/dispatch.hpp"

namespace plugsmith::ops::pad_to {
namespace {

constexpr int kColumnsPerBlock = 64;
constexpr int kRowsPerBlock = 4;
constexpr std::int64_t kMaxBlocks = 65535;

// One block row writes one output row at a time: the division by the row count is per row, not per
// element. T is the element's bit pattern.
template <class T>
__global__ void __launch_bounds__(kColumnsPerBlock* kRowsPerBlock)
    pad_rows(const T* __restrict__ input, T* __restrict__ output, T fill, Params p) {
  const std::int64_t rows = p.planes * p.out_rows;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kRowsPerBlock;
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.y;
       row < rows; row += step) {
    const std::int64_t plane = row / p.out_rows;
    const std::int64_t y = row - plane * p.out_rows;
    const bool inside = y < p.in_rows;
    const T* from = input + (plane * p.in_rows + y) * p.in_columns;
    T* to = output + row * p.out_columns;
    for (std::int64_t x = threadIdx.x; x < p.out_columns; x += kColumnsPerBlock) {
      to[x] = inside && x < p.in_columns ? from[x] : fill;
    }
  }
}

template <class T>
Status launch_bits(const Params& p, T fill, Stream stream) {
  const std::int64_t rows = p.planes * p.out_rows;
  const std::int64_t blocks = std::min(kMaxBlocks, (rows + kRowsPerBlock - 1) / kRowsPerBlock);
  const dim3 threads(kColumnsPerBlock, kRowsPerBlock);
  pad_rows<T><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(
      static_cast<const T*>(p.input), static_cast<T*>(p.output), fill, p);
  return PLUGSMITH_LAUNCH_STATUS(pad_rows);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.planes * params.out_rows * params.out_columns == 0) return Status::ok();
  const auto value = static_cast<double>(params.value);
  switch (params.type) {
    case DataType::kFloat: return launch_bits<float>(params, params.value, stream);
    case DataType::kHalf:
      return launch_bits<std::uint16_t>(params, round_to<Half>(value).bits, stream);
    case DataType::kBf16:
      return launch_bits<std::uint16_t>(params, round_to<BFloat16>(value).bits, stream);
    case DataType::kInt8:
      return launch_bits<std::int8_t>(params, round_to<std::int8_t>(value), stream);
    default: break;
  }
  return unsupported(std::string("PadTo_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::pad_to
