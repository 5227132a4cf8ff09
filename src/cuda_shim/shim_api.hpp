// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

// How the process that loaded the recording CUDA runtime talks to it. Plain types only: the runtime
// is a library of its own, which is found with dlsym.

namespace plugsmith::cuda_shim {

/// What a recorded call does.
enum class CallKind : std::int32_t {
  kQuery,         ///< asks for or sets something that no stream sees
  kRegister,      ///< made by code that nvcc writes, when a library is loaded
  kLaunch,        ///< a kernel
  kCopy,          ///< memory to memory
  kFill,          ///< memset
  kAllocate,      ///< device or pinned memory, in step with the host
  kFree,          ///< its opposite
  kStreamMemory,  ///< cudaMallocAsync and cudaFreeAsync
  kSynchronize,   ///< the host waits for the device
  kCreate,        ///< a stream, event or other handle
  kDestroy,       ///< its opposite
  kRecordEvent,   ///< `handle` is the event
  kWaitEvent,     ///< the stream waits for the event `handle`
  kSetDevice,
  kHostFunction,  ///< host code in stream order
  kUnsupported,   ///< this runtime cannot do it: cudaErrorNotSupported
};

/// One call of the CUDA runtime.
struct Event {
  const char* api = "";     ///< "cudaMemcpyAsync"
  const char* kernel = "";  ///< the launched kernel's mangled name, where it was registered
  char method[40] = {};     ///< the plugin method that made it; empty: none was announced
  CallKind kind = CallKind::kQuery;
  bool takes_stream = false;
  const void* stream = nullptr;  ///< as given
  const void* handle = nullptr;
  std::int32_t device = 0;  ///< current when it was made
  std::int64_t bytes = 0;
  std::uint32_t grid[3] = {0, 0, 0}, block[3] = {0, 0, 0};
  bool pageable = false;   ///< a copy from or to host memory that is not pinned
  bool waits = false;      ///< a copy that returns when it is done
  std::int32_t error = 0;  ///< the cudaError_t it returned
};

/// cudaStreamLegacy and cudaStreamPerThread; null is the default stream too.
inline constexpr std::uintptr_t kLegacyStream = 1;
inline constexpr std::uintptr_t kPerThreadStream = 2;

/// Calls made before the first begin() are kept for good, up to kMostEvents; later ones until the
/// next begin(). All functions may be called from any thread.
struct Api {
  /// The record of what was called before the first begin().
  std::size_t (*early_count)();
  bool (*early_event)(std::size_t index, Event* event);
  /// Starts a new record.
  void (*begin)();
  std::size_t (*count)();  ///< of calls since begin(); those beyond kMostEvents are not kept
  bool (*event)(std::size_t index, Event* event);
  /// The method that this thread is in from now on; null or empty: none.
  void (*in_method)(const char* method);
  /// Lets the n-th launch from now fail; 0: none.
  void (*fail_launch)(std::int32_t n);
  /// This thread's last error, which is reset.
  std::int32_t (*take_last_error)();
  std::int32_t (*current_device)();
  void (*set_current_device)(std::int32_t device);
  /// Device memory and a stream of the caller's own; not recorded. Null when there is no memory.
  void* (*allocate)(std::size_t bytes);
  void (*release)(void* memory);
  const void* (*stream)();
  std::size_t (*live_allocations)();  ///< of the library: device, pinned and managed memory
};

inline constexpr std::size_t kMostEvents = 20000;

using GetApi = const Api* (*)();
inline constexpr char kGetApiSymbol[] = "plugsmithCudaShim";

}  // namespace plugsmith::cuda_shim
