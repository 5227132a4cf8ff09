// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// Every kind of CUDA memory, as host memory that is filled with zeros.

namespace plugsmith::cuda_shim {

enum class MemoryKind {
  kPageable,  ///< not known here: plain host memory
  kDevice,
  kManaged,
  kPinned,      ///< host memory that was made here
  kRegistered,  ///< the library's own host memory, pinned by it
  kCallers,     ///< device memory of the checker's own
};

/// What one address belongs to.
struct Memory {
  MemoryKind kind = MemoryKind::kPageable;
  char* begin = nullptr;
  std::size_t bytes = 0;
  int device = 0;
};

inline constexpr std::size_t kDeviceBytes = std::size_t{80} << 30U;

/// New memory, aligned to a page and zeroed; null when it is more than a device has.
void* allocate(std::size_t bytes, MemoryKind kind);
/// False: nothing of that kind begins there.
bool release(void* memory, MemoryKind kind);
/// Takes over host memory that is pinned from now on; not freed by release().
bool register_memory(void* memory, std::size_t bytes);
Memory find_memory(const void* address);
/// Whether the whole range lies in memory that a kernel can use.
bool on_device(const void* address, std::size_t bytes);
std::size_t live_allocations();  ///< other than the checker's

}  // namespace plugsmith::cuda_shim
