// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <string>

#include "src/trt/fidelity/probe.hpp"

// A plain IPluginV2DynamicExt.

namespace plugsmith::fidelity {
namespace {

using namespace nvinfer1;
using nvinfer1::DataType;

class Probe final : public IPluginV2DynamicExt {
 public:
  explicit Probe(ProbeState& state) : state_(state) { ++state_.alive; }
  Probe(const Probe& other) : Probe(other.state_) { name_space_ = other.name_space_; }
  Probe& operator=(const Probe&) = delete;
  ~Probe() override { --state_.alive; }

  AsciiChar const* getPluginType() const noexcept override {
    return state_.behaviour.fault == Fault::kName ? "Other" : "Probe";
  }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  std::int32_t getNbOutputs() const noexcept override {
    if (state_.fails(Fault::kOutputCount)) return 0;
    return static_cast<std::int32_t>(state_.behaviour.outputs.size());
  }
  std::int32_t initialize() noexcept override { return state_.fails(Fault::kInitialize) ? 1 : 0; }
  void terminate() noexcept override {}
  std::size_t getSerializationSize() const noexcept override { return sizeof target_; }
  void serialize(void* buffer) const noexcept override {
    std::memcpy(buffer, &target_, sizeof target_);
  }
  void destroy() noexcept override { delete this; }
  IPluginV2DynamicExt* clone() const noexcept override {
    return state_.fails(Fault::kClone) ? nullptr : new Probe(*this);
  }
  void setPluginNamespace(AsciiChar const* name_space) noexcept override {
    name_space_ = name_space;
  }
  AsciiChar const* getPluginNamespace() const noexcept override { return name_space_.c_str(); }

  DataType getOutputDataType(std::int32_t index, DataType const* types,
                             std::int32_t) const noexcept override {
    const auto& type = state_.behaviour.outputs[static_cast<std::size_t>(index)].type;
    if (state_.fails(Fault::kBoolOutput)) return DataType::kBOOL;
    return type ? static_cast<DataType>(*type) : types[0];
  }
  DimsExprs getOutputDimensions(std::int32_t, DimsExprs const* in, std::int32_t,
                                IExprBuilder&) noexcept override {
    DimsExprs dims = in[0];
    if (state_.fails(Fault::kShapes)) dims.nbDims = -1;
    return dims;
  }
  bool supportsFormatCombination(std::int32_t position, PluginTensorDesc const* ports, std::int32_t,
                                 std::int32_t) noexcept override {
    return state_.accepts(position, plugsmith::DataType(ports[position].type),
                          plugsmith::TensorFormat(ports[position].format),
                          plugsmith::DataType(ports[0].type),
                          plugsmith::TensorFormat(ports[0].format));
  }
  void configurePlugin(DynamicPluginTensorDesc const*, std::int32_t, DynamicPluginTensorDesc const*,
                       std::int32_t) noexcept override {}
  std::size_t getWorkspaceSize(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    return state_.workspace_bytes(0);
  }
  std::int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const* out, void const* const*,
                       void* const* outputs, void*, cudaStream_t stream) noexcept override {
    return state_.enqueue(out, outputs, stream);
  }

 private:
  ProbeState& state_;
  std::int32_t target_ = 32;
  std::string name_space_;
};

class Creator final : public IPluginCreator {
 public:
  explicit Creator(ProbeState& state) : state_(state) {}

  IPluginV2* createPlugin(AsciiChar const*, PluginFieldCollection const*) noexcept override {
    return state_.fails(Fault::kCreate) ? nullptr : new Probe(state_);
  }
  IPluginV2* deserializePlugin(AsciiChar const*, void const*, std::size_t) noexcept override {
    return state_.fails(Fault::kDeserialize) ? nullptr : new Probe(state_);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  AsciiChar const* getPluginName() const noexcept override { return "Probe"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return name_space_.c_str(); }
  void setPluginNamespace(AsciiChar const* name_space) noexcept override {
    name_space_ = name_space;
  }

 private:
  ProbeState& state_;
  PluginField field_{"target", nullptr, PluginFieldType::kINT32, 1};
  PluginFieldCollection fields_{1, &field_};
  std::string name_space_;
};

}  // namespace

std::unique_ptr<IPluginCreatorInterface> make_probe_v2(ProbeState& state) {
  return std::make_unique<Creator>(state);
}

}  // namespace plugsmith::fidelity
