// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>

#include "src/host/log.hpp"

namespace plugsmith::host {

/// The allocator that IPluginV2Ext::attachToContext receives: an address of its own for each
/// context, which a plugin may take as a key. There is no device, so it hands out no memory.
class DeviceAllocator final : public nvinfer1::IGpuAllocator {
 public:
  explicit DeviceAllocator(HostLogger& logger) : logger_(logger) {}
  ~DeviceAllocator() override = default;

  void* allocate(std::uint64_t bytes, std::uint64_t alignment,
                 nvinfer1::AllocatorFlags flags) noexcept override;
  bool deallocate(void* memory) noexcept override { return memory == nullptr; }
#if PLUGSMITH_GENERATION < 10
  void free(void* /*memory*/) noexcept override {}
#endif

 private:
  HostLogger& logger_;
};

}  // namespace plugsmith::host
