// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "group_norm_held.cuh"

// One pass over memory: a block holds a group. Where the device has bulk copies, others do it
// better.

namespace plugsmith::ops::group_norm {
namespace {

// A block per group.
template <class T, int kWidth, int kPacks>
__global__ void __launch_bounds__(kHeldThreads, blocks_per_multiprocessor(kPacks))
    normalize_held(Held h) {
  const Range range{static_cast<std::int32_t>(threadIdx.x), h.elements / kWidth};
  for (std::int64_t row = blockIdx.x; row < h.p.sizes.rows; row += gridDim.x) {
    const T* x = static_cast<const T*>(h.p.x) + row * h.elements;
    Pack<T, kWidth> held[kPacks];
#pragma unroll
    for (int i = 0; i < kPacks; ++i) {
      if (range.has(i)) held[i] = Pack<T, kWidth>::load(x + range.at(i) * kWidth);
    }
    const float shift = static_cast<float>(x[0]);
    const Stats stats = stats_of(held, range, static_cast<float>(h.elements), shift);
    write_all(h, held, range, row, shift, stats);
  }
}

template <class T, int kWidth>
Status launch_width(const Params& p, Stream stream) {
  const Held held = held_of(p, kWidth, 1);
  return dispatch_packs(held, [&](auto packs) {
    const auto rows = static_cast<unsigned>(std::min<std::int64_t>(p.sizes.rows, 1 << 20));
    normalize_held<T, kWidth, decltype(packs)::value><<<rows, kHeldThreads, 0, stream>>>(held);
    return PLUGSMITH_LAUNCH_STATUS(normalize_held);
  });
}

}  // namespace

Result<Device> prepare_device() {
  int index = 0, has_clusters = 0, multiprocessors = 0;
  Device device;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&index)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, index)));
  if (has_clusters == 0) return device;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, index)));
  device.most_cluster_blocks = kMostClusterBlocks;
  PLUGSMITH_RETURN_IF_ERROR(prepare_prefetched(multiprocessors, device));
  PLUGSMITH_RETURN_IF_ERROR(prepare_clusters(device));
  return device;
}

int held_blocks(const Params& p, const Device& device) {
  const bool vectorized = p.is_vectorized();
  const std::int64_t width = vectorized ? kVectorBytes / bytes_of(p.type, 1) : 1;
  const std::int64_t of_block = std::int64_t{kHeldThreads} * kMostPacks * width;
  int blocks = 1;
  while (vectorized && blocks < device.most_cluster_blocks &&
         blocks * of_block < p.sizes.elements()) {
    blocks *= 2;
  }
  return blocks * of_block < p.sizes.elements() ? 0 : blocks;
}

Status launch_held(const Params& params, const Device& device, int blocks, Stream stream) {
  if (params.sizes.rows == 0 || params.sizes.elements() == 0) return Status::ok();
  if (device.most_cluster_blocks > 1 && params.is_vectorized()) {
    return blocks == 1 ? launch_prefetched(params, device, stream)
                       : launch_clusters(params, device, blocks, stream);
  }
  return dispatch_type(params.type, [&](auto zero) {
    using T = decltype(zero);
    return params.is_vectorized() ? launch_width<T, kVectorWidth<T>>(params, stream)
                                  : launch_width<T, 1>(params, stream);
  });
}

}  // namespace plugsmith::ops::group_norm
