// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "pad_to_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/dispatch.hpp"

namespace plugsmith::ops::pad_to {
namespace {

constexpr int kColumnsPerBlock = 64;
constexpr int kRowsPerBlock = 4;
constexpr std::int64_t kMaxBlocks = 65535;

// Sizes in units of U.
struct Rows {
  std::int64_t planes, in_rows, in_columns, out_rows, out_columns;
};

// One block row writes one output row at a time: the division by the row count is per row, not per
// element. U is one element's bit pattern or several neighbours'.
template <class U>
__global__ void __launch_bounds__(kColumnsPerBlock* kRowsPerBlock)
    pad_rows(const U* __restrict__ input, U* __restrict__ output, const U fill, Rows p) {
  const std::int64_t rows = p.planes * p.out_rows;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kRowsPerBlock;
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * kRowsPerBlock + threadIdx.y;
       row < rows; row += step) {
    const std::int64_t plane = row / p.out_rows;
    const std::int64_t y = row - plane * p.out_rows;
    const bool inside = y < p.in_rows;
    const U* from = input + (plane * p.in_rows + y) * p.in_columns;
    U* to = output + row * p.out_columns;
    for (std::int64_t x = threadIdx.x; x < p.out_columns; x += kColumnsPerBlock) {
      to[x] = inside && x < p.in_columns ? from[x] : fill;
    }
  }
}

// The largest power of two, up to 16, of bytes that rows and buffers are whole numbers of.
std::int64_t unit_bytes(const Params& p, std::int64_t element_bytes) {
  const auto address =
      reinterpret_cast<std::uintptr_t>(p.input) | reinterpret_cast<std::uintptr_t>(p.output);
  const auto all = address | static_cast<std::uintptr_t>(p.in_columns * element_bytes) |
                   static_cast<std::uintptr_t>(p.out_columns * element_bytes) | 16U;
  return static_cast<std::int64_t>(all & (~all + 1));
}

template <class U>
Status launch_units(const Params& p, std::uint32_t fill, std::int64_t element_bytes,
                    Stream stream) {
  U unit;
  for (std::size_t i = 0; i < sizeof(U); ++i) {
    const std::size_t shift = i % static_cast<std::size_t>(element_bytes) * 8;
    reinterpret_cast<unsigned char*>(&unit)[i] = static_cast<unsigned char>(fill >> shift);
  }
  const std::int64_t elements = static_cast<std::int64_t>(sizeof(U)) / element_bytes;
  const Rows rows{p.planes, p.in_rows, p.in_columns / elements, p.out_rows,
                  p.out_columns / elements};
  const std::int64_t all_rows = p.planes * p.out_rows;
  const std::int64_t blocks = std::min(kMaxBlocks, (all_rows + kRowsPerBlock - 1) / kRowsPerBlock);
  const dim3 threads(kColumnsPerBlock, kRowsPerBlock);
  pad_rows<U><<<static_cast<unsigned>(blocks), threads, 0, stream>>>(
      static_cast<const U*>(p.input), static_cast<U*>(p.output), unit, rows);
  return PLUGSMITH_LAUNCH_STATUS(pad_rows);
}

// `fill` holds the element's bits in its low bytes.
Status launch_bits(const Params& p, std::uint32_t fill, std::int64_t element_bytes, Stream stream) {
  switch (unit_bytes(p, element_bytes)) {
    case 16: return launch_units<uint4>(p, fill, element_bytes, stream);
    case 8: return launch_units<uint2>(p, fill, element_bytes, stream);
    case 4: return launch_units<std::uint32_t>(p, fill, element_bytes, stream);
    case 2: return launch_units<std::uint16_t>(p, fill, element_bytes, stream);
    default: return launch_units<std::uint8_t>(p, fill, element_bytes, stream);
  }
}

std::uint32_t bits_of(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  if (params.planes * params.out_rows * params.out_columns == 0) return Status::ok();
  const auto value = static_cast<double>(params.value);
  switch (params.type) {
    case DataType::kFloat: return launch_bits(params, bits_of(params.value), 4, stream);
    case DataType::kHalf: return launch_bits(params, round_to<Half>(value).bits, 2, stream);
    case DataType::kBf16: return launch_bits(params, round_to<BFloat16>(value).bits, 2, stream);
    case DataType::kInt8:
      return launch_bits(params, static_cast<std::uint8_t>(round_to<std::int8_t>(value)), 1,
                         stream);
    default: break;
  }
  return unsupported(std::string("PadTo_PS: no kernel for ") + to_string(params.type));
}

}  // namespace plugsmith::ops::pad_to
