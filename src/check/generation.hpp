// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstddef>
#include <cstdint>

#include "src/trt/reference_abi.hpp"

// What the checks need to be compiled for every generation.

namespace plugsmith::check {

/// The profile's optimum. Descriptors have none before TensorRT 10: there the maximum stands in.
template <class Port>
auto& opt_of(Port& port) {
#if NV_TENSORRT_MAJOR >= 10
  return port.opt;
#else
  return port.max;
#endif
}

}  // namespace plugsmith::check

// Before TensorRT 10 there is no IPluginV3. The checks of that family are compiled for TensorRT 8
// all the same, since they stand beside those that hold for IPluginV2, too; here are the names that
// they use. No object implements them there: every creator is an IPluginCreator.

#if NV_TENSORRT_MAJOR < 10

namespace nvinfer1 {

enum class TensorRTPhase : std::int32_t { kBUILD = 0, kRUNTIME = 1 };
enum class PluginCapabilityType : std::int32_t { kCORE = 0, kBUILD = 1, kRUNTIME = 2 };
enum class APILanguage : std::int32_t { kCPP = 0, kPYTHON = 1 };

struct InterfaceInfo {
  AsciiChar const* kind;
  std::int32_t major;
  std::int32_t minor;
};

class IVersionedInterface {
 public:
  virtual APILanguage getAPILanguage() const noexcept = 0;
  virtual InterfaceInfo getInterfaceInfo() const noexcept = 0;
  virtual ~IVersionedInterface() noexcept = default;
};

class IPluginCapability : public IVersionedInterface {};
class IPluginResource : public IVersionedInterface {};

class IPluginResourceContext {
 public:
  virtual IGpuAllocator* getGpuAllocator() const noexcept = 0;
  virtual IErrorRecorder* getErrorRecorder() const noexcept = 0;
  virtual ~IPluginResourceContext() noexcept = default;
};

class IPluginV3 : public IVersionedInterface {
 public:
  virtual IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept = 0;
  virtual IPluginV3* clone() noexcept = 0;
};

class IPluginV3OneCore : public IPluginCapability {
 public:
  virtual AsciiChar const* getPluginName() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;
};

class IPluginV3OneBuild : public IPluginCapability {
 public:
  static constexpr std::int32_t kDEFAULT_FORMAT_COMBINATION_LIMIT = 100;
  virtual std::int32_t configurePlugin(DynamicPluginTensorDesc const* in, std::int32_t inputs,
                                       DynamicPluginTensorDesc const* out,
                                       std::int32_t outputs) noexcept = 0;
  virtual std::int32_t getOutputDataTypes(DataType* out, std::int32_t outputs, DataType const* in,
                                          std::int32_t inputs) const noexcept = 0;
  virtual std::int32_t getOutputShapes(DimsExprs const* in, std::int32_t inputs,
                                       DimsExprs const* shapes, std::int32_t shape_inputs,
                                       DimsExprs* out, std::int32_t outputs,
                                       IExprBuilder& builder) noexcept = 0;
  virtual bool supportsFormatCombination(std::int32_t position,
                                         DynamicPluginTensorDesc const* ports, std::int32_t inputs,
                                         std::int32_t outputs) noexcept = 0;
  virtual std::int32_t getNbOutputs() const noexcept = 0;
  virtual std::size_t getWorkspaceSize(DynamicPluginTensorDesc const* in, std::int32_t inputs,
                                       DynamicPluginTensorDesc const* out,
                                       std::int32_t outputs) const noexcept = 0;
  virtual std::int32_t getValidTactics(std::int32_t* tactics, std::int32_t count) noexcept = 0;
  virtual std::int32_t getNbTactics() noexcept = 0;
  virtual char const* getTimingCacheID() noexcept = 0;
  virtual std::int32_t getFormatCombinationLimit() noexcept = 0;
  virtual char const* getMetadataString() noexcept = 0;
};

class IPluginV3OneBuildV2 : public IPluginV3OneBuild {
 public:
  virtual std::int32_t getAliasedInput(std::int32_t output) noexcept = 0;
};

class IPluginV3OneRuntime : public IPluginCapability {
 public:
  virtual std::int32_t setTactic(std::int32_t tactic) noexcept = 0;
  virtual std::int32_t onShapeChange(PluginTensorDesc const* in, std::int32_t inputs,
                                     PluginTensorDesc const* out,
                                     std::int32_t outputs) noexcept = 0;
  virtual std::int32_t enqueue(PluginTensorDesc const* in_desc, PluginTensorDesc const* out_desc,
                               void const* const* in, void* const* out, void* workspace,
                               cudaStream_t stream) noexcept = 0;
  virtual IPluginV3* attachToContext(IPluginResourceContext* context) noexcept = 0;
  virtual PluginFieldCollection const* getFieldsToSerialize() noexcept = 0;
};

class IPluginCreatorV3One : public IVersionedInterface {
 public:
  virtual IPluginV3* createPlugin(AsciiChar const* name, PluginFieldCollection const* fields,
                                  TensorRTPhase phase) noexcept = 0;
  virtual PluginFieldCollection const* getFieldNames() noexcept = 0;
  virtual AsciiChar const* getPluginName() const noexcept = 0;
  virtual AsciiChar const* getPluginVersion() const noexcept = 0;
  virtual AsciiChar const* getPluginNamespace() const noexcept = 0;
};

}  // namespace nvinfer1

namespace plugsmith::trt {

inline constexpr auto kReferenceCapability = static_cast<nvinfer1::PluginCapabilityType>(-1);

class IReferenceCapability : public nvinfer1::IPluginCapability {
 public:
  virtual void expect_reference() noexcept = 0;
  virtual std::int32_t reference(nvinfer1::PluginTensorDesc const* input_desc,
                                 nvinfer1::PluginTensorDesc const* output_desc,
                                 void const* const* inputs, void* const* outputs, char* message,
                                 std::int32_t message_bytes) noexcept = 0;
};

}  // namespace plugsmith::trt

namespace plugsmith::host {

class ResourceContext final : public nvinfer1::IPluginResourceContext {
 public:
  explicit ResourceContext(nvinfer1::IErrorRecorder* recorder) : recorder_(recorder) {}
  nvinfer1::IGpuAllocator* getGpuAllocator() const noexcept override { return nullptr; }
  nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return recorder_; }

 private:
  nvinfer1::IErrorRecorder* recorder_;
};

}  // namespace plugsmith::host

#endif
