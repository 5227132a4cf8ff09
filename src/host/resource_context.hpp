// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

namespace plugsmith::host {

/// What attachToContext receives. There is no device, hence no allocator; TensorRT allows both
/// answers to be null. Must outlive the plugin object that was attached to it.
class ResourceContext final : public nvinfer1::IPluginResourceContext {
 public:
  explicit ResourceContext(nvinfer1::IErrorRecorder* recorder) : recorder_(recorder) {}
  ~ResourceContext() noexcept override = default;
  nvinfer1::IGpuAllocator* getGpuAllocator() const noexcept override { return nullptr; }
  nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return recorder_; }

 private:
  nvinfer1::IErrorRecorder* recorder_;
};

}  // namespace plugsmith::host
