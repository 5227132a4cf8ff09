// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "paged_kv_update_kernel.hpp"
#include "plugsmith/cuda_status.hpp"

namespace plugsmith::ops::paged_kv_update {
namespace {

constexpr int kUnitsPerRow = 16;  // a row of 128 16-bit elements in 16-byte units
constexpr int kRowsPerBlock = 16;
constexpr int kThreads = kUnitsPerRow * kRowsPerBlock;
constexpr std::int64_t kMaxBlocks = 1 << 16;

// A slot index that lies in the cache, or -1.
template <class Slot>
__device__ std::int64_t slot_of(const Slot* slots, std::int64_t token, const Params& p) {
  const auto slot = static_cast<std::int64_t>(slots[token]);
  return slot >= 0 && slot < p.pages * p.page_size ? slot : -1;
}

// Whether no later token has this slot. All threads of the block call it for the same token.
template <class Slot>
__device__ bool is_last(const Slot* slots, std::int64_t token, std::int64_t slot,
                        std::int64_t tokens) {
  int later = 0;
  const int thread = static_cast<int>(threadIdx.y) * kUnitsPerRow + static_cast<int>(threadIdx.x);
  for (std::int64_t t = token + 1 + thread; t < tokens; t += kThreads) {
    later |= static_cast<int>(static_cast<std::int64_t>(slots[t]) == slot);
  }
  return __syncthreads_or(later) == 0;
}

// One block copies one token at a time: threadIdx.y walks over its rows, first those of the keys,
// then those of the values. Unit is what a thread moves at once.
template <class Unit, class Slot>
__global__ void __launch_bounds__(kThreads) copy_tokens(Params p) {
  const auto* slots = static_cast<const Slot*>(p.slots);
  const std::int64_t units = p.row_bytes / static_cast<std::int64_t>(sizeof(Unit));
  for (std::int64_t token = blockIdx.x; token < p.tokens; token += gridDim.x) {
    const std::int64_t slot = slot_of(slots, token, p);
    if (slot < 0) continue;
    const bool kept = p.tokens > kMaxScannedTokens
                          ? p.winners[slot] == static_cast<std::uint64_t>(token) + 1
                          : is_last(slots, token, slot, p.tokens);
    if (!kept) continue;
    const std::int64_t page = slot / p.page_size;
    const std::int64_t offset = slot - page * p.page_size;
    for (std::int64_t row = threadIdx.y; row < 2 * p.heads; row += kRowsPerBlock) {
      const bool is_value = row >= p.heads;
      const std::int64_t head = is_value ? row - p.heads : row;
      const Unit* from =
          static_cast<const Unit*>(is_value ? p.value : p.key) + (token * p.heads + head) * units;
      Unit* to = static_cast<Unit*>(is_value ? p.value_cache : p.key_cache) +
                 ((page * p.heads + head) * p.page_size + offset) * units;
      for (std::int64_t i = threadIdx.x; i < units; i += kUnitsPerRow) to[i] = from[i];
    }
  }
}

// The table of the last token (plus 1) of each slot; only entries that are asked for are set.
template <class Slot>
__global__ void __launch_bounds__(kThreads) clear_winners(Params p) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t token = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
       token < p.tokens; token += step) {
    const std::int64_t slot = slot_of(static_cast<const Slot*>(p.slots), token, p);
    if (slot >= 0) p.winners[slot] = 0;
  }
}

template <class Slot>
__global__ void __launch_bounds__(kThreads) elect_winners(Params p) {
  static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t), "atomicMax has no other name");
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * kThreads;
  for (std::int64_t token = static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
       token < p.tokens; token += step) {
    const std::int64_t slot = slot_of(static_cast<const Slot*>(p.slots), token, p);
    if (slot < 0) continue;
    atomicMax(reinterpret_cast<unsigned long long*>(p.winners + slot),
              static_cast<unsigned long long>(token) + 1);
  }
}

unsigned blocks_for(std::int64_t items) {
  return static_cast<unsigned>(std::min(kMaxBlocks, items));
}

bool moves_vectors(const Params& p) {
  std::uintptr_t all = static_cast<std::uintptr_t>(p.row_bytes);
  for (const void* pointer : {static_cast<const void*>(p.key_cache),
                              static_cast<const void*>(p.value_cache), p.key, p.value}) {
    all |= reinterpret_cast<std::uintptr_t>(pointer);
  }
  return all % sizeof(uint4) == 0;
}

template <class Unit, class Slot>
Status copy(const Params& p, Stream stream) {
  const dim3 threads(kUnitsPerRow, kRowsPerBlock);
  copy_tokens<Unit, Slot><<<blocks_for(p.tokens), threads, 0, stream>>>(p);
  return PLUGSMITH_LAUNCH_STATUS(copy_tokens);
}

template <class Slot>
Status launch_for(const Params& p, Stream stream) {
  if (p.tokens > kMaxScannedTokens) {
    const unsigned blocks = blocks_for((p.tokens + kThreads - 1) / kThreads);
    clear_winners<Slot><<<blocks, kThreads, 0, stream>>>(p);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(clear_winners));
    elect_winners<Slot><<<blocks, kThreads, 0, stream>>>(p);
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_LAUNCH_STATUS(elect_winners));
  }
  if (moves_vectors(p)) return copy<uint4, Slot>(p, stream);
  return p.element_bytes == 1 ? copy<std::uint8_t, Slot>(p, stream)
                              : copy<std::uint16_t, Slot>(p, stream);
}

}  // namespace

Status launch(const Params& params, Stream stream) {
  const bool has_rows = params.heads > 0 && params.row_bytes > 0;
  const bool has_slots = params.pages > 0 && params.page_size > 0;
  if (params.tokens == 0 || !has_rows || !has_slots) return Status::ok();
  switch (params.slot_type) {
    case DataType::kInt32: return launch_for<std::int32_t>(params, stream);
    case DataType::kInt64: return launch_for<std::int64_t>(params, stream);
    default: break;
  }
  return unsupported(std::string("PagedKvUpdate_PS: no kernel for slots of ") +
                     to_string(params.slot_type));
}

}  // namespace plugsmith::ops::paged_kv_update
