// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstddef>
#include <memory>
#include <string>

#include "src/trt/deprecated.hpp"
#include "src/trt/plugin_core.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

/// Empty if an IPluginV2DynamicExt can do what the op declares, else what it cannot.
std::string v2_obstacle(const OpTraits& traits);

/// An op as an IPluginV2DynamicExt: one line per method over PluginCore, for TensorRT 7 to 11. Two
/// phases share configurePlugin there: an object that was not initialised is being configured for a
/// candidate, one that was (or is a clone of one that was) is told the shapes to run. What fails in
/// a method that returns nothing is logged, and then returned by initialize or enqueue.
class V2Plugin final : public nvinfer1::IPluginV2DynamicExt {
 public:
  using Desc = nvinfer1::PluginTensorDesc;
  using DynamicDesc = nvinfer1::DynamicPluginTensorDesc;
  using Ascii = nvinfer1::AsciiChar;

  /// `version` is the creator's: not the op's own where V3 stands beside it.
  V2Plugin(std::unique_ptr<AnyOp> op, const std::string& name_space, std::string version);
  ~V2Plugin() noexcept override = default;

  // IPluginV2
  Ascii const* getPluginType() const noexcept override { return core_.traits().identity.name; }
  Ascii const* getPluginVersion() const noexcept override { return version_.c_str(); }
  std::int32_t getNbOutputs() const noexcept override { return core_.traits().table.outputs(); }
  std::int32_t initialize() noexcept override;
  void terminate() noexcept override;
  std::size_t getSerializationSize() const noexcept override;
  void serialize(void* buffer) const noexcept override;
  void destroy() noexcept override { delete this; }
  nvinfer1::IPluginV2DynamicExt* clone() const noexcept override;
  void setPluginNamespace(Ascii const* name_space) noexcept override;
  Ascii const* getPluginNamespace() const noexcept override { return core_.name_space().c_str(); }

  // IPluginV2Ext
  nvinfer1::DataType getOutputDataType(std::int32_t index, nvinfer1::DataType const* in,
                                       std::int32_t inputs) const noexcept override;
  void detachFromContext() noexcept override;

  // IPluginV2DynamicExt
  nvinfer1::DimsExprs getOutputDimensions(std::int32_t index, nvinfer1::DimsExprs const* in,
                                          std::int32_t inputs,
                                          nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t pos, Desc const* in_out, std::int32_t inputs,
                                 std::int32_t outputs) noexcept override;
  void configurePlugin(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                       std::int32_t outputs) noexcept override;
  std::size_t getWorkspaceSize(Desc const* in, std::int32_t inputs, Desc const* out,
                               std::int32_t outputs) const noexcept override;
  std::int32_t enqueue(Desc const* input_desc, Desc const* output_desc, void const* const* inputs,
                       void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;

  /// The core, for the CPU reference.
  PluginCore& core() { return core_; }

 private:
  V2Plugin(const V2Plugin& other);
  Status configure(const PluginCore::DynamicIo& io);
  Status prepare(const PluginCore::StaticIo& io);
  void close();

  PluginCore core_;
  std::string version_;
  bool initialised_ = false;
  bool prepared_ = false;     ///< the core knows the shapes to run
  std::int32_t failure_ = 0;  ///< code of the last configurePlugin
  std::int32_t inputs_ = 0;   ///< how many the last configurePlugin named
};

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
