// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/recorder.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>

#include "src/cuda_shim/memory.hpp"

namespace plugsmith::cuda_shim {
namespace {

thread_local int device_of_thread = 0;                     // NOLINT: as the runtime has it
thread_local cudaError_t error_of_thread = cudaSuccess;    // NOLINT: as the runtime has it
thread_local char method_of_thread[sizeof Event::method];  // NOLINT: set by the checker

/// Room for kMostEvents. Not on the heap, whose growth the checker measures to find leaks.
class Events {
 public:
  Events() {
    void* memory = ::mmap(nullptr, kMostEvents * sizeof(Event), PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) events_ = static_cast<Event*>(memory);
  }
  void add(const Event& event) {
    if (events_ != nullptr && made_ < kMostEvents) events_[made_] = event;
    ++made_;
  }
  void clear() { made_ = 0; }
  std::size_t made() const { return made_; }  ///< also those that are not kept
  bool copy(std::size_t index, Event* event) const {
    if (events_ == nullptr || index >= std::min(made_, kMostEvents)) return false;
    *event = events_[index];
    return true;
  }

 private:
  Event* events_ = nullptr;
  std::size_t made_ = 0;
};

// Static objects of plugin libraries call before those of this library might exist, so it is made
// by the first call and never destroyed.
struct Record {
  std::mutex mutex;
  Events early, recent;
  bool begun = false;
  int launches_until_failure = 0;

  static Record& get() {
    static auto* record = new Record;
    return *record;
  }
};

bool copy_event(const Events& events, std::size_t index, Event* event) {
  const std::lock_guard<std::mutex> lock(Record::get().mutex);
  return events.copy(index, event);
}

void begin() {
  Record& record = Record::get();
  const std::lock_guard<std::mutex> lock(record.mutex);
  record.begun = true;
  record.recent.clear();
}

std::size_t count() {
  const std::lock_guard<std::mutex> lock(Record::get().mutex);
  return Record::get().recent.made();
}

std::size_t early_count() {
  const std::lock_guard<std::mutex> lock(Record::get().mutex);
  return Record::get().early.made();
}

void in_method(const char* method) {
  const std::size_t length = method == nullptr ? 0 : std::strlen(method);
  const std::size_t kept = length < sizeof method_of_thread ? length : sizeof method_of_thread - 1;
  if (kept > 0) std::memcpy(method_of_thread, method, kept);
  method_of_thread[kept] = '\0';
}

void fail_launch(std::int32_t n) {
  const std::lock_guard<std::mutex> lock(Record::get().mutex);
  Record::get().launches_until_failure = n;
}

}  // namespace

Recorded::Recorded(const char* api, CallKind kind) {
  event_.api = api;
  event_.kind = kind;
  event_.device = device_of_thread;
  std::memcpy(event_.method, method_of_thread, sizeof event_.method);
}

Recorded& Recorded::on(cudaStream_t stream) {
  event_.takes_stream = true;
  event_.stream = stream;
  return *this;
}

Recorded& Recorded::with(const void* handle) {
  event_.handle = handle;
  return *this;
}

Recorded& Recorded::bytes(std::size_t count) {
  event_.bytes = static_cast<std::int64_t>(count);
  return *this;
}

Recorded& Recorded::pageable(bool is_pageable) {
  event_.pageable = is_pageable;
  return *this;
}

Recorded& Recorded::waits() {
  event_.waits = true;
  return *this;
}

Recorded& Recorded::shaped(const char* kernel, const dim3& grid, const dim3& block) {
  event_.kernel = kernel;
  const unsigned grids[] = {grid.x, grid.y, grid.z};
  const unsigned blocks[] = {block.x, block.y, block.z};
  std::memcpy(event_.grid, grids, sizeof grids);
  std::memcpy(event_.block, blocks, sizeof blocks);
  return *this;
}

cudaError_t Recorded::done(cudaError_t error) {
  event_.error = error;
  if (error != cudaSuccess && error != cudaErrorNotReady) error_of_thread = error;
  Record& record = Record::get();
  const std::lock_guard<std::mutex> lock(record.mutex);
  (record.begun ? record.recent : record.early).add(event_);
  return error;
}

int current_device() { return device_of_thread; }
void set_current_device(int device) { device_of_thread = device; }

cudaError_t last_error() { return error_of_thread; }

cudaError_t take_last_error() {
  const cudaError_t error = error_of_thread;
  error_of_thread = cudaSuccess;
  return error;
}

bool launch_fails() {
  Record& record = Record::get();
  const std::lock_guard<std::mutex> lock(record.mutex);
  return record.launches_until_failure > 0 && --record.launches_until_failure == 0;
}

void* new_handle() {
  // Odd addresses: nobody's memory, and none of the default streams.
  static std::atomic<std::uintptr_t> next{0x1001};
  return reinterpret_cast<void*>(next.fetch_add(2));  // NOLINT: a name, not an address
}

}  // namespace plugsmith::cuda_shim

CUDA_SHIM const plugsmith::cuda_shim::Api* plugsmithCudaShim() {
  namespace shim = plugsmith::cuda_shim;
  using shim::Event;
  using shim::Record;
  static const shim::Api api = {
      shim::early_count,
      [](std::size_t i, Event* event) { return shim::copy_event(Record::get().early, i, event); },
      shim::begin,
      shim::count,
      [](std::size_t i, Event* event) { return shim::copy_event(Record::get().recent, i, event); },
      shim::in_method,
      shim::fail_launch,
      [] { return static_cast<std::int32_t>(shim::take_last_error()); },
      [] { return static_cast<std::int32_t>(shim::current_device()); },
      [](std::int32_t device) { shim::set_current_device(device); },
      [](std::size_t bytes) { return shim::allocate(bytes, shim::MemoryKind::kCallers); },
      [](void* memory) { shim::release(memory, shim::MemoryKind::kCallers); },
      [] { return static_cast<const void*>(shim::new_handle()); },
      shim::live_allocations};
  return &api;
}
