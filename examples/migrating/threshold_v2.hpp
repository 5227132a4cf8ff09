// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstddef>
#include <cstdint>
#include <string>

// Before: y = x > limit ? x : value, the way a plugin for TensorRT 8 is written by hand. It
// compiles against the headers of 8, 10 and 11.

namespace example {

class ThresholdV2 final : public nvinfer1::IPluginV2DynamicExt {
 public:
  ThresholdV2(float limit, float value) : limit_(limit), value_(value) {}
  ~ThresholdV2() noexcept override = default;

  char const* getPluginType() const noexcept override { return "Threshold"; }
  char const* getPluginVersion() const noexcept override { return "1"; }
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  std::int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  void destroy() noexcept override { delete this; }
  nvinfer1::IPluginV2DynamicExt* clone() const noexcept override;
  void setPluginNamespace(char const* name_space) noexcept override { namespace_ = name_space; }
  char const* getPluginNamespace() const noexcept override { return namespace_.c_str(); }

  std::size_t getSerializationSize() const noexcept override { return 2 * sizeof(float); }
  void serialize(void* buffer) const noexcept override;

  nvinfer1::DataType getOutputDataType(std::int32_t index, nvinfer1::DataType const* inputs,
                                       std::int32_t count) const noexcept override;
  nvinfer1::DimsExprs getOutputDimensions(std::int32_t index, nvinfer1::DimsExprs const* inputs,
                                          std::int32_t count,
                                          nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t pos, nvinfer1::PluginTensorDesc const* in_out,
                                 std::int32_t inputs, std::int32_t outputs) noexcept override;
  void configurePlugin(nvinfer1::DynamicPluginTensorDesc const*, std::int32_t,
                       nvinfer1::DynamicPluginTensorDesc const*, std::int32_t) noexcept override {}
  std::size_t getWorkspaceSize(nvinfer1::PluginTensorDesc const*, std::int32_t,
                               nvinfer1::PluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    return 0;
  }
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const* input_desc,
                       nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                       void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;

 private:
  float limit_, value_;
  std::string namespace_;
};

class ThresholdV2Creator final : public nvinfer1::IPluginCreator {
 public:
  ThresholdV2Creator();
  char const* getPluginName() const noexcept override { return "Threshold"; }
  char const* getPluginVersion() const noexcept override { return "1"; }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &collection_; }
  nvinfer1::IPluginV2* createPlugin(char const* name,
                                    nvinfer1::PluginFieldCollection const* fc) noexcept override;
  nvinfer1::IPluginV2* deserializePlugin(char const* name, void const* data,
                                         std::size_t bytes) noexcept override;
  void setPluginNamespace(char const* name_space) noexcept override { namespace_ = name_space; }
  char const* getPluginNamespace() const noexcept override { return namespace_.c_str(); }

 private:
  nvinfer1::PluginField fields_[2];
  nvinfer1::PluginFieldCollection collection_{};
  std::string namespace_;
};

}  // namespace example
