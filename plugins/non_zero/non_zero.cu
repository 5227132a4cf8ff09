// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <cstdint>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>

#include "non_zero_kernel.hpp"
#include "plugsmith/cuda_status.hpp"
#include "plugsmith/fast_division.hpp"

namespace plugsmith::ops::non_zero {
namespace {

constexpr int kWarp = 32;
constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarp;
constexpr int kItems = static_cast<int>(kTile) / kThreads;  // elements a thread looks at
static_assert(kItems * kThreads == kTile && kItems <= kWarp, "a lane keeps one of a warp's words");

// The input as bit patterns: an element is zero if no bit of `mask` is set. The mask of a floating
// type leaves out the sign, so that -0.0 is zero; NaN and subnormal numbers are not.
template <class Bits>
struct Source {
  const Bits* data;
  std::int64_t elements;
  Bits mask;
};

struct Coordinates {
  int rank;
  bool narrow;  ///< the last dimension leaves room for a tile in 31 bits
  FastDivisor dims[kMaxRank];
  FastDivisor32 last;
};

// A warp looks at kItems * kWarp elements in a row, a thread at every kWarp-th of them.
__device__ std::int64_t first_element() {
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  return static_cast<std::int64_t>(blockIdx.x) * kTile + warp * (kItems * kWarp) + lane;
}

// Reads the input once: a bit for each element, in the order of the elements, and the tile's count.
template <class Bits>
__global__ void __launch_bounds__(kThreads)
    mark_tiles(const Source<Bits> x, std::uint32_t* __restrict__ marks,
               std::int64_t* __restrict__ counts) {
  using Reduce = cub::BlockReduce<int, kThreads>;
  __shared__ typename Reduce::TempStorage storage;
  const std::int64_t first = first_element();
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  Bits values[kItems];
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const std::int64_t index = first + i * kWarp;
    values[i] = index < x.elements ? x.data[index] : Bits{0};
  }
  std::uint32_t mine = 0;
#pragma unroll
  for (int i = 0; i < kItems; ++i) {
    const std::uint32_t vote = __ballot_sync(0xFFFFFFFFU, (values[i] & x.mask) != 0);
    if (lane == i) mine = vote;
  }
  if (lane < kItems) marks[(first - lane) / kWarp + lane] = mine;
  const int count = Reduce(storage).Sum(lane < kItems ? __popc(mine) : 0);
  if (threadIdx.x == 0) counts[blockIdx.x] = count;
}

template <class Index>
struct Target {
  Index* y;
  Index* count;
  bool columns;
};

// Where the tile begins: row and column over the last dimension.
struct Place {
  std::int64_t row, column;
};

template <class Index>
__device__ void write_coordinates(const Target<Index>& to, const Coordinates& shape,
                                  const Place& tile, unsigned in_tile, std::int64_t position,
                                  std::int64_t total) {
  const std::int64_t axis_step = to.columns ? 1 : total;
  Index* out = to.y + (to.columns ? position * shape.rank : position);
  const int last = shape.rank - 1;
  std::int64_t row = tile.row, column = tile.column + in_tile;
  if (shape.narrow) {
    const std::uint32_t rows = shape.last.quotient(static_cast<std::uint32_t>(column));
    row += rows;
    column -= static_cast<std::int64_t>(rows) * shape.last.divisor();
  } else {
    const std::int64_t rows = shape.dims[last].quotient(column);
    row += rows;
    column -= rows * shape.dims[last].divisor();
  }
  out[last * axis_step] = static_cast<Index>(column);
  if (last == 0) return;
  for (int axis = last - 1; axis > 0; --axis) {
    const std::int64_t outer = shape.dims[axis].quotient(row);
    out[axis * axis_step] = static_cast<Index>(row - outer * shape.dims[axis].divisor());
    row = outer;
  }
  *out = static_cast<Index>(row);
}

// Compacts the tile's marks, then writes with all threads side by side. tile_ends: how many there
// are up to the end of each tile; the last one is the total.
template <class Index>
__global__ void __launch_bounds__(kThreads)
    write_indices(const std::uint32_t* __restrict__ marks,
                  const std::int64_t* __restrict__ tile_ends, const Coordinates shape,
                  const Target<Index> to) {
  constexpr int kWords = static_cast<int>(kTile) / kWarp;
  static_assert(kWords <= kThreads, "a thread takes at most one word of marks");
  using Scan = cub::BlockScan<int, kThreads>;
  __shared__ typename Scan::TempStorage storage;
  __shared__ std::uint16_t found[kTile];
  const int thread = static_cast<int>(threadIdx.x);
  std::uint32_t word =
      thread < kWords ? marks[static_cast<std::int64_t>(blockIdx.x) * kWords + thread] : 0;
  int begin = 0, count = 0;
  Scan(storage).ExclusiveSum(__popc(word), begin, count);
  for (; word != 0; word &= word - 1) {
    found[begin++] = static_cast<std::uint16_t>(thread * kWarp + __ffs(static_cast<int>(word)) - 1);
  }
  __syncthreads();

  const std::int64_t total = tile_ends[gridDim.x - 1];
  const std::int64_t position = blockIdx.x == 0 ? 0 : tile_ends[blockIdx.x - 1];
  const FastDivisor& columns = shape.dims[shape.rank - 1];
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kTile;
  const std::int64_t row = columns.quotient(first);
  const Place tile{row, first - row * columns.divisor()};
  for (int i = thread; i < count; i += kThreads) {
    write_coordinates(to, shape, tile, found[i], position + i, total);
  }
  if (blockIdx.x == 0 && thread == 0) *to.count = static_cast<Index>(total);
}

template <class Bits, class Index>
Status launch_types(const Params& p, Bits mask, Stream stream) {
  const Shape& shape = p.x.shape();
  const Source<Bits> x{p.x.data_as<Bits>(), shape.volume(), mask};
  // 2^31 - 1 blocks, the longest grid, are 2^43 elements: more than a device holds.
  const std::int64_t tiles = tiles_of(x.elements);
  const auto blocks = static_cast<unsigned>(tiles);
  mark_tiles<<<blocks, kThreads, 0, stream>>>(x, p.marks, p.tile_ends);
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(mark_tiles));

