// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cooperative_groups.h>

#include <algorithm>
#include <string>

#include "group_norm_held.cuh"

// One pass over memory (sm_90 and later): a cluster of blocks holds a group, and the next one is on
// its way into shared memory meanwhile.

namespace plugsmith::ops::group_norm {
namespace {

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

// One bulk copy from global to shared memory at a time; thread 0 issues, all wait.
class Prefetch {
 public:
  // All threads must call it.
  __device__ explicit Prefetch(void* buffer) : buffer_(address_of(buffer)) {
    __shared__ alignas(8) std::uint64_t barrier;
    barrier_ = address_of(&barrier);
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier_) : "memory");
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    __syncthreads();
  }
  __device__ void issue(const void* from, unsigned bytes) const {
    if (threadIdx.x != 0) return;
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier_),
                 "r"(bytes)
                 : "memory");
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(buffer_),
        "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(barrier_)
        : "memory");
  }
  __device__ void wait() {
    unsigned done = 0;
    while (done == 0) {
      asm volatile(
          "{\n.reg .pred p;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
          "selp.u32 %0, 1, 0, p;\n}"
          : "=r"(done)
          : "r"(barrier_), "r"(phase_)
          : "memory");
    }
    phase_ ^= 1U;
  }

 private:
  __device__ static unsigned address_of(void* pointer) {
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
  }
  unsigned buffer_, barrier_ = 0, phase_ = 0;
};

// The moments of all blocks of the cluster, merged in the order of their ranks: the same in each.
// Every block gives its own to all; calls take turns between two sets of slots, so that one wait a
// call suffices.
__device__ Stats merge_cluster(const Stats& stats, int turn, float elements) {
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned blocks = cluster.num_blocks();
  if (blocks == 1) return stats;
  __shared__ float slots[2][kMostClusterBlocks][kFloatsPerPartial];
  if (threadIdx.x < blocks) {
    float* theirs = cluster.map_shared_rank(slots[turn][cluster.block_rank()], threadIdx.x);
    theirs[0] = stats.count;
    theirs[1] = stats.mean;
    theirs[2] = stats.squares;
  }
  cluster.sync();
  float sum = 0.0F;
  for (unsigned rank = 0; rank < blocks; ++rank) sum += slots[turn][rank][0] * slots[turn][rank][1];
  const float mean = sum / elements;
  float squares = 0.0F;
  for (unsigned rank = 0; rank < blocks; ++rank) {
    const float apart = slots[turn][rank][1] - mean;
    squares += slots[turn][rank][2] + slots[turn][rank][0] * apart * apart;
  }
  return {elements, mean, squares};
}

#endif

// A cluster of blocks per group; each goes round over all groups.
template <class T, int kPacks>
__global__ void __launch_bounds__(kHeldThreads, blocks_per_multiprocessor(kPacks))
    normalize_clusters(Held h) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
  namespace cg = cooperative_groups;
  constexpr int kWidth = kVectorWidth<T>;
  extern __shared__ uint4 arriving[];
  const cg::cluster_group cluster = cg::this_cluster();
  const auto blocks = static_cast<std::int32_t>(cluster.num_blocks());
  const std::int32_t first = static_cast<std::int32_t>(cluster.block_rank()) * h.part;
  const std::int32_t packs = h.elements / kWidth;
  const std::int32_t end = first + h.part < packs ? first + h.part : packs;
  const Range range{first + static_cast<std::int32_t>(threadIdx.x), end};
  const auto bytes = end > first ? static_cast<unsigned>(end - first) * unsigned{kVectorBytes} : 0U;
  const std::int64_t step = gridDim.x / blocks;
  const auto source = [&](std::int64_t row) {
    return static_cast<const T*>(h.p.x) + row * h.elements + first * kWidth;
  };
  Prefetch prefetch(arriving);
  std::int64_t row = blockIdx.x / blocks;
  if (bytes > 0 && row < h.p.sizes.rows) prefetch.issue(source(row), bytes);
  for (int turn = 0; row < h.p.sizes.rows; row += step, turn ^= 1) {
    const float shift = static_cast<float>(static_cast<const T*>(h.p.x)[row * h.elements]);
    Pack<T, kWidth> held[kPacks];
    if (bytes > 0) prefetch.wait();
    const T* arrived = reinterpret_cast<const T*>(arriving) + threadIdx.x * kWidth;
#pragma unroll
    for (int i = 0; i < kPacks; ++i) {
      if (range.has(i)) held[i] = Pack<T, kWidth>::load(arrived + i * kHeldThreads * kWidth);
    }
    __syncthreads();
    if (bytes > 0 && row + step < h.p.sizes.rows) prefetch.issue(source(row + step), bytes);
    const auto count = static_cast<float>(bytes / sizeof(T));
    const Stats stats =
        merge_cluster(stats_of(held, range, count, shift), turn, static_cast<float>(h.elements));
    write_all(h, held, range, row, shift, stats);
  }
  cluster.sync();  // no block may leave while another reads its slot
