// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <memory>
#include <string>
#include <vector>

#include "plugsmith/op.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::trt {

/// An op as a TensorRT plugin (IPluginV3 with core, build and runtime capability) and as a
/// reference for the embedded host. One object serves one thread at a time, as TensorRT promises;
/// the op inside is const. Nothing throws across these methods; errors go to TensorRT's logger.
class V3Plugin final : public nvinfer1::IPluginV3,
                       public nvinfer1::IPluginV3OneCore,
                       public nvinfer1::IPluginV3OneBuild,
                       public nvinfer1::IPluginV3OneRuntime,
                       public IReferenceCapability {
 public:
  /// Takes the op, configured and validated. `name_space` is the creator's.
  V3Plugin(std::unique_ptr<AnyOp> op, std::string name_space);
  V3Plugin(const V3Plugin& other);
  V3Plugin& operator=(const V3Plugin&) = delete;

  // IPluginV3
  nvinfer1::IPluginCapability* getCapabilityInterface(
      nvinfer1::PluginCapabilityType type) noexcept override;
  nvinfer1::IPluginV3* clone() noexcept override;

  // IPluginV3OneCore
  nvinfer1::AsciiChar const* getPluginName() const noexcept override;
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override;
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override;

  // IPluginV3OneBuild
  std::int32_t configurePlugin(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t inputs,
                               nvinfer1::DynamicPluginTensorDesc const* out,
                               std::int32_t outputs) noexcept override;
  std::int32_t getOutputDataTypes(nvinfer1::DataType* out, std::int32_t outputs,
                                  nvinfer1::DataType const* in,
                                  std::int32_t inputs) const noexcept override;
  std::int32_t getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t inputs,
                               nvinfer1::DimsExprs const* shape_inputs,
                               std::int32_t shape_input_count, nvinfer1::DimsExprs* out,
                               std::int32_t outputs,
                               nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t pos, nvinfer1::DynamicPluginTensorDesc const* in_out,
                                 std::int32_t inputs, std::int32_t outputs) noexcept override;
  std::int32_t getNbOutputs() const noexcept override;
  std::size_t getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t inputs,
                               nvinfer1::DynamicPluginTensorDesc const* out,
                               std::int32_t outputs) const noexcept override;
  char const* getTimingCacheID() noexcept override;
  std::int32_t getFormatCombinationLimit() noexcept override;

  // IPluginV3OneRuntime
  std::int32_t setTactic(std::int32_t tactic) noexcept override;
  std::int32_t onShapeChange(nvinfer1::PluginTensorDesc const* in, std::int32_t inputs,
                             nvinfer1::PluginTensorDesc const* out,
                             std::int32_t outputs) noexcept override;
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const* input_desc,
                       nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                       void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext* context) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override;

  // IReferenceCapability
  std::int32_t reference(nvinfer1::PluginTensorDesc const* input_desc,
                         nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                         void* const* outputs, char* message,
                         std::int32_t message_bytes) noexcept override;

 private:
  Status check_counts(const char* method, std::int32_t inputs, std::int32_t outputs) const;
  Result<std::int64_t> workspace_bytes(nvinfer1::DynamicPluginTensorDesc const* in,
                                       nvinfer1::DynamicPluginTensorDesc const* out) const;
  void bind(nvinfer1::PluginTensorDesc const* input_desc,
            nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
            void* const* outputs);

  std::unique_ptr<AnyOp> op_;
  const FormatTableView& table_;
  std::string name_space_;
  std::string timing_cache_id_;
  std::vector<FieldData> stored_;
  std::vector<nvinfer1::PluginField> stored_fields_;
  nvinfer1::PluginFieldCollection collection_{};
  std::vector<ConstTensorView> inputs_;
  std::vector<TensorView> outputs_;
  ScratchLayout scratch_;
};

}  // namespace plugsmith::trt
