// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "group_norm_bulk_copy.cuh"
#include "group_norm_held.cuh"

// One pass over memory (sm_90 and later): a block holds a group in its registers, and the next one
// is on its way into shared memory meanwhile.

namespace plugsmith::ops::group_norm {
namespace {

// Each block goes round over all groups.
template <class T, int kPacks>
__global__ void __launch_bounds__(kHeldThreads, blocks_per_multiprocessor(kPacks))
    normalize_prefetched(Held h) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  constexpr int kWidth = kVectorWidth<T>;
  extern __shared__ uint4 arriving[];
  __shared__ Barrier loaded;
  const Range range{static_cast<std::int32_t>(threadIdx.x), h.elements / kWidth};
  const auto load = [&](std::int64_t row) {
    if (threadIdx.x != 0 || row >= h.p.sizes.rows) return;
    load_bulk(loaded, arriving, static_cast<const T*>(h.p.x) + row * h.elements,
              static_cast<unsigned>(range.end) * unsigned{kVectorBytes});
  };
  if (threadIdx.x == 0) {
    init_barrier(loaded, 1);
    publish_barriers();
  }
  __syncthreads();
  load(blockIdx.x);
  unsigned phase = 0;
  for (std::int64_t row = blockIdx.x; row < h.p.sizes.rows; row += gridDim.x, phase ^= 1U) {
    const float shift = static_cast<float>(static_cast<const T*>(h.p.x)[row * h.elements]);
    Pack<T, kWidth> held[kPacks];
    wait(loaded, phase);
    const T* arrived = reinterpret_cast<const T*>(arriving) + threadIdx.x * kWidth;
#pragma unroll
    for (int i = 0; i < kPacks; ++i) {
      if (range.has(i)) held[i] = Pack<T, kWidth>::load(arrived + i * kHeldThreads * kWidth);
    }
    __syncthreads();
    load(row + gridDim.x);
    const Stats stats = stats_of(held, range, static_cast<float>(h.elements), shift);
    write_all(h, held, range, row, shift, stats);
  }
#endif
}

// Lets the kernel have its shared memory, and asks how many blocks the device holds at once.
template <class T, int kPacks>
Status prepare_kernel(int multiprocessors, Device& device) {
  const auto kernel = normalize_prefetched<T, kPacks>;
  constexpr auto kBytes = static_cast<int>(kHeldThreads * kPacks * kVectorBytes);
  int resident = 0;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, kHeldThreads, kBytes)));
  int& known = device.resident_blocks[kPacks > 4];
  known = known == 0 ? resident * multiprocessors : std::min(known, resident * multiprocessors);
  return Status::ok();
}

template <class T>
Status prepare_kernels(int multiprocessors, Device& device) {
  PLUGSMITH_RETURN_IF_ERROR((prepare_kernel<T, 4>(multiprocessors, device)));
  return prepare_kernel<T, kMostPacks>(multiprocessors, device);
}

}  // namespace

Status prepare_prefetched(int multiprocessors, Device& device) {
  PLUGSMITH_RETURN_IF_ERROR(prepare_kernels<float>(multiprocessors, device));
  PLUGSMITH_RETURN_IF_ERROR(prepare_kernels<__half>(multiprocessors, device));
  return prepare_kernels<__nv_bfloat16>(multiprocessors, device);
}

Status launch_prefetched(const Params& p, const Device& device, Stream stream) {
  return dispatch_type(p.type, [&](auto zero) {
    using T = decltype(zero);
    const Held held = held_of(p, kVectorWidth<T>, 1);
    return dispatch_packs(held, [&](auto packs) {
      constexpr int kPacks = decltype(packs)::value;
      const std::int64_t resident = std::max(1, device.resident_blocks[kPacks > 4]);
      const auto blocks = static_cast<unsigned>(std::min(resident, p.sizes.rows));
      const std::size_t bytes = static_cast<std::size_t>(held.part) * kVectorBytes;
      normalize_prefetched<T, kPacks><<<blocks, kHeldThreads, bytes, stream>>>(held);
      return PLUGSMITH_LAUNCH_STATUS(normalize_prefetched);
    });
  });
}

}  // namespace plugsmith::ops::group_norm
