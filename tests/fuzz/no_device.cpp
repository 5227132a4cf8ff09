// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// The device functions that the adapter refers to, where there is no CUDA to link.
#include <utility>

#include "src/cuda/device_memory.hpp"

namespace plugsmith::cuda {

Result<int> current_device() { return unsupported("there is no device here"); }

Status copy_on_device(void* /*target*/, const void* /*source*/, std::int64_t /*bytes*/,
                      Stream /*stream*/) {
  return unsupported("there is no device here");
}

Result<DeviceBuffer> DeviceBuffer::upload(const void* /*host*/, std::int64_t /*bytes*/) {
  return unsupported("there is no device here");
}

DeviceBuffer::DeviceBuffer(DeviceBuffer&& other) noexcept : data_(other.data_) {
  other.data_ = nullptr;
}

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  return *this;
}

DeviceBuffer::~DeviceBuffer() = default;

}  // namespace plugsmith::cuda
