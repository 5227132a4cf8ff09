// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/device_memory.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <utility>

#include "plugsmith/cuda_status.hpp"

namespace plugsmith::trt {

Status find_device() {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error == cudaSuccess && count > 0) return Status::ok();
  cudaGetLastError();  // not to be reported again by a later call
  const std::string reason = error == cudaSuccess ? "none is visible" : cudaGetErrorString(error);
  return unsupported(
      "no GPU that CUDA can use (" + reason +
      "; looked for an NVIDIA device through libcuda.so.1 and CUDA_VISIBLE_DEVICES): TensorRT "
      "builds and runs engines on a GPU only; use a machine with an NVIDIA GPU and its driver, or "
      "the embedded host (--backend embedded, --tier host), which needs neither");
}

Result<DeviceFacts> device_facts() {
  int device = 0;
  cudaDeviceProp properties{};
  DeviceFacts facts;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&device)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDeviceProperties(&properties, device)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaDriverGetVersion(&facts.driver_version)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaRuntimeGetVersion(&facts.runtime_version)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaDeviceGetAttribute(&facts.clock_khz, cudaDevAttrClockRate, device)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
      cudaDeviceGetAttribute(&facts.memory_clock_khz, cudaDevAttrMemoryClockRate, device)));
  facts.name = properties.name;
  facts.compute_major = properties.major;
  facts.compute_minor = properties.minor;
  facts.memory_bytes = properties.totalGlobalMem;
  return facts;
}

DeviceMemory::DeviceMemory(DeviceMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), capacity_(std::exchange(other.capacity_, 0)) {}

DeviceMemory& DeviceMemory::operator=(DeviceMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

DeviceMemory::~DeviceMemory() {
  if (data_ != nullptr) cudaFree(data_);
}

Status DeviceMemory::reserve(std::size_t bytes) {
  bytes = std::max<std::size_t>(bytes, 1);
  if (bytes <= capacity_) return Status::ok();
  if (data_ != nullptr) cudaFree(data_);
  data_ = nullptr;
  capacity_ = 0;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaMalloc(&data_, bytes)));
  capacity_ = bytes;
  return Status::ok();
}

}  // namespace plugsmith::trt
