// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>

namespace plugsmith::testing {

/// The runtime half of an older plugin, written by hand before Plugsmith: the op Feature of our
/// tests with its limit kept as raw bytes. Only what serialization needs is alive.
class HandWrittenFeature final : public nvinfer1::IPluginV3OneRuntime {
 public:
  explicit HandWrittenFeature(std::int32_t limit) : limit_(limit) {}
  std::int32_t setTactic(std::int32_t) noexcept override { return 0; }
  std::int32_t onShapeChange(nvinfer1::PluginTensorDesc const*, std::int32_t,
                             nvinfer1::PluginTensorDesc const*, std::int32_t) noexcept override {
    return 0;
  }
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const*, nvinfer1::PluginTensorDesc const*,
                       void const* const*, void* const*, void*, cudaStream_t) noexcept override {
    return 0;
  }
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) noexcept override {
    return nullptr;
  }
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    field_ = {"blob", &limit_, nvinfer1::PluginFieldType::kUNKNOWN, sizeof limit_};
    collection_ = {1, &field_};
    return &collection_;
  }

 private:
  std::int32_t limit_;
  nvinfer1::PluginField field_{};
  nvinfer1::PluginFieldCollection collection_{};
};

}  // namespace plugsmith::testing
