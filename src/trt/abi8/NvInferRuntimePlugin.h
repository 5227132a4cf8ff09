// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "NvInferRuntimeBase.h"

// Plugins of static shapes, and what all plugins share.

namespace nvinfer1 {

/// What a plugin learns of a tensor. `scale` holds for kINT8 only, and is -1 where it is not known.
struct PluginTensorDesc {
  Dims dims;
  DataType type;
  TensorFormat format;
  float scale;
};

/// Top byte of IPluginV2::getTensorRTVersion(): the interface that an object implements.
enum class PluginVersion : std::uint8_t { kV2 = 0, kV2_EXT = 1, kV2_IOEXT = 2, kV2_DYNAMICEXT = 3 };

namespace abi8 {
constexpr std::int32_t tagged_version(PluginVersion version) {
  return static_cast<std::int32_t>((static_cast<std::uint32_t>(version) << 24U) |
                                   (NV_TENSORRT_VERSION & 0xFFFFFFU));
}
#if NV_TENSORRT_MAJOR >= 8
using OutputPointers = void* const*;
#else
using OutputPointers = void**;
#endif
}  // namespace abi8

class IPluginV2 {
 public:
  virtual std::int32_t getTensorRTVersion() const TRTNOEXCEPT {
    return abi8::tagged_version(PluginVersion::kV2);
  }
  virtual AsciiChar const* getPluginType() const TRTNOEXCEPT = 0;
  virtual AsciiChar const* getPluginVersion() const TRTNOEXCEPT = 0;
  virtual std::int32_t getNbOutputs() const TRTNOEXCEPT = 0;
  virtual Dims getOutputDimensions(std::int32_t index, Dims const* inputs,
                                   std::int32_t nbInputDims) TRTNOEXCEPT = 0;
  virtual bool supportsFormat(DataType type, PluginFormat format) const TRTNOEXCEPT = 0;
  virtual void configureWithFormat(Dims const* inputDims, std::int32_t nbInputs,
                                   Dims const* outputDims, std::int32_t nbOutputs, DataType type,
                                   PluginFormat format, std::int32_t maxBatchSize) TRTNOEXCEPT = 0;
  virtual std::int32_t initialize() TRTNOEXCEPT = 0;
  virtual void terminate() TRTNOEXCEPT = 0;
  virtual std::size_t getWorkspaceSize(std::int32_t maxBatchSize) const TRTNOEXCEPT = 0;
  virtual std::int32_t enqueue(std::int32_t batchSize, void const* const* inputs,
                               abi8::OutputPointers outputs, void* workspace,
                               cudaStream_t stream) TRTNOEXCEPT = 0;
  virtual std::size_t getSerializationSize() const TRTNOEXCEPT = 0;
  virtual void serialize(void* buffer) const TRTNOEXCEPT = 0;
  virtual void destroy() TRTNOEXCEPT = 0;
  virtual IPluginV2* clone() const TRTNOEXCEPT = 0;
  virtual void setPluginNamespace(AsciiChar const* pluginNamespace) TRTNOEXCEPT = 0;
  virtual AsciiChar const* getPluginNamespace() const TRTNOEXCEPT = 0;

 protected:
  virtual ~IPluginV2() TRTNOEXCEPT {}
};

class IPluginV2Ext : public IPluginV2 {
 public:
  virtual DataType getOutputDataType(std::int32_t index, DataType const* inputTypes,
                                     std::int32_t nbInputs) const TRTNOEXCEPT = 0;
  virtual bool isOutputBroadcastAcrossBatch(std::int32_t outputIndex,
                                            bool const* inputIsBroadcasted,
                                            std::int32_t nbInputs) const TRTNOEXCEPT = 0;
  virtual bool canBroadcastInputAcrossBatch(std::int32_t inputIndex) const TRTNOEXCEPT = 0;
  virtual void configurePlugin(Dims const* inputDims, std::int32_t nbInputs, Dims const* outputDims,
                               std::int32_t nbOutputs, DataType const* inputTypes,
                               DataType const* outputTypes, bool const* inputIsBroadcast,
                               bool const* outputIsBroadcast, PluginFormat floatFormat,
                               std::int32_t maxBatchSize) TRTNOEXCEPT = 0;
  virtual void attachToContext(cudnnContext*, cublasContext*, IGpuAllocator*) TRTNOEXCEPT {}
  virtual void detachFromContext() TRTNOEXCEPT {}
  IPluginV2Ext* clone() const TRTNOEXCEPT override = 0;