#endif
}

template <class T, int kPacks>
Status launch_kernel(const Held& held, const Device& device, int blocks, Stream stream) {
  cudaLaunchConfig_t config{};
  int size = 0;
  while (1 << size < blocks) ++size;
  const std::int64_t resident = std::max(1, device.resident_clusters[kPacks > 4][size]);
  config.gridDim = dim3(static_cast<unsigned>(std::min(resident, held.p.sizes.rows) * blocks));
  config.blockDim = dim3(kHeldThreads);
  config.dynamicSmemBytes = static_cast<std::size_t>(held.part) * kVectorBytes;
  config.stream = stream;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = static_cast<unsigned>(blocks);
  attribute.val.clusterDim.y = 1;
  attribute.val.clusterDim.z = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  return PLUGSMITH_CUDA_STATUS(cudaLaunchKernelEx(&config, normalize_clusters<T, kPacks>, held));
}

// Lets the kernel have its shared memory, and asks how many clusters of each size the device holds
// at once: it rounds down to its processor clusters, and one too many would wait for all others.
template <class T, int kPacks>
Status prepare_kernel(Device& device) {
  const auto kernel = normalize_clusters<T, kPacks>;
  constexpr auto kBytes = static_cast<int>(kHeldThreads * kPacks * kVectorBytes);
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes)));
  for (int size = 0; size < kClusterSizes; ++size) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 1U << size;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(1U << size);
    config.blockDim = dim3(kHeldThreads);
    config.dynamicSmemBytes = kBytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    int resident = 0;
    PLUGSMITH_RETURN_IF_ERROR(
        PLUGSMITH_CUDA_STATUS(cudaOccupancyMaxActiveClusters(&resident, kernel, &config)));
    int& known = device.resident_clusters[kPacks > 4][size];
    known = known == 0 ? resident : std::min(known, resident);
  }
  return Status::ok();
}

template <class T>
Status prepare_kernels(Device& device) {
  PLUGSMITH_RETURN_IF_ERROR((prepare_kernel<T, 4>(device)));
  return prepare_kernel<T, kMostPacks>(device);
}

}  // namespace

Result<Device> prepare_device() {
  int index = 0, has_clusters = 0;
  Device device;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&index)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaDeviceGetAttribute(&has_clusters, cudaDevAttrClusterLaunch, index)));
  if (has_clusters == 0) return device;
  device.most_cluster_blocks = kMostClusterBlocks;
  PLUGSMITH_RETURN_IF_ERROR(prepare_kernels<float>(device));
  PLUGSMITH_RETURN_IF_ERROR(prepare_kernels<__half>(device));
  PLUGSMITH_RETURN_IF_ERROR(prepare_kernels<__nv_bfloat16>(device));
  return device;
}

Status launch_clusters(const Params& params, const Device& device, int blocks, Stream stream) {
  return dispatch_type(params.type, [&](auto zero) {
    using T = decltype(zero);
    const Held held = held_of(params, kVectorWidth<T>, blocks);
    return dispatch_packs(held, [&](auto packs) {
      return launch_kernel<T, decltype(packs)::value>(held, device, blocks, stream);
    });
  });
}

}  // namespace plugsmith::ops::group_norm
