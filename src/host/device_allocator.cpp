// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/device_allocator.hpp"

#include <string>

namespace plugsmith::host {

void* DeviceAllocator::allocate(std::uint64_t bytes, std::uint64_t /*alignment*/,
                                nvinfer1::AllocatorFlags /*flags*/) noexcept {
  try {
    logger_.note(nvinfer1::ILogger::Severity::kWARNING,
                 "a plugin asked the context's allocator for " + std::to_string(bytes) +
                     " bytes of device memory; the embedded host has no device and gave null");
  } catch (...) {
    return nullptr;  // no memory for the note either
  }
  return nullptr;
}

}  // namespace plugsmith::host
