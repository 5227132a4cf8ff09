// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/allocation_fault.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

struct Watch {
  bool on = false;
  bool failed = false;
  std::int64_t requests = 0;
  std::int64_t failing = 0;
};
thread_local Watch watch;  // NOLINT: one for each thread by design

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (watch.on && ++watch.requests == watch.failing) {
    watch.failed = true;
    return nullptr;
  }
  const std::size_t wanted = std::max<std::size_t>(bytes, 1);
  if (alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__) return std::malloc(wanted);  // NOLINT
  return std::aligned_alloc(alignment, (wanted + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  for (;;) {
    void* memory = allocate(bytes, alignment);
    if (memory != nullptr) return memory;
    const std::new_handler handler = watch.failed ? nullptr : std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

constexpr std::size_t kNoAlignment = 1;

}  // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, kNoAlignment); }
void* operator new[](std::size_t bytes) { return allocate_or_throw(bytes, kNoAlignment); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, kNoAlignment);
}
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, kNoAlignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }                      // NOLINT
void operator delete[](void* memory) noexcept { std::free(memory); }                    // NOLINT
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }         // NOLINT
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }       // NOLINT
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }    // NOLINT
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }  // NOLINT
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }  // NOLINT
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace plugsmith::check {

AllocationFault::AllocationFault(std::int64_t failing) { watch = {true, false, 0, failing}; }
AllocationFault::~AllocationFault() { watch.on = false; }
std::int64_t AllocationFault::requests() const { return watch.requests; }
bool AllocationFault::failed() const { return watch.failed; }

}  // namespace plugsmith::check