  const Result<std::int64_t> known_bytes = scan_bytes(tiles);
  if (!known_bytes.is_ok()) return known_bytes.status();
  auto bytes = static_cast<std::size_t>(*known_bytes);
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cub::DeviceScan::InclusiveSum(p.scan, bytes, p.tile_ends, p.tile_ends, tiles, stream)));

  Coordinates coordinates{shape.rank(), shape[-1] + kTile < (std::int64_t{1} << 31), {}, {}};
  for (int axis = 0; axis < shape.rank(); ++axis) coordinates.dims[axis] = FastDivisor(shape[axis]);
  if (coordinates.narrow) coordinates.last = FastDivisor32(shape[-1]);
  const Target<Index> to{p.y.data_as<Index>(), static_cast<Index*>(p.count), p.columns};
  write_indices<<<blocks, kThreads, 0, stream>>>(p.marks, p.tile_ends, coordinates, to);
  return PLUGSMITH_LAUNCH_STATUS(write_indices);
}

template <class Index>
Status launch_index(const Params& p, Stream stream) {
  if (p.x.shape().volume() == 0) {
    return PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(p.count, 0, sizeof(Index), stream));
  }
  switch (p.x.type()) {
    case DataType::kFloat: return launch_types<std::uint32_t, Index>(p, 0x7FFFFFFFU, stream);
    case DataType::kHalf:
    case DataType::kBf16: return launch_types<std::uint16_t, Index>(p, 0x7FFFU, stream);
    case DataType::kInt8: return launch_types<std::uint8_t, Index>(p, 0xFFU, stream);
    case DataType::kInt32: return launch_types<std::uint32_t, Index>(p, ~0U, stream);
    case DataType::kInt64: return launch_types<std::uint64_t, Index>(p, ~std::uint64_t{0}, stream);
    default: break;
  }
  return unsupported(std::string("NonZero_PS: no kernel for ") + to_string(p.x.type()));
}

}  // namespace

Result<std::int64_t> scan_bytes(std::int64_t tiles) {
  if (tiles == 0) return std::int64_t{0};
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    static_cast<void>(cudaGetLastError());
    return scan_bytes_bound(tiles);
  }
  std::size_t bytes = 0;
  std::int64_t* none = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cub::DeviceScan::InclusiveSum(nullptr, bytes, none, none, tiles)));
  return static_cast<std::int64_t>(bytes);
}

Status launch(const Params& params, Stream stream) {
  return params.y.type() == DataType::kInt64 ? launch_index<std::int64_t>(params, stream)
                                             : launch_index<std::int32_t>(params, stream);
}

}  // namespace plugsmith::ops::non_zero
