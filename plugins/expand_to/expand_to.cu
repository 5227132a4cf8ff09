// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "expand_to_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

namespace plugsmith::ops::expand_to {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMaxBlocks = 1 << 16;
constexpr int kVectorBytes = 16;

// The output's axes, the innermost first, neighbours that are walked as one joined. An input stride
// of 0 repeats.
struct Axes {
  int count = 0;
  FastDivisor extents[kMaxRank];
  std::int64_t strides[kMaxRank] = {};
};

Axes joined_axes(const Shape& from, const Shape& to) {
  Axes axes;
  std::int64_t stride = 1;
  for (int axis = -1; axis >= -to.rank(); --axis) {
    // Outside its rank a shape's dimension is 1.
    const std::int64_t input_stride = from[axis] == 1 ? 0 : stride;
    stride *= from[axis];
    if (to[axis] == 1) continue;
    const int last = axes.count - 1;
    if (last >= 0 && input_stride == axes.strides[last] *
                                         (input_stride == 0 ? 1 : axes.extents[last].divisor())) {
      axes.extents[last] = FastDivisor(axes.extents[last].divisor() * to[axis]);
      continue;
    }
    axes.extents[axes.count] = FastDivisor(to[axis]);
    axes.strides[axes.count++] = input_stride;
  }
  return axes;
}

// Input offset of the row (all axes but the innermost) with this number.
__device__ std::int64_t row_offset(const Axes& axes, std::int64_t row) {
  std::int64_t offset = 0;
  for (int axis = 1; axis < axes.count; ++axis) {
    const std::int64_t outer = axes.extents[axis].quotient(row);
    offset += (row - outer * axes.extents[axis].divisor()) * axes.strides[axis];
    row = outer;
  }
  return offset;
}

template <class T, int N>
struct alignas(sizeof(T) * N) Vector {
  T elements[N];
};

// Each thread writes N neighbours at a time and divides again only where a new row begins. T is the
// element's bit pattern.
template <class T, int N>
__global__ void __launch_bounds__(kThreads)
    expand(const T* __restrict__ input, T* __restrict__ output, std::int64_t begin,
           std::int64_t vectors, const Axes axes) {
  const std::int64_t columns = axes.extents[0].divisor();
  const std::int64_t column_step = axes.strides[0];
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x; i < vectors;
       i += step) {
    const std::int64_t index = begin + i * N;
    std::int64_t row = axes.extents[0].quotient(index);
    std::int64_t column = index - row * columns;
    const T* from = input + row_offset(axes, row);
    Vector<T, N> values;
#pragma unroll
    for (int k = 0; k < N; ++k) {
      if (column == columns) {
        column = 0;
        from = input + row_offset(axes, ++row);
      }
      values.elements[k] = from[column++ * column_step];
    }
    *reinterpret_cast<Vector<T, N>*>(output + index) = values;
  }
}

// How the innermost axis is read.
enum class Columns { kCopied, kRepeated };

// The same where every row is whole vectors: a block row writes a row, and divides once for it.
template <class T, int N, Columns kColumns>
__global__ void __launch_bounds__(kThreads)
    expand_rows(const T* __restrict__ input, T* __restrict__ output, std::int64_t rows,
                std::int64_t vectors, const Axes axes) {
  using Unit = Vector<T, N>;
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.y;
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
       row < rows; row += step) {
    const T* from = input + row_offset(axes, row);
    Unit* to = reinterpret_cast<Unit*>(output) + row * vectors;
    Unit unit;
    if constexpr (kColumns == Columns::kRepeated) {
#pragma unroll
      for (int k = 0; k < N; ++k) unit.elements[k] = *from;
    }
    for (std::int64_t i = threadIdx.x; i < vectors; i += blockDim.x) {
      if constexpr (kColumns == Columns::kCopied) unit = reinterpret_cast<const Unit*>(from)[i];
      to[i] = unit;
    }
  }
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % kVectorBytes == 0;
}

