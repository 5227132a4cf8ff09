// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <string>

#include "plugsmith/cuda_status.hpp"
#include "rotated_nms_kernel.hpp"
#include "rotated_nms_overlap.cuh"

namespace plugsmith::ops::rotated_nms {
namespace {

constexpr int kWarp = 32;
constexpr unsigned kAll = 0xFFFFFFFFU;
constexpr int kThreads = 256;
constexpr int kWarps = kThreads / kWarp;
constexpr std::int64_t kMaxBlocks = 1 << 20;
constexpr std::int64_t kRows = 128;  // boxes that a block of compare_tile compares 32 others with

constexpr std::int64_t pieces(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

unsigned blocks_for(std::int64_t threads) {
  return static_cast<unsigned>(std::min(kMaxBlocks, pieces(threads, kThreads)));
}

__device__ std::int64_t first_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}
__device__ std::int64_t all_threads() { return static_cast<std::int64_t>(gridDim.x) * kThreads; }

template <class T>
__global__ void __launch_bounds__(kThreads) prepare_boxes(const Params p, std::int64_t count) {
  for (std::int64_t i = first_thread(); i < count; i += all_threads()) {
    const T* box = static_cast<const T*>(p.boxes) + i * 5;
    p.prepared[i] =
        prepare(static_cast<float>(box[0]), static_cast<float>(box[1]), static_cast<float>(box[2]),
                static_cast<float>(box[3]), p.turn * static_cast<float>(box[4]));
  }
}

// Keys grow where scores fall. What is no candidate, a NaN included, comes last in its segment.
constexpr std::uint32_t kNoCandidate = 0xFFFFFFFFU;

__device__ bool is_candidate(std::uint64_t key) {
  return static_cast<std::uint32_t>(key) != kNoCandidate;
}

__device__ std::uint32_t falling(float score) {
  const std::uint32_t bits = __float_as_uint(score == 0.0F ? 0.0F : score);  // -0 is 0
  return (bits >> 31) != 0 ? bits : ~(bits | 0x80000000U);
}

template <class T>
__global__ void __launch_bounds__(kThreads) make_keys(const Params p, std::int64_t count) {
  for (std::int64_t i = first_thread(); i < count; i += all_threads()) {
    const std::int64_t segment = i / p.sizes.boxes;
    const auto score = static_cast<float>(static_cast<const T*>(p.scores)[i]);
    const std::uint32_t low = score > p.score_threshold ? falling(score) : kNoCandidate;
    p.keys[i] = static_cast<std::uint64_t>(segment) << 32 | low;
    p.order[i] = static_cast<std::int32_t>(i - segment * p.sizes.boxes);
  }
}

// Sorted candidates, and the tile of them at hand.
struct Tile {
  const std::uint64_t* keys;
  const std::int32_t* order;
  std::int64_t first;  ///< its first candidate in each segment
  std::int64_t rows;   ///< candidates in it
};

// A block compares the 32 candidates of one word of the tile, one a lane, with up to kRows boxes:
// of the tile itself, which gives a word of the mask for each, or kept before, which removes some.
__global__ void __launch_bounds__(kThreads)
    compare_tile(const Params p, const Tile tile, int own_chunks, int chunks) {
  const int words = static_cast<int>(p.sizes.words());
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const int warp = static_cast<int>(threadIdx.x) / kWarp;
  const int chunk = static_cast<int>(blockIdx.x) % chunks;
  const int word = static_cast<int>(blockIdx.x) / chunks % words;
  const std::int64_t segment = static_cast<int>(blockIdx.x) / chunks / words;
  const std::int64_t begin = segment * p.sizes.boxes + tile.first;
  const int kept = p.counts[segment];
  if (kept >= p.sizes.most || word * kWarp >= tile.rows) return;
  if (!is_candidate(tile.keys[begin + word * kWarp])) return;

  const Box* boxes = p.prepared + segment / p.sizes.classes * p.sizes.boxes;
  const int column = word * kWarp + lane;
  const bool stands = column < tile.rows && is_candidate(tile.keys[begin + column]);
  const Box mine = stands ? boxes[tile.order[begin + column]] : Box{};
  if (chunk < own_chunks) {
    const std::int64_t end =
        ::min(::min((chunk + 1) * kRows, tile.rows), static_cast<std::int64_t>(word + 1) * kWarp);
    for (std::int64_t row = chunk * kRows + warp; row < end; row += kWarps) {
      if (!is_candidate(tile.keys[begin + row])) return;
      const bool hit =
          stands && column > row && overlaps(boxes[tile.order[begin + row]], mine, p.iou_threshold);
      const std::uint32_t bits = __ballot_sync(kAll, hit);
      if (lane == 0) p.mask[(segment * p.sizes.tile() + row) * words + word] = bits;
    }
    return;
  }
  const std::int64_t first = (chunk - own_chunks) * kRows;
  const std::int64_t end = ::min(first + kRows, static_cast<std::int64_t>(kept));
  bool hit = false;
  for (std::int64_t i = first + warp; i < end; i += kWarps) {
    if (__all_sync(kAll, hit || !stands)) break;
    const Box other = boxes[p.kept[segment * p.sizes.most + i]];
    hit = hit || (stands && overlaps(other, mine, p.iou_threshold));
  }
  const std::uint32_t bits = __ballot_sync(kAll, hit);
  if (lane == 0 && bits != 0) atomicOr(p.removed + segment * words + word, bits);
}

// Of 32 candidates, those that stay: from the first on, each removes what its row of the mask says.
__device__ std::uint32_t keep(std::uint32_t alive, std::uint32_t row_of_lane) {
  std::uint32_t kept = 0;
  while (alive != 0) {
    const int next = __ffs(static_cast<int>(alive)) - 1;
    kept |= 1U << next;
    alive &= ~(1U << next | __shfl_sync(kAll, row_of_lane, next));
  }
  return kept;
}

// Without the highest bits, so that at most `room` are left.
__device__ std::uint32_t limit(std::uint32_t bits, int room) {
  while (__popc(bits) > room) bits &= ~(0x80000000U >> __clz(static_cast<int>(bits)));
  return bits;
}

// A warp decides the tile of one segment, 32 candidates at a time. A lane holds the word of those
// already removed; the words of `removed` are 0 again afterwards.
__global__ void __launch_bounds__(kThreads) decide_tile(const Params p, const Tile tile) {
  const int words = static_cast<int>(p.sizes.words());
  const int lane = static_cast<int>(threadIdx.x) % kWarp;
  const std::int64_t segment = first_thread() / kWarp;
  if (segment >= p.sizes.segments()) return;
  int count = p.counts[segment];
  const auto most = static_cast<int>(p.sizes.most);
  if (count >= most) return;
  const std::int64_t begin = segment * p.sizes.boxes + tile.first;
  const std::uint32_t* mask = p.mask + segment * p.sizes.tile() * words;
  const bool has_word = lane * kWarp < tile.rows && is_candidate(tile.keys[begin + lane * kWarp]);
  std::uint32_t removed = has_word ? p.removed[segment * words + lane] : 0;
  if (has_word) p.removed[segment * words + lane] = 0;

  for (int word = 0; word * kWarp < tile.rows && count < most; ++word) {
    const int row = word * kWarp + lane;
    const bool stands = row < tile.rows && is_candidate(tile.keys[begin + row]);
    const std::uint32_t candidates = __ballot_sync(kAll, stands);
    const std::uint32_t own_row = stands ? mask[static_cast<std::int64_t>(row) * words + word] : 0;
    const std::uint32_t alive = candidates & ~__shfl_sync(kAll, removed, word);
    const std::uint32_t kept = limit(keep(alive, own_row), most - count);
    if ((kept >> lane & 1U) != 0) {
      const int place = count + __popc(kept & ((1U << lane) - 1U));
      p.kept[segment * p.sizes.most + place] = tile.order[begin + row];
    }
    count += __popc(kept);
    if (candidates != kAll) break;
    if (!has_word || lane <= word) continue;
    for (std::uint32_t rest = kept; rest != 0; rest &= rest - 1) {
      const std::int64_t at = word * kWarp + __ffs(static_cast<int>(rest)) - 1;
      removed |= mask[at * words + lane];
    }
  }
  if (lane == 0) p.counts[segment] = count;
}

__global__ void __launch_bounds__(kThreads) write_selected(const Params p, std::int64_t places) {
  if (first_thread() == 0) *p.count = p.ends[p.sizes.segments() - 1];
  for (std::int64_t i = first_thread(); i < places; i += all_threads()) {
    const std::int64_t segment = i / p.sizes.most, place = i - segment * p.sizes.most;
    if (place >= p.counts[segment]) continue;
    std::int64_t* row = p.selected + 3 * (p.ends[segment] - p.counts[segment] + place);
    row[0] = segment / p.sizes.classes;
    row[1] = segment % p.sizes.classes;
    row[2] = p.kept[i];
  }
}

int key_bits(const Problem& p) {
  int bits = 32;
  while ((p.segments() - 1) >> (bits - 32) != 0) ++bits;
  return bits;
}

// CUB's two steps; with null scratch they say how many bytes they want.
Status sort(void* scratch, std::size_t& bytes, const Problem& p,
            cub::DoubleBuffer<std::uint64_t>& keys, cub::DoubleBuffer<std::int32_t>& order,
            Stream stream) {
  return PLUGSMITH_CUDA_STATUS(cub::DeviceRadixSort::SortPairs(
      scratch, bytes, keys, order, static_cast<int>(p.scores()), 0, key_bits(p), stream));
}
Status sum_counts(void* scratch, std::size_t& bytes, const Params& p, Stream stream) {
  return PLUGSMITH_CUDA_STATUS(cub::DeviceScan::InclusiveSum(
      scratch, bytes, p.counts, p.ends, static_cast<int>(p.sizes.segments()), stream));
}

Status launch_preparation(const Params& p, Stream stream) {
  const std::int64_t boxes = p.sizes.samples * p.sizes.boxes, scores = p.sizes.scores();
  if (p.box_type == DataType::kFloat) {
    prepare_boxes<float><<<blocks_for(boxes), kThreads, 0, stream>>>(p, boxes);
  } else {
    prepare_boxes<__half><<<blocks_for(boxes), kThreads, 0, stream>>>(p, boxes);
  }
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(prepare_boxes));
  if (p.score_type == DataType::kFloat) {
    make_keys<float><<<blocks_for(scores), kThreads, 0, stream>>>(p, scores);
  } else {
    make_keys<__half><<<blocks_for(scores), kThreads, 0, stream>>>(p, scores);
  }
  return PLUGSMITH_LAUNCH_STATUS(make_keys);
}

Status clear(std::int32_t* counts, std::uint32_t* removed, const Problem& p, Stream stream) {
  const auto segments = static_cast<std::size_t>(p.segments());
  const auto words = segments * static_cast<std::size_t>(p.words());
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(counts, 0, segments * sizeof(*counts), stream)));
  return PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(removed, 0, words * sizeof(*removed), stream));
}

