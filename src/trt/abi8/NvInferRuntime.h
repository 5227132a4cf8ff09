// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "NvInferRuntimeCommon.h"

// Plugins of dynamic shapes.

namespace nvinfer1 {

enum class EngineCapability : std::int32_t { kSTANDARD = 0, kSAFETY = 1, kDLA_STANDALONE = 2 };

enum class DimensionOperation : std::int32_t {
  kSUM = 0,
  kPROD = 1,
  kMAX = 2,
  kMIN = 3,
  kSUB = 4,
  kEQUAL = 5,
  kLESS = 6,
  kFLOOR_DIV = 7,
  kCEIL_DIV = 8,
};

class IDimensionExpr;

#if NV_TENSORRT_MAJOR >= 8
// From 8.0 on, expressions are reached through an object behind them.
namespace apiv {

class VRoot {
 public:
  virtual ~VRoot() noexcept = default;
};

class VDimensionExpr : public VRoot {
 public:
  virtual bool isConstant() const = 0;
  virtual std::int32_t getConstantValue() const = 0;
};

class VExprBuilder : public VRoot {
 public:
  virtual IDimensionExpr const* constant(std::int32_t value) = 0;
  virtual IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                          IDimensionExpr const& second) = 0;
};

}  // namespace apiv

class IDimensionExpr : public INoCopy {
 public:
  bool isConstant() const noexcept { return mImpl->isConstant(); }
  std::int32_t getConstantValue() const noexcept { return mImpl->getConstantValue(); }

 protected:
  apiv::VDimensionExpr* mImpl;
  virtual ~IDimensionExpr() noexcept = default;
};

class IExprBuilder : public INoCopy {
 public:
  IDimensionExpr const* constant(std::int32_t value) noexcept { return mImpl->constant(value); }
  IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                  IDimensionExpr const& second) noexcept {
    return mImpl->operation(op, first, second);
  }

 protected:
  apiv::VExprBuilder* mImpl;
  virtual ~IExprBuilder() noexcept = default;
};
#else
class IDimensionExpr {
 public:
  virtual bool isConstant() const = 0;
  virtual std::int32_t getConstantValue() const = 0;

 protected:
  virtual ~IDimensionExpr() {}
};

class IExprBuilder {
 public:
  virtual IDimensionExpr const* constant(std::int32_t value) = 0;
  virtual IDimensionExpr const* operation(DimensionOperation op, IDimensionExpr const& first,
                                          IDimensionExpr const& second) = 0;

 protected:
  virtual ~IExprBuilder() {}
};
#endif

class DimsExprs {
 public:
  std::int32_t nbDims;
  IDimensionExpr const* d[Dims::MAX_DIMS];
};

/// `desc.dims` has -1 where a dimension is open; `min` and `max` are those of the profile.
struct DynamicPluginTensorDesc {
  PluginTensorDesc desc;
  Dims min;
  Dims max;
};

class IPluginV2DynamicExt : public IPluginV2Ext {
 public:
  static constexpr std::int32_t kFORMAT_COMBINATION_LIMIT = 100;

  IPluginV2DynamicExt* clone() const TRTNOEXCEPT override = 0;
  virtual DimsExprs getOutputDimensions(std::int32_t outputIndex, DimsExprs const* inputs,
                                        std::int32_t nbInputs,
                                        IExprBuilder& exprBuilder) TRTNOEXCEPT = 0;
  virtual bool supportsFormatCombination(std::int32_t pos, PluginTensorDesc const* inOut,
                                         std::int32_t nbInputs,
                                         std::int32_t nbOutputs) TRTNOEXCEPT = 0;
  virtual void configurePlugin(DynamicPluginTensorDesc const* in, std::int32_t nbInputs,
                               DynamicPluginTensorDesc const* out,
                               std::int32_t nbOutputs) TRTNOEXCEPT = 0;
  virtual std::size_t getWorkspaceSize(PluginTensorDesc const* inputs, std::int32_t nbInputs,
                                       PluginTensorDesc const* outputs,
                                       std::int32_t nbOutputs) const TRTNOEXCEPT = 0;
  virtual std::int32_t enqueue(PluginTensorDesc const* inputDesc,
                               PluginTensorDesc const* outputDesc, void const* const* inputs,
                               void* const* outputs, void* workspace,
                               cudaStream_t stream) TRTNOEXCEPT = 0;

 protected:
  std::int32_t getTensorRTVersion() const TRTNOEXCEPT override {
    return abi8::tagged_version(PluginVersion::kV2_DYNAMICEXT);
  }
  ~IPluginV2DynamicExt() TRTNOEXCEPT override {}

 private:
  void configurePlugin(Dims const*, std::int32_t, Dims const*, std::int32_t, DataType const*,
                       DataType const*, bool const*, bool const*, PluginFormat,
                       std::int32_t) TRTNOEXCEPT final {}
  bool supportsFormat(DataType, PluginFormat) const TRTNOEXCEPT final { return false; }
  Dims getOutputDimensions(std::int32_t, Dims const*, std::int32_t) TRTNOEXCEPT final {
    Dims none{};
    none.nbDims = -1;
    return none;
  }
  bool isOutputBroadcastAcrossBatch(std::int32_t, bool const*,
                                    std::int32_t) const TRTNOEXCEPT final {
    return false;
  }
  bool canBroadcastInputAcrossBatch(std::int32_t) const TRTNOEXCEPT final { return true; }
  std::size_t getWorkspaceSize(std::int32_t) const TRTNOEXCEPT final { return 0; }
  std::int32_t enqueue(std::int32_t, void const* const*, abi8::OutputPointers, void*,
                       cudaStream_t) TRTNOEXCEPT final {
    return 1;
  }
};

}  // namespace nvinfer1

#if NV_TENSORRT_MAJOR >= 8
extern "C" nvinfer1::IPluginRegistry* getBuilderPluginRegistry(
    nvinfer1::EngineCapability capability) noexcept;
#endif
