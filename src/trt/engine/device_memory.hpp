// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "plugsmith/status.hpp"

namespace plugsmith::trt {

/// Ok where a CUDA device can be used; else unsupported, with what was looked for and how to get
/// it.
Status find_device();

struct DeviceFacts {
  std::string name;
  int compute_major = 0, compute_minor = 0;
  int driver_version = 0, runtime_version = 0;  ///< 13000: CUDA 13.0
  std::size_t memory_bytes = 0;
  int clock_khz = 0, memory_clock_khz = 0;
};
Result<DeviceFacts> device_facts();

/// Device memory that grows on request and keeps its size otherwise. Move-only.
class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(DeviceMemory&& other) noexcept;
  DeviceMemory& operator=(DeviceMemory&& other) noexcept;
  ~DeviceMemory();

  /// At least `bytes`, at least 1; what it held is lost when it grows.
  Status reserve(std::size_t bytes);
  void* data() const { return data_; }
  std::size_t capacity() const { return capacity_; }

 private:
  void* data_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace plugsmith::trt
