// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cooperative_groups.h>

#include "group_norm_bulk_copy.cuh"
#include "group_norm_held.cuh"

// A group in the shared memory of a cluster's blocks, a part each (sm_90 and later). In a block one
// thread loads parts, some warps take moments of the next part, and the others write the result of
// the one before, so that nobody waits long for the other blocks.

namespace plugsmith::ops::group_norm {

inline constexpr int kStages = 3;  ///< parts in a block's shared memory
/// Sets of moments. A block is less than that ahead of one that still reads a set: by kStages parts
/// that it has itself, and by kStages that the other has.
inline constexpr int kSlots = 2 * kStages;
inline constexpr int kMomentWarps = 8;
/// Measured on an H200: more of them keep the others from the issue slots.
template <Activation kActivation>
constexpr int kResultWarps = kActivation == Activation::kNone ? 8 : 16;
template <Activation kActivation>
constexpr int kPipelineThreads = (kMomentWarps + kResultWarps<kActivation> + 1) * kLanes;
inline constexpr int kPartBytes = static_cast<int>(kHeldBytesOfBlock);

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

struct Shared {
  Barrier loaded[kStages], freed[kStages];
  Barrier merged[kSlots];
  float4 of_block[kSlots][kMostClusterBlocks];  ///< count, mean, squares, shift
  float of_warp[2][kMomentWarps][kFloatsPerPartial];
};

// What a block does: its part of each group that its cluster takes.
struct Work {
  std::int32_t begin, packs;  ///< of each group
  std::int64_t first, step;   ///< the groups: first, first + step, ...
  std::int64_t rows;
  unsigned block, blocks;  ///< of the cluster

  __device__ explicit Work(const Held& h) : rows(h.p.sizes.rows) {
    const auto cluster = cooperative_groups::this_cluster();
    block = cluster.block_rank();
    blocks = cluster.num_blocks();
    begin = static_cast<std::int32_t>(block) * h.part;
    const std::int32_t of_group = h.elements / h.width;
    packs = h.part < of_group - begin ? h.part : of_group - begin;
    first = blockIdx.x / blocks;
    step = gridDim.x / blocks;
  }
};

// Goes round a ring of barriers; the phase changes with each round.
template <int kSize>
struct Ring {
  int at = 0;
  unsigned phase = 0;
  __device__ void advance() {
    if (++at < kSize) return;
    at = 0;
    phase ^= 1U;
  }
};

// For one thread.
template <class T>
__device__ void load_parts(const Held& h, const Work& work, uint4* parts, Shared& shared) {
  Ring<kStages> stage;
  for (std::int64_t row = work.first; row < work.rows; row += work.step, stage.advance()) {
    wait(shared.freed[stage.at], stage.phase ^ 1U);
    const T* from = static_cast<const T*>(h.p.x) + row * h.elements + work.begin * kVectorWidth<T>;
    load_bulk(shared.loaded[stage.at], parts + stage.at * h.part, from,
              static_cast<unsigned>(work.packs) * unsigned{kVectorBytes});
  }
}

// A thread's share of a part: its mean first, then the squares around it.
template <class T>
__device__ Stats moments_of(const T* part, std::int32_t packs, float shift) {
  constexpr int kWidth = kVectorWidth<T>;
  constexpr int kAtOnce = 32 / kWidth;  // as the registers allow
  constexpr int kStride = kMomentWarps * kLanes;
  Stats stats;
  for (auto at = static_cast<std::int32_t>(threadIdx.x); at < packs; at += kStride * kAtOnce) {
    Pack<T, kWidth> held[kAtOnce];
    float count = 0.0F, sum = 0.0F, squares = 0.0F;
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i) {
      if (at + i * kStride >= packs) continue;
      held[i] = Pack<T, kWidth>::load(part + (at + i * kStride) * kWidth);
      count += kWidth;
#pragma unroll
      for (int k = 0; k < kWidth; ++k) sum += static_cast<float>(held[i].values[k]) - shift;
    }
    const float mean = __fdividef(sum, count);
#pragma unroll
    for (int i = 0; i < kAtOnce; ++i) {
      if (at + i * kStride >= packs) continue;
#pragma unroll
      for (int k = 0; k < kWidth; ++k) {
        const float off = static_cast<float>(held[i].values[k]) - shift - mean;
        squares += off * off;
      }
    }
    stats = merge(stats, {count, mean, squares});
  }
  return stats;
}

