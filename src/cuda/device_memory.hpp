// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plugsmith/contexts.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith::cuda {

/// Index of the calling thread's current device.
Result<int> current_device();

/// Enqueues a copy between two device buffers on `stream`.
Status copy_on_device(void* target, const void* source, std::int64_t bytes, Stream stream);

/// Device memory on the current device. Move-only; freed with its owner, on whatever device is
/// current then.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  ~DeviceBuffer();
  DeviceBuffer(DeviceBuffer&& other) noexcept;
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;

  /// Allocates `bytes` and fills them from host memory. Blocking.
  static Result<DeviceBuffer> upload(const void* host, std::int64_t bytes);
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

}  // namespace plugsmith::cuda
