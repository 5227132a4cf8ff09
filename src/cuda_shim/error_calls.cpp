// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "src/cuda_shim/recorder.hpp"

// Errors. Asking for the last one is not recorded as work: it is what a careful caller does.

namespace {

struct ErrorText {
  cudaError_t code;
  const char *name, *text;
};

// Those that this runtime gives, and what else plugins are known to return.
constexpr ErrorText kTexts[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration",
     "launch without a configuration"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
};

const ErrorText& text_of(cudaError_t code) {
  static constexpr ErrorText kOther = {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"};
  const auto* found = std::find_if(std::begin(kTexts), std::end(kTexts),
                                   [code](const ErrorText& text) { return text.code == code; });
  return found == std::end(kTexts) ? kOther : *found;
}

}  // namespace

CUDA_SHIM const char* cudaGetErrorName(cudaError_t code) { return text_of(code).name; }
CUDA_SHIM const char* cudaGetErrorString(cudaError_t code) { return text_of(code).text; }
CUDA_SHIM cudaError_t cudaGetLastError() { return plugsmith::cuda_shim::take_last_error(); }
CUDA_SHIM cudaError_t cudaPeekAtLastError() { return plugsmith::cuda_shim::last_error(); }
