// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstdint>
#include <string>

#include "src/trt/trace/trace.hpp"

// The wrapper of an IPluginV2DynamicExt.

namespace plugsmith::traced {

/// Wraps `inner`, which the result then owns, and gives it the trace's next number; a plugin of
/// another class of the IPluginV2 family is returned as it is. `name` becomes "#3", or the class.
nvinfer1::IPluginV2* traced_v2(nvinfer1::IPluginV2& inner, trace::Trace& trace, std::string& name);

class TracedV2 final : public nvinfer1::IPluginV2DynamicExt {
 public:
  TracedV2(nvinfer1::IPluginV2DynamicExt& inner, trace::Trace& trace)
      : inner_(inner), trace_(trace), id_(trace.next_object()) {}
  TracedV2(const TracedV2&) = delete;
  TracedV2& operator=(const TracedV2&) = delete;

  std::string name() const { return "#" + std::to_string(id_); }

  // IPluginV2
  nvinfer1::AsciiChar const* getPluginType() const noexcept override {
    return inner_.getPluginType();
  }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override {
    return inner_.getPluginVersion();
  }
  std::int32_t getNbOutputs() const noexcept override { return inner_.getNbOutputs(); }
  std::int32_t initialize() noexcept override;
  void terminate() noexcept override;
  std::size_t getSerializationSize() const noexcept override;
  void serialize(void* buffer) const noexcept override;
  void destroy() noexcept override;
  nvinfer1::IPluginV2DynamicExt* clone() const noexcept override;
  void setPluginNamespace(nvinfer1::AsciiChar const* name_space) noexcept override;
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override {
    return inner_.getPluginNamespace();
  }

  // IPluginV2Ext
  nvinfer1::DataType getOutputDataType(std::int32_t index, nvinfer1::DataType const* types,
                                       std::int32_t nb_in) const noexcept override;
  void attachToContext(cudnnContext* cudnn, cublasContext* cublas,
                       nvinfer1::IGpuAllocator* allocator) noexcept override;
  void detachFromContext() noexcept override;

  // IPluginV2DynamicExt
  nvinfer1::DimsExprs getOutputDimensions(std::int32_t index, nvinfer1::DimsExprs const* in,
                                          std::int32_t nb_in,
                                          nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t position, nvinfer1::PluginTensorDesc const* ports,
                                 std::int32_t nb_in, std::int32_t nb_out) noexcept override;
  void configurePlugin(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t nb_in,
                       nvinfer1::DynamicPluginTensorDesc const* out,
                       std::int32_t nb_out) noexcept override;
  std::size_t getWorkspaceSize(nvinfer1::PluginTensorDesc const* in, std::int32_t nb_in,
                               nvinfer1::PluginTensorDesc const* out,
                               std::int32_t nb_out) const noexcept override;
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;

 protected:
  /// The plugin's own: it says which headers the plugin was built with.
  std::int32_t getTensorRTVersion() const noexcept override {
    return static_cast<const nvinfer1::IPluginV2&>(inner_).getTensorRTVersion();
  }

 private:
  ~TracedV2() noexcept override = default;  // destroy() is the way
  void call(const std::string& text) const { trace_.call(name() + " " + text); }

  nvinfer1::IPluginV2DynamicExt& inner_;
  trace::Trace& trace_;
  std::int32_t id_;
  std::int32_t inputs_ = 0, outputs_ = 0;  ///< as the last configurePlugin said
};

}  // namespace plugsmith::traced