Status launch_tiles(const Params& p, Tile tile, Stream stream) {
  const Problem& s = p.sizes;
  const unsigned deciders = static_cast<unsigned>(pieces(s.segments(), kWarps));
  for (tile.first = 0; tile.first < s.boxes; tile.first += s.tile()) {
    tile.rows = std::min(s.tile(), s.boxes - tile.first);
    const std::int64_t own = pieces(tile.rows, kRows);
    const std::int64_t chunks = own + pieces(std::min(s.most, tile.first), kRows);
    // words() * chunks is at most `boxes`, so that kMostScores keeps the grid legal.
    const auto blocks = static_cast<unsigned>(s.segments() * s.words() * chunks);
    compare_tile<<<blocks, kThreads, 0, stream>>>(p, tile, static_cast<int>(own),
                                                  static_cast<int>(chunks));
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(compare_tile));
    decide_tile<<<deciders, kThreads, 0, stream>>>(p, tile);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(decide_tile));
  }
  return Status::ok();
}

}  // namespace

Result<std::int64_t> cub_bytes(const Problem& p) {
  if (p.scores() == 0 || p.most == 0) return std::int64_t{0};
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    static_cast<void>(cudaGetLastError());
    return cub_bytes_bound(p);
  }
  std::size_t for_sort = 0, for_scan = 0;
  cub::DoubleBuffer<std::uint64_t> keys;
  cub::DoubleBuffer<std::int32_t> order;
  PLUGSMITH_RETURN_IF_ERROR(sort(nullptr, for_sort, p, keys, order, nullptr));
  Params params{};
  params.sizes = p;
  PLUGSMITH_RETURN_IF_ERROR(sum_counts(nullptr, for_scan, params, nullptr));
  return static_cast<std::int64_t>(std::max(for_sort, for_scan));
}

