// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <new>

#include "src/cuda_shim/recorder.hpp"

namespace plugsmith::cuda_shim {
namespace {

struct Table {
  std::mutex mutex;
  std::map<const char*, Memory> entries;  // by their first address

  static Table& get() {
    static auto* table = new Table;  // outlives the static objects of plugin libraries
    return *table;
  }
};

// False where the table has no room: an allocation may fail here as it may on a device.
bool enter(const Memory& memory) {
  Table& table = Table::get();
  const std::lock_guard<std::mutex> lock(table.mutex);
  try {
    return table.entries.emplace(memory.begin, memory).second;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool usable_by_kernels(MemoryKind kind) { return kind != MemoryKind::kPageable; }

}  // namespace

void* allocate(std::size_t bytes, MemoryKind kind) {
  if (bytes > kDeviceBytes) return nullptr;
  const std::size_t mapped = std::max<std::size_t>(bytes, 1);
  // Pages come into being when they are touched, so that a large workspace costs nothing.
  void* memory = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  if (enter({kind, static_cast<char*>(memory), mapped, current_device()})) return memory;
  ::munmap(memory, mapped);
  return nullptr;
}

bool release(void* memory, MemoryKind kind) {
  Table& table = Table::get();
  const std::lock_guard<std::mutex> lock(table.mutex);
  const auto found = table.entries.find(static_cast<char*>(memory));
  if (found == table.entries.end() || found->second.kind != kind) return false;
  if (kind != MemoryKind::kRegistered) ::munmap(memory, found->second.bytes);
  table.entries.erase(found);
  return true;
}

bool register_memory(void* memory, std::size_t bytes) {
  if (memory == nullptr || bytes == 0) return false;
  return enter({MemoryKind::kRegistered, static_cast<char*>(memory), bytes, current_device()});
}

Memory find_memory(const void* address) {
  Table& table = Table::get();
  const std::lock_guard<std::mutex> lock(table.mutex);
  const auto* wanted = static_cast<const char*>(address);
  auto after = table.entries.upper_bound(wanted);
  if (after == table.entries.begin()) return {};
  const Memory& memory = std::prev(after)->second;
  return wanted < memory.begin + memory.bytes ? memory : Memory{};
}

bool on_device(const void* address, std::size_t bytes) {
  const Memory memory = find_memory(address);
  if (!usable_by_kernels(memory.kind)) return false;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(address) - memory.begin);
  return bytes <= memory.bytes - offset;
}

std::size_t live_allocations() {
  Table& table = Table::get();
  const std::lock_guard<std::mutex> lock(table.mutex);
  return static_cast<std::size_t>(
      std::count_if(table.entries.begin(), table.entries.end(),
                    [](const auto& entry) { return entry.second.kind != MemoryKind::kCallers; }));
}

}  // namespace plugsmith::cuda_shim