// Whether each row starts at a vector, in the output and, where it is copied, in the input.
template <class T>
bool has_whole_rows(const Params& p, const Axes& axes) {
  constexpr int kPerVector = kVectorBytes / sizeof(T);
  if (!is_aligned(p.output) || axes.extents[0].divisor() % kPerVector != 0) return false;
  if (axes.strides[0] == 0) return true;
  bool whole = is_aligned(p.input);
  for (int axis = 1; axis < axes.count; ++axis) {
    whole = whole && axes.strides[axis] % kPerVector == 0;
  }
  return whole;
}

template <class T>
Status launch_rows(const Params& p, const Axes& axes, Stream stream) {
  constexpr int kPerVector = kVectorBytes / sizeof(T);
  const std::int64_t vectors = axes.extents[0].divisor() / kPerVector;
  const std::int64_t rows = p.to.volume() / axes.extents[0].divisor();
  unsigned across = 32;
  while (across < kThreads && across < vectors) across *= 2;
  const dim3 threads(across, kThreads / across);
  const std::int64_t blocks = std::min(kMaxBlocks, (rows + threads.y - 1) / threads.y);
  const auto* input = static_cast<const T*>(p.input);
  auto* output = static_cast<T*>(p.output);
  if (axes.strides[0] == 0) {
    expand_rows<T, kPerVector, Columns::kRepeated>
        <<<static_cast<unsigned>(blocks), threads, 0, stream>>>(input, output, rows, vectors, axes);
  } else {
    expand_rows<T, kPerVector, Columns::kCopied>
        <<<static_cast<unsigned>(blocks), threads, 0, stream>>>(input, output, rows, vectors, axes);
  }
  return PLUGSMITH_LAUNCH_STATUS(expand_rows);
}

template <class T, int N>
Status launch_range(const Params& p, const Axes& axes, std::int64_t begin, std::int64_t end,
                    Stream stream) {
  const std::int64_t vectors = (end - begin) / N;
  if (vectors == 0) return Status::ok();
  const std::int64_t blocks = std::min(kMaxBlocks, (vectors + kThreads - 1) / kThreads);
  expand<T, N><<<static_cast<unsigned>(blocks), kThreads, 0, stream>>>(
      static_cast<const T*>(p.input), static_cast<T*>(p.output), begin, vectors, axes);
  return PLUGSMITH_LAUNCH_STATUS(expand);
}

template <class T>
Status launch_bits(const Params& p, const Axes& axes, Stream stream) {
  constexpr int kPerVector = kVectorBytes / sizeof(T);
  if (has_whole_rows<T>(p, axes)) return launch_rows<T>(p, axes, stream);
  const std::int64_t elements = p.to.volume();
  const std::int64_t done = is_aligned(p.output) ? elements / kPerVector * kPerVector : 0;
  PLUGSMITH_RETURN_IF_ERROR((launch_range<T, kPerVector>(p, axes, 0, done, stream)));
  return launch_range<T, 1>(p, axes, done, elements, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  const std::int64_t elements = params.to.volume();
  if (elements == 0) return Status::ok();
  if (elements == params.from.volume()) {
    const auto bytes = static_cast<std::size_t>(elements * params.element_bytes);
    return PLUGSMITH_CUDA_STATUS(
        cudaMemcpyAsync(params.output, params.input, bytes, cudaMemcpyDeviceToDevice, stream));
  }
  const Axes axes = joined_axes(params.from, params.to);
  switch (params.element_bytes) {
    case 1: return launch_bits<std::uint8_t>(params, axes, stream);
    case 2: return launch_bits<std::uint16_t>(params, axes, stream);
    case 4: return launch_bits<std::uint32_t>(params, axes, stream);
    case 8: return launch_bits<std::uint64_t>(params, axes, stream);
    default: break;
  }
  return unsupported("ExpandTo_PS: no kernel for elements of " +
                     std::to_string(params.element_bytes) + " bytes");
}

}  // namespace plugsmith::ops::expand_to
