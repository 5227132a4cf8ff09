// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda/device_memory.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "plugsmith/cuda_status.hpp"

namespace plugsmith::cuda {

Result<int> current_device() {
  int device = 0;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&device)));
  return device;
}

Status copy_on_device(void* target, const void* source, std::int64_t bytes, Stream stream) {
  return PLUGSMITH_CUDA_STATUS(cudaMemcpyAsync(target, source, static_cast<std::size_t>(bytes),
                                               cudaMemcpyDeviceToDevice, stream));
}

DeviceBuffer::~DeviceBuffer() {
  if (data_ != nullptr) cudaFree(data_);
}
DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)) {}
DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  return *this;
}

Result<DeviceBuffer> DeviceBuffer::upload(const void* host, std::int64_t bytes) {
  DeviceBuffer buffer;
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes, 1));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaMalloc(&buffer.data_, size)));
  if (bytes > 0) {
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
        cudaMemcpy(buffer.data_, host, static_cast<std::size_t>(bytes), cudaMemcpyHostToDevice)));
  }
  return Result<DeviceBuffer>(std::move(buffer));
}

}  // namespace plugsmith::cuda
