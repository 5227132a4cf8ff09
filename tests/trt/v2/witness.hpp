// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstring>
#include <string>
#include <vector>

#include "src/trt/deprecated.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::testing {

/// Somebody's IPluginV2DynamicExt that tells what happens to it: its number, then the method.
class Witness final : public nvinfer1::IPluginV2DynamicExt {
 public:
  using Desc = nvinfer1::PluginTensorDesc;
  using DynamicDesc = nvinfer1::DynamicPluginTensorDesc;
  struct Shared {
    std::vector<std::string> events;
    int made = 0;
    std::int32_t initialize_code = 0;
    bool clones = true;
  };

  explicit Witness(Shared& shared) : shared_(shared), number_(shared.made++) {}
  ~Witness() noexcept override = default;

  char const* getPluginType() const noexcept override { return "Witness"; }
  char const* getPluginVersion() const noexcept override { return "1"; }
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  std::int32_t initialize() noexcept override {
    tell("initialize");
    return shared_.initialize_code;
  }
  void terminate() noexcept override { tell("terminate"); }
  std::size_t getSerializationSize() const noexcept override { return 3; }
  void serialize(void* buffer) const noexcept override { std::memcpy(buffer, "abc", 3); }
  void destroy() noexcept override {
    tell("destroy");
    delete this;
  }
  nvinfer1::IPluginV2DynamicExt* clone() const noexcept override {
    tell("clone");
    return shared_.clones ? new Witness(shared_) : nullptr;
  }
  void setPluginNamespace(char const*) noexcept override {}
  char const* getPluginNamespace() const noexcept override { return "mine"; }
  nvinfer1::DataType getOutputDataType(std::int32_t, nvinfer1::DataType const* types,
                                       std::int32_t) const noexcept override {
    return types[0];
  }
  void attachToContext(cudnnContext* cudnn, cublasContext* cublas,
                       nvinfer1::IGpuAllocator*) noexcept override {
    tell(cudnn == nullptr && cublas == nullptr ? "attachToContext" : "attachToContext, handles");
  }
  void detachFromContext() noexcept override { tell("detachFromContext"); }
  nvinfer1::DimsExprs getOutputDimensions(std::int32_t, nvinfer1::DimsExprs const* in, std::int32_t,
                                          nvinfer1::IExprBuilder&) noexcept override {
    return in[0];
  }
  bool supportsFormatCombination(std::int32_t pos, Desc const* in_out, std::int32_t,
                                 std::int32_t) noexcept override {
    return in_out[pos].type == in_out[0].type;
  }
  void configurePlugin(DynamicDesc const* in, std::int32_t, DynamicDesc const*,
                       std::int32_t) noexcept override {
    tell("configurePlugin " + std::to_string(in[0].desc.dims.d[0]) + " in " +
         std::to_string(in[0].min.d[0]) + ".." + std::to_string(in[0].max.d[0]));
  }
  std::size_t getWorkspaceSize(Desc const* in, std::int32_t, Desc const*,
                               std::int32_t) const noexcept override {
    return static_cast<std::size_t>(in[0].dims.d[0]) * 10;
  }
  std::int32_t enqueue(Desc const*, Desc const*, void const* const*, void* const*, void*,
                       cudaStream_t) noexcept override {
    tell("enqueue");
    return 0;
  }

 private:
  Witness(const Witness&) = default;
  void tell(const std::string& what) const {
    shared_.events.push_back("#" + std::to_string(number_) + " " + what);
  }
  Shared& shared_;
  int number_;
};

class WitnessCreator final : public nvinfer1::IPluginCreator {
 public:
  explicit WitnessCreator(Witness::Shared& shared) : shared_(shared) {}
  char const* getPluginName() const noexcept override { return "Witness"; }
  char const* getPluginVersion() const noexcept override { return "1"; }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &none_; }
  nvinfer1::IPluginV2* createPlugin(char const*,
                                    nvinfer1::PluginFieldCollection const*) noexcept override {
    return new Witness(shared_);
  }
  nvinfer1::IPluginV2* deserializePlugin(char const*, void const* data,
                                         std::size_t bytes) noexcept override {
    if (bytes != 3 || std::memcmp(data, "abc", 3) != 0) return nullptr;
    return new Witness(shared_);
  }
  void setPluginNamespace(char const*) noexcept override {}
  char const* getPluginNamespace() const noexcept override { return "mine"; }

 private:
  Witness::Shared& shared_;
  nvinfer1::PluginFieldCollection none_{0, nullptr};
};

}  // namespace plugsmith::testing
PLUGSMITH_END_V2
