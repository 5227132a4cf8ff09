// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <driver_types.h>

#include "src/cuda_shim/shim_api.hpp"

// Types come from CUDA's headers, prototypes do not: they differ between CUDA's generations, and
// this library speaks for all of them.

/// Begins the definition of an entry point of the runtime.
#define CUDA_SHIM extern "C" __attribute__((visibility("default")))
/// Another name of an entry point that is defined in the same file: _ptsz and _ptds are the forms
/// for a default stream per thread.
#define CUDA_SHIM_ALIAS(other, name) CUDA_SHIM decltype(name) other __attribute__((alias(#name)))

namespace plugsmith::cuda_shim {

/// One call in the making. Ends with done().
class Recorded {
 public:
  Recorded(const char* api, CallKind kind);
  Recorded& on(cudaStream_t stream);
  Recorded& with(const void* handle);
  Recorded& bytes(std::size_t count);
  Recorded& pageable(bool is_pageable);
  Recorded& waits();
  Recorded& shaped(const char* kernel, const dim3& grid, const dim3& block);
  /// Records the call; an error becomes this thread's last error. Returns `error`.
  cudaError_t done(cudaError_t error = cudaSuccess);

 private:
  Event event_;
};

/// An entry point that this runtime has no answer to.
inline cudaError_t unsupported_call(const char* api) {
  return Recorded(api, CallKind::kUnsupported).done(cudaErrorNotSupported);
}

/// This thread's current device.
int current_device();
void set_current_device(int device);
inline constexpr int kDevices = 2;

cudaError_t last_error();
cudaError_t take_last_error();

/// Whether the launch that is being made is the one that shall fail.
bool launch_fails();

/// A new handle that no other object has.
void* new_handle();

/// This process's call configuration stack, for the <<<>>> syntax.
struct CallConfiguration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

}  // namespace plugsmith::cuda_shim
