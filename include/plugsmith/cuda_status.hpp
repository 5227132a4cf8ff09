// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/status.hpp"

namespace plugsmith {
inline namespace v1 {

/// The outcome of a CUDA runtime call as a Status. `code` is the cudaError_t, `name` and `text`
/// what cudaGetErrorName and cudaGetErrorString say, `expression` the call as it stands in the
/// source.
Status cuda_status(int code, const char* name, const char* text, const char* expression);

}  // namespace v1
}  // namespace plugsmith

// For .cu files, which include <cuda_runtime.h> themselves; this header stays free of CUDA.

/// Evaluates a call that returns cudaError_t to a Status that names the call.
#define PLUGSMITH_CUDA_STATUS(expression)                                             \
  [&]() -> ::plugsmith::Status {                                                      \
    const cudaError_t plugsmith_code = (expression);                                  \
    return ::plugsmith::cuda_status(static_cast<int>(plugsmith_code),                 \
                                    cudaGetErrorName(plugsmith_code),                 \
                                    cudaGetErrorString(plugsmith_code), #expression); \
  }()

/// The outcome of the kernel launch just made. Clears the error, so that the next launch starts
/// clean.
#define PLUGSMITH_LAUNCH_STATUS(kernel)                                                        \
  [&]() -> ::plugsmith::Status {                                                               \
    const cudaError_t plugsmith_code = cudaGetLastError();                                     \
    return ::plugsmith::cuda_status(static_cast<int>(plugsmith_code),                          \
                                    cudaGetErrorName(plugsmith_code),                          \
                                    cudaGetErrorString(plugsmith_code), "launch of " #kernel); \
  }()
