// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include "src/host/device_allocator.hpp"

namespace plugsmith::host {

#if PLUGSMITH_GENERATION >= 10
/// What IPluginV3OneRuntime::attachToContext receives. There is no device, hence no allocator;
/// TensorRT allows both answers to be null. Must outlive the plugin object that was attached to it.
class ResourceContext final : public nvinfer1::IPluginResourceContext {
 public:
  explicit ResourceContext(nvinfer1::IErrorRecorder* recorder) : recorder_(recorder) {}
  ~ResourceContext() noexcept override = default;
  nvinfer1::IGpuAllocator* getGpuAllocator() const noexcept override { return nullptr; }
  nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return recorder_; }

 private:
  nvinfer1::IErrorRecorder* recorder_;
};
#endif

/// What an execution context lends to its plugin object, whatever that implements.
struct ContextResources {
#if PLUGSMITH_GENERATION >= 10
  ContextResources(nvinfer1::IErrorRecorder* recorder, HostLogger& logger)
      : v3(recorder), allocator(logger) {}

  ResourceContext v3;
#else
  ContextResources(nvinfer1::IErrorRecorder* /*recorder*/, HostLogger& logger)
      : allocator(logger) {}

#endif
  DeviceAllocator allocator;
};

}  // namespace plugsmith::host