Status launch(const Params& p, Stream stream) {
  if (p.sizes.scores() == 0 || p.sizes.most == 0) {
    return PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(p.count, 0, sizeof(*p.count), stream));
  }
  PLUGSMITH_RETURN_IF_ERROR(launch_preparation(p, stream));
  const Result<std::int64_t> known_bytes = cub_bytes(p.sizes);
  if (!known_bytes.is_ok()) return known_bytes.status();
  auto bytes = static_cast<std::size_t>(*known_bytes);
  cub::DoubleBuffer<std::uint64_t> keys(p.keys, p.keys + p.sizes.scores());
  cub::DoubleBuffer<std::int32_t> order(p.order, p.order + p.sizes.scores());
  PLUGSMITH_RETURN_IF_ERROR(sort(p.cub, bytes, p.sizes, keys, order, stream));
  PLUGSMITH_RETURN_IF_ERROR(clear(p.counts, p.removed, p.sizes, stream));
  PLUGSMITH_RETURN_IF_ERROR(launch_tiles(p, {keys.Current(), order.Current(), 0, 0}, stream));
  PLUGSMITH_RETURN_IF_ERROR(sum_counts(p.cub, bytes, p, stream));
  const std::int64_t places = p.sizes.segments() * p.sizes.most;
  write_selected<<<blocks_for(places), kThreads, 0, stream>>>(p, places);
  return PLUGSMITH_LAUNCH_STATUS(write_selected);
}

}  // namespace plugsmith::ops::rotated_nms
