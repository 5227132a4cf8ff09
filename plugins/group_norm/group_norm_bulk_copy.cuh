// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

// Bulk copies from global to shared memory, and the barriers in shared memory that tell of them
// (PTX ISA, "cp.async.bulk" and "mbarrier"; sm_90 and later).

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace plugsmith::ops::group_norm {

using Barrier = std::uint64_t;  ///< in shared memory, 8 bytes aligned

__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

/// `arrivals` complete a phase. One thread initializes; the block, or cluster, synchronizes behind
/// publish_barriers().
__device__ inline void init_barrier(Barrier& barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)),
               "r"(arrivals)
               : "memory");
}
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void arrive(Barrier& barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier))
               : "memory");
}

/// Waits for the end of the phase whose parity is `phase`: 0, 1, 0, ... A new barrier counts as
/// having ended a phase 1. Sees what the arrivals of the whole cluster made visible.
__device__ inline void wait(Barrier& barrier, unsigned phase) {
  unsigned done = 0;
  while (done == 0) {
    asm volatile(
        "{\n.reg .pred p;\n"
        "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(shared_address(&barrier)), "r"(phase)
        : "memory");
  }
}

/// Arrives at the barrier, whose phase then ends when all bytes are there, too. `to` and `from` are
/// 16 bytes aligned and `bytes` is a multiple of 16. For one thread.
__device__ inline void load_bulk(Barrier& barrier, void* to, const void* from, unsigned bytes) {
  asm volatile(
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(&barrier)),
      "r"(bytes)
      : "memory");
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
          "r"(shared_address(to)),
      "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared_address(&barrier))
      : "memory");
}

/// The address that another block of the cluster has for the same variable.
__device__ inline unsigned remote_address(const void* pointer, unsigned block) {
  unsigned address = 0;
  asm("mapa.shared::cluster.u32 %0, %1, %2;"
      : "=r"(address)
      : "r"(shared_address(pointer)), "r"(block));
  return address;
}
__device__ inline void store_remote(unsigned address, const float4& values) {
  asm volatile("st.shared::cluster.v4.f32 [%0], {%1, %2, %3, %4};" ::"r"(address), "f"(values.x),
               "f"(values.y), "f"(values.z), "f"(values.w)
               : "memory");
}
/// Makes visible what this thread stored before.
__device__ inline void arrive_remote(unsigned address) {
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(address)
               : "memory");
}

}  // namespace plugsmith::ops::group_norm

#endif
