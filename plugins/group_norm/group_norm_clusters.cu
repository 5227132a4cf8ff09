// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "group_norm_pipeline.cuh"

// One pass over memory (sm_90 and later): a cluster of blocks holds a group.

namespace plugsmith::ops::group_norm {
namespace {

template <Activation kActivation, class T>
__global__ void __launch_bounds__(kPipelineThreads<kActivation>, 1) normalize_clusters(Held h) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  extern __shared__ uint4 parts[];
  __shared__ alignas(16) Shared shared;
  const auto cluster = cooperative_groups::this_cluster();
  const Work work(h);
  if (threadIdx.x == 0) {
    for (Barrier& barrier : shared.loaded) init_barrier(barrier, 1);
    for (Barrier& barrier : shared.freed) init_barrier(barrier, kResultWarps<kActivation>);
    for (Barrier& barrier : shared.merged) init_barrier(barrier, work.blocks);
    publish_barriers();
  }
  cluster.sync();
  const auto warp = threadIdx.x / kLanes;
  if (warp < kMomentWarps) {
    take_moments<T>(h, work, parts, shared);
  } else if (warp < kMomentWarps + kResultWarps<kActivation>) {
    write_results<kActivation, T>(h, work, parts, shared);
  } else if (threadIdx.x % kLanes == 0) {
    load_parts<T>(h, work, parts, shared);
  }
  __syncwarp();
  cluster.sync();  // no block may leave while another writes to it
#endif
}

/// Calls body with activation and type as constants.
template <class Body>
Status dispatch_kernel(DataType type, Activation activation, const Body& body) {
  return dispatch_type(type, [&](auto zero) {
    return activation == Activation::kSilu
               ? body(zero, std::integral_constant<Activation, Activation::kSilu>{})
               : body(zero, std::integral_constant<Activation, Activation::kNone>{});
  });
}

struct Launch {
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute cluster{};

  Launch(unsigned blocks_of_cluster, unsigned blocks, int threads, std::size_t shared_bytes) {
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks_of_cluster;
    cluster.val.clusterDim.y = 1;
    cluster.val.clusterDim.z = 1;
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &cluster;
    config.numAttrs = 1;
  }
  Launch(const Launch&) = delete;
};

// Lets the kernel have its shared memory, and asks how many clusters of each size the device holds
// at once: it rounds down to its processor clusters, and one too many would wait for all others.
Status prepare_kernel(DataType type, Activation activation, Device& device) {
  return dispatch_kernel(type, activation, [&](auto zero, auto constant) {
    constexpr Activation kActivation = decltype(constant)::value;
    const auto kernel = normalize_clusters<kActivation, decltype(zero)>;
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kStages * kPartBytes)));
    for (int size = 1; size < kClusterSizes; ++size) {
      const Launch launch(1U << size, 1U << size, kPipelineThreads<kActivation>,
                          kStages * kPartBytes);
      int resident = 0;
      PLUGSMITH_RETURN_IF_ERROR(
          PLUGSMITH_CUDA_STATUS(cudaOccupancyMaxActiveClusters(&resident, kernel, &launch.config)));
      int& known = device.resident_clusters[static_cast<int>(activation)][size];
      known = known == 0 ? resident : std::min(known, resident);
    }
    return Status::ok();
  });
}

}  // namespace

Status prepare_clusters(Device& device) {
  for (const DataType type : {DataType::kFloat, DataType::kHalf, DataType::kBf16}) {
    for (const Activation activation : {Activation::kNone, Activation::kSilu}) {
      PLUGSMITH_RETURN_IF_ERROR(prepare_kernel(type, activation, device));
    }
  }
  return Status::ok();
}

Status launch_clusters(const Params& p, const Device& device, int blocks, Stream stream) {
  return dispatch_kernel(p.type, p.activation, [&](auto zero, auto constant) {
    using T = decltype(zero);
    constexpr Activation kActivation = decltype(constant)::value;
    const Held held = held_of(p, kVectorWidth<T>, blocks);
    int size = 0;
    while (1 << size < blocks) ++size;
    const std::int64_t resident =
        std::max(1, device.resident_clusters[static_cast<int>(kActivation)][size]);
    const std::int64_t clusters = std::min(resident, p.sizes.rows);
    Launch launch(static_cast<unsigned>(blocks), static_cast<unsigned>(clusters * blocks),
                  kPipelineThreads<kActivation>, std::size_t{kStages} * held.part * kVectorBytes);
    launch.config.stream = stream;
    return PLUGSMITH_CUDA_STATUS(
        cudaLaunchKernelEx(&launch.config, normalize_clusters<kActivation, T>, held));
  });
}

}  // namespace plugsmith::ops::group_norm
