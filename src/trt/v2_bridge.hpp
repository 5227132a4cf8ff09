// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <memory>
#include <string>
#include <vector>

#include "src/trt/deprecated.hpp"

// An existing IPluginV2DynamicExt, whoever wrote it, as an IPluginV3 for TensorRT 10 and 11.

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

/// Frees a V2 object as TensorRT does.
struct DestroyV2 {
  void operator()(nvinfer1::IPluginV2DynamicExt* plugin) const noexcept { plugin->destroy(); }
};
using V2Object = std::unique_ptr<nvinfer1::IPluginV2DynamicExt, DestroyV2>;

/// The triple that the registry knows a bridged plugin by.
struct BridgeIdentity {
  std::string name, version, name_space;
};

/// Calls a V2 object as TensorRT would, from the calls that an IPluginV3 gets: it is initialised
/// once by whoever runs it first, clones of an initialised object run without that, onShapeChange
/// becomes configurePlugin, and what it serializes is the one field "serialized". Adds a virtual
/// call to each enqueue, nothing else.
class V2Bridge final : public nvinfer1::IPluginV3,
                       public nvinfer1::IPluginV3OneCore,
                       public nvinfer1::IPluginV3OneBuild,
                       public nvinfer1::IPluginV3OneRuntime {
 public:
  using Desc = nvinfer1::PluginTensorDesc;
  using DynamicDesc = nvinfer1::DynamicPluginTensorDesc;
  using Ascii = nvinfer1::AsciiChar;

  /// Takes an object that was not initialised.
  V2Bridge(V2Object plugin, BridgeIdentity identity);
  ~V2Bridge() noexcept override;

  /// initialize(), paired with the terminate() in the destructor; its code.
  std::int32_t initialise();

  // IPluginV3
  nvinfer1::IPluginCapability* getCapabilityInterface(
      nvinfer1::PluginCapabilityType type) noexcept override;
  nvinfer1::IPluginV3* clone() noexcept override;

  // IPluginV3OneCore
  Ascii const* getPluginName() const noexcept override { return identity_.name.c_str(); }
  Ascii const* getPluginVersion() const noexcept override { return identity_.version.c_str(); }
  Ascii const* getPluginNamespace() const noexcept override { return identity_.name_space.c_str(); }

  // IPluginV3OneBuild
  std::int32_t getNbOutputs() const noexcept override { return plugin_->getNbOutputs(); }
  std::int32_t getOutputDataTypes(nvinfer1::DataType* out, std::int32_t outputs,
                                  nvinfer1::DataType const* in,
                                  std::int32_t inputs) const noexcept override;
  std::int32_t getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t inputs,
                               nvinfer1::DimsExprs const* shape_inputs,
                               std::int32_t shape_input_count, nvinfer1::DimsExprs* out,
                               std::int32_t outputs,
                               nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t pos, DynamicDesc const* in_out, std::int32_t inputs,
                                 std::int32_t outputs) noexcept override;
  std::int32_t configurePlugin(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                               std::int32_t outputs) noexcept override;
  std::size_t getWorkspaceSize(DynamicDesc const* in, std::int32_t inputs, DynamicDesc const* out,
                               std::int32_t outputs) const noexcept override;

  // IPluginV3OneRuntime
  std::int32_t setTactic(std::int32_t tactic) noexcept override;
  std::int32_t onShapeChange(Desc const* in, std::int32_t inputs, Desc const* out,
                             std::int32_t outputs) noexcept override;
  std::int32_t enqueue(Desc const* input_desc, Desc const* output_desc, void const* const* inputs,
                       void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override {
    return plugin_->enqueue(input_desc, output_desc, inputs, outputs, workspace, stream);
  }
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext* context) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override;

 private:
  std::unique_ptr<V2Bridge> copy() const;

  V2Object plugin_;
  BridgeIdentity identity_;
  bool runs_ = false;         ///< it, or what it was cloned from, was initialised
  bool initialised_ = false;  ///< it was, itself
  bool attached_ = false;
  std::vector<unsigned char> blob_;
  nvinfer1::PluginField field_{};
  nvinfer1::PluginFieldCollection collection_{};
};

/// Makes V2Bridges from an existing V2 creator. Keep the creator alive; it need not be registered,
/// and must not be under this version.
class V2BridgeCreator final : public nvinfer1::IPluginCreatorV3One {
 public:
  using Ascii = nvinfer1::AsciiChar;

  /// Name and namespace are the V2 creator's; `version` too where it is null.
  explicit V2BridgeCreator(nvinfer1::IPluginCreator& creator, const char* version = nullptr);

  nvinfer1::IPluginV3* createPlugin(Ascii const* name, nvinfer1::PluginFieldCollection const* fc,
                                    nvinfer1::TensorRTPhase phase) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override {
    return creator_.getFieldNames();
  }
  Ascii const* getPluginName() const noexcept override { return identity_.name.c_str(); }
  Ascii const* getPluginVersion() const noexcept override { return identity_.version.c_str(); }
  Ascii const* getPluginNamespace() const noexcept override { return identity_.name_space.c_str(); }

 private:
  nvinfer1::IPluginCreator& creator_;
  BridgeIdentity identity_;
};

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