// For the first kMomentWarps warps. Each part's moments, around its first element, go to all blocks
// of the cluster. (The group's first element would come from global memory, to be waited for.)
template <class T>
__device__ void take_moments(const Held& h, const Work& work, const uint4* parts, Shared& shared) {
  const auto lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  Ring<kStages> stage;
  Ring<kSlots> slot;
  for (std::int64_t row = work.first; row < work.rows; row += work.step) {
    wait(shared.loaded[stage.at], stage.phase);
    const auto* part = reinterpret_cast<const T*>(parts + stage.at * h.part);
    const auto shift = static_cast<float>(part[0]);
    Stats stats = merge_warp(moments_of(part, work.packs, shift));
    float(&of_warp)[kMomentWarps][kFloatsPerPartial] = shared.of_warp[slot.at % 2];
    if (lane == 0) store_stats(of_warp[warp], stats);
    asm volatile("bar.sync 1, %0;" ::"n"(kMomentWarps * kLanes) : "memory");
    if (warp == 0) {
      stats = merge_warp(lane < kMomentWarps ? load_stats(of_warp[lane]) : Stats{});
      const float4 sent{__shfl_sync(kAllLanes, stats.count, 0),
                        __shfl_sync(kAllLanes, stats.mean, 0),
                        __shfl_sync(kAllLanes, stats.squares, 0), shift};
      if (lane < work.blocks) {
        store_remote(remote_address(&shared.of_block[slot.at][work.block], lane), sent);
        arrive_remote(remote_address(&shared.merged[slot.at], lane));
      }
    }
    stage.advance();
    slot.advance();
  }
}

// The moments of the group around the first block's shift, in all lanes: merged in the same order
// in every warp of every block.
__device__ inline float4 merge_blocks(const float4* of_block, unsigned blocks) {
  const unsigned lane = threadIdx.x % kLanes;
  const float4 mine = of_block[lane < blocks ? lane : 0];
  const float shift = of_block[0].w;
  const Stats all =
      merge_warp(lane < blocks ? Stats{mine.x, mine.y + (mine.w - shift), mine.z} : Stats{});
  return {__shfl_sync(kAllLanes, all.count, 0), __shfl_sync(kAllLanes, all.mean, 0),
          __shfl_sync(kAllLanes, all.squares, 0), shift};
}

// For kResultWarps warps.
template <Activation kActivation, class T>
__device__ void write_results(const Held& h, const Work& work, const uint4* parts, Shared& shared) {
  constexpr int kWidth = kVectorWidth<T>;
  constexpr int kAtOnce = 4;
  constexpr int kStride = kResultWarps<kActivation> * kLanes;
  Ring<kStages> stage;
  Ring<kSlots> slot;
  for (std::int64_t row = work.first; row < work.rows; row += work.step) {
    wait(shared.merged[slot.at], slot.phase);
    const float4 all = merge_blocks(shared.of_block[slot.at], work.blocks);
    const Normal normal{all.w, all.y, 1.0F / sqrtf(all.z / all.x + h.p.epsilon),
                        row % h.p.sizes.groups * h.p.sizes.channels};
    wait(shared.loaded[stage.at], stage.phase);
    const auto* part = reinterpret_cast<const T*>(parts + stage.at * h.part);
    T* y = static_cast<T*>(h.p.y) + row * h.elements;
    for (auto at = static_cast<std::int32_t>(threadIdx.x) - kMomentWarps * kLanes; at < work.packs;
         at += kStride * kAtOnce) {
      Pack<T, kWidth> held[kAtOnce];
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        if (at + i * kStride >= work.packs) continue;
        held[i] = Pack<T, kWidth>::load(part + (at + i * kStride) * kWidth);
      }
#pragma unroll
      for (int i = 0; i < kAtOnce; ++i) {
        if (at + i * kStride >= work.packs) continue;
        const auto element = static_cast<std::uint32_t>((work.begin + at + i * kStride) * kWidth);
        write<kActivation>(h, held[i], normal, element, y);
      }
    }
    __syncwarp();
    if (threadIdx.x % kLanes == 0) arrive(shared.freed[stage.at]);
    stage.advance();
    slot.advance();
  }
}

#endif

}  // namespace plugsmith::ops::group_norm