 protected:
  std::int32_t getTensorRTVersion() const TRTNOEXCEPT override {
    return abi8::tagged_version(PluginVersion::kV2_EXT);
  }
  void configureWithFormat(Dims const*, std::int32_t, Dims const*, std::int32_t, DataType,
                           PluginFormat, std::int32_t) TRTNOEXCEPT override {}
  ~IPluginV2Ext() TRTNOEXCEPT override {}
};

class IPluginV2IOExt : public IPluginV2Ext {
 public:
  virtual void configurePlugin(PluginTensorDesc const* in, std::int32_t nbInput,
                               PluginTensorDesc const* out, std::int32_t nbOutput) TRTNOEXCEPT = 0;
  virtual bool supportsFormatCombination(std::int32_t pos, PluginTensorDesc const* inOut,
                                         std::int32_t nbInputs,
                                         std::int32_t nbOutputs) const TRTNOEXCEPT = 0;

 protected:
  std::int32_t getTensorRTVersion() const TRTNOEXCEPT override {
    return abi8::tagged_version(PluginVersion::kV2_IOEXT);
  }
  ~IPluginV2IOExt() TRTNOEXCEPT override {}

 private:
  void configureWithFormat(Dims const*, std::int32_t, Dims const*, std::int32_t, DataType,
                           PluginFormat, std::int32_t) TRTNOEXCEPT final {}
  void configurePlugin(Dims const*, std::int32_t, Dims const*, std::int32_t, DataType const*,
                       DataType const*, bool const*, bool const*, PluginFormat,
                       std::int32_t) TRTNOEXCEPT final {}
  bool supportsFormat(DataType, PluginFormat) const TRTNOEXCEPT final { return false; }
};

enum class PluginFieldType : std::int32_t {
  kFLOAT16 = 0,
  kFLOAT32 = 1,
  kFLOAT64 = 2,
  kINT8 = 3,
  kINT16 = 4,
  kINT32 = 5,
  kCHAR = 6,
  kDIMS = 7,
  kUNKNOWN = 8,
};

/// A named attribute. `length` counts elements.
class PluginField {
 public:
  AsciiChar const* name;
  void const* data;
  PluginFieldType type;
  std::int32_t length;

  PluginField(AsciiChar const* field_name = nullptr, void const* field_data = nullptr,
              PluginFieldType field_type = PluginFieldType::kUNKNOWN,
              std::int32_t field_length = 0) TRTNOEXCEPT : name(field_name),
                                                           data(field_data),
                                                           type(field_type),
                                                           length(field_length) {}
};

struct PluginFieldCollection {
  std::int32_t nbFields;
  PluginField const* fields;
};

class IPluginCreator {
 public:
  virtual std::int32_t getTensorRTVersion() const TRTNOEXCEPT { return NV_TENSORRT_VERSION; }
  virtual AsciiChar const* getPluginName() const TRTNOEXCEPT = 0;
  virtual AsciiChar const* getPluginVersion() const TRTNOEXCEPT = 0;
  virtual PluginFieldCollection const* getFieldNames() TRTNOEXCEPT = 0;
  virtual IPluginV2* createPlugin(AsciiChar const* name,
                                  PluginFieldCollection const* fc) TRTNOEXCEPT = 0;
  virtual IPluginV2* deserializePlugin(AsciiChar const* name, void const* serialData,
                                       std::size_t serialLength) TRTNOEXCEPT = 0;
  virtual void setPluginNamespace(AsciiChar const* pluginNamespace) TRTNOEXCEPT = 0;
  virtual AsciiChar const* getPluginNamespace() const TRTNOEXCEPT = 0;
  virtual ~IPluginCreator() TRTNOEXCEPT {}
};

}  // namespace nvinfer1
