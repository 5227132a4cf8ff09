// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda_shim/device_properties.hpp"
#include "src/cuda_shim/memory.hpp"
#include "src/cuda_shim/recorder.hpp"

// Devices and versions. Built once for each generation of CUDA: PLUGSMITH_CUDART is 11, 12 or 13.

namespace {

using plugsmith::cuda_shim::CallKind;
using plugsmith::cuda_shim::kDevices;
using plugsmith::cuda_shim::PropertiesForm;
using plugsmith::cuda_shim::Recorded;
namespace shim = plugsmith::cuda_shim;

constexpr int kVersion = PLUGSMITH_CUDART * 1000;

cudaError_t for_device(const char* api, int device) {
  const bool there = device >= 0 && device < kDevices;
  return Recorded(api, CallKind::kQuery).done(there ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t properties(const char* api, PropertiesForm form, void* result, int device) {
  const cudaError_t code = for_device(api, device);
  if (code == cudaSuccess) shim::write_properties(form, result);
  return code;
}

}  // namespace

CUDA_SHIM cudaError_t cudaGetDeviceProperties(void* result, int device) {
  return properties("cudaGetDeviceProperties",
                    PLUGSMITH_CUDART >= 13 ? PropertiesForm::kCuda13 : PropertiesForm::kCuda11,
                    result, device);
}

CUDA_SHIM cudaError_t cudaGetDeviceProperties_v2(void* result, int device) {
  return properties("cudaGetDeviceProperties_v2", PropertiesForm::kCuda12, result, device);
}

CUDA_SHIM cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = kVersion;
  return Recorded("cudaRuntimeGetVersion", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaDriverGetVersion(int* version) {
  *version = kVersion;
  return Recorded("cudaDriverGetVersion", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaGetDeviceCount(int* count) {
  *count = kDevices;
  return Recorded("cudaGetDeviceCount", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaGetDevice(int* device) {
  *device = shim::current_device();
  return Recorded("cudaGetDevice", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaSetDevice(int device) {
  Recorded call("cudaSetDevice", CallKind::kSetDevice);
  if (device < 0 || device >= kDevices) return call.done(cudaErrorInvalidDevice);
  shim::set_current_device(device);
  return call.done();
}

CUDA_SHIM cudaError_t cudaInitDevice(int device, unsigned /*flags*/, unsigned /*flags*/) {
  return for_device("cudaInitDevice", device);
}

CUDA_SHIM cudaError_t cudaChooseDevice(int* device, const void* /*properties*/) {
  *device = 0;
  return Recorded("cudaChooseDevice", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaDeviceGetAttribute(int* value, int attribute, int device) {
  *value = shim::device_attribute(attribute);
  return for_device("cudaDeviceGetAttribute", device);
}

CUDA_SHIM cudaError_t cudaDeviceGetLimit(std::size_t* value, int /*limit*/) {
  *value = std::size_t{8} << 20U;
  return Recorded("cudaDeviceGetLimit", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return Recorded("cudaDeviceGetStreamPriorityRange", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = device != peer ? 1 : 0;
  return for_device("cudaDeviceCanAccessPeer", peer);
}

CUDA_SHIM cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = 0;
  return Recorded("cudaGetDeviceFlags", CallKind::kQuery).done();
}

CUDA_SHIM cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  static void* handle = shim::new_handle();
  *pool = static_cast<cudaMemPool_t>(handle);
  return for_device("cudaDeviceGetDefaultMemPool", device);
}
CUDA_SHIM_ALIAS(cudaDeviceGetMemPool, cudaDeviceGetDefaultMemPool);

// There is no driver behind this runtime.
CUDA_SHIM cudaError_t cudaGetDriverEntryPoint(const char* /*symbol*/, void** function,
                                              unsigned long long /*flags*/, int* status) {
  *function = nullptr;
  if (status != nullptr) *status = 1;  // cudaDriverEntryPointSymbolNotFound
  return Recorded("cudaGetDriverEntryPoint", CallKind::kUnsupported).done();
}
CUDA_SHIM_ALIAS(cudaGetDriverEntryPoint_ptsz, cudaGetDriverEntryPoint);

CUDA_SHIM cudaError_t cudaGetDriverEntryPointByVersion(const char* /*symbol*/, void** function,
                                                       unsigned /*version*/,
                                                       unsigned long long /*flags*/, int* status) {
  *function = nullptr;
  if (status != nullptr) *status = 1;
  return Recorded("cudaGetDriverEntryPointByVersion", CallKind::kUnsupported).done();
}
CUDA_SHIM_ALIAS(cudaGetDriverEntryPointByVersion_ptsz, cudaGetDriverEntryPointByVersion);
