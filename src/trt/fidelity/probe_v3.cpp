// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "src/trt/fidelity/probe.hpp"

// A plain IPluginV3.

namespace plugsmith::fidelity {
namespace {

using namespace nvinfer1;
using nvinfer1::DataType;

template <class BuildCapability>
class Probe final : public IPluginV3,
                    public IPluginV3OneCore,
                    public BuildCapability,
                    public IPluginV3OneRuntime {
 public:
  explicit Probe(ProbeState& state) : state_(state) { ++state_.alive; }
  Probe(const Probe& other) : Probe(other.state_) { tactic_ = other.tactic_; }
  Probe& operator=(const Probe&) = delete;
  ~Probe() override { --state_.alive; }

  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    switch (type) {
      case PluginCapabilityType::kCORE: return static_cast<IPluginV3OneCore*>(this);
      case PluginCapabilityType::kBUILD:
        if (state_.fails(Fault::kNoBuildCapability)) return nullptr;
        return static_cast<BuildCapability*>(this);
      case PluginCapabilityType::kRUNTIME:
        if (state_.fails(Fault::kNoRuntimeCapability)) return nullptr;
        return static_cast<IPluginV3OneRuntime*>(this);
    }
    return nullptr;
  }
  IPluginV3* clone() noexcept override {
    return state_.fails(Fault::kClone) ? nullptr : new Probe(*this);
  }

  AsciiChar const* getPluginName() const noexcept override {
    return state_.behaviour.fault == Fault::kName ? "Other" : "Probe";
  }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

  std::int32_t configurePlugin(DynamicPluginTensorDesc const*, std::int32_t,
                               DynamicPluginTensorDesc const*, std::int32_t) noexcept override {
    return state_.fails(Fault::kConfigure) ? 1 : 0;
  }
  std::int32_t getOutputDataTypes(DataType* out, std::int32_t nb_out, DataType const* in,
                                  std::int32_t nb_in) const noexcept override;
  std::int32_t getOutputShapes(DimsExprs const* in, std::int32_t nb_in, DimsExprs const* shapes,
                               std::int32_t nb_shapes, DimsExprs* out, std::int32_t nb_out,
                               IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t position, DynamicPluginTensorDesc const* ports,
                                 std::int32_t, std::int32_t) noexcept override {
    const PluginTensorDesc& desc = ports[position].desc;
    const PluginTensorDesc& first = ports[0].desc;
    return state_.accepts(position, plugsmith::DataType(desc.type),
                          plugsmith::TensorFormat(desc.format), plugsmith::DataType(first.type),
                          plugsmith::TensorFormat(first.format));
  }
  std::int32_t getNbOutputs() const noexcept override {
    if (state_.fails(Fault::kOutputCount)) return 0;
    return static_cast<std::int32_t>(state_.behaviour.outputs.size());
  }
  std::size_t getWorkspaceSize(DynamicPluginTensorDesc const*, std::int32_t,
                               DynamicPluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    return state_.workspace_bytes(tactic_);
  }
  std::int32_t getNbTactics() noexcept override {
    return static_cast<std::int32_t>(state_.behaviour.tactics.size());
  }
  std::int32_t getValidTactics(std::int32_t* tactics, std::int32_t count) noexcept override {
    if (state_.fails(Fault::kTactics)) return 1;
    for (std::int32_t i = 0; i < count; ++i) {
      tactics[i] = state_.behaviour.tactics[static_cast<std::size_t>(i)];
    }
    if (state_.fails(Fault::kZeroTactic)) tactics[0] = 0;
    return 0;
  }
  char const* getTimingCacheID() noexcept override {
    const std::string& id = state_.behaviour.timing_cache_id;
    return id.empty() ? nullptr : id.c_str();
  }
  std::int32_t getFormatCombinationLimit() noexcept override {
    return state_.fails(Fault::kZeroLimit) ? 0 : state_.behaviour.format_limit;
  }
  char const* getMetadataString() noexcept override { return nullptr; }
  /// Overrides only where the capability has it (version 2.0): no `override` here.
  std::int32_t getAliasedInput(std::int32_t output) noexcept {  // NOLINT(modernize-use-override)
    return state_.fails(Fault::kAliasOutOfRange) ? 5 : output;
  }

  std::int32_t setTactic(std::int32_t tactic) noexcept override {
    tactic_ = tactic;
    return state_.fails(Fault::kSetTactic) ? 1 : 0;
  }
  std::int32_t onShapeChange(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                             std::int32_t) noexcept override {
    return state_.fails(Fault::kOnShapeChange) ? 1 : 0;
  }
  std::int32_t enqueue(PluginTensorDesc const*, PluginTensorDesc const* out, void const* const*,
                       void* const* outputs, void*, cudaStream_t stream) noexcept override {
    return state_.enqueue(out, outputs, stream);
  }
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override {
    return state_.fails(Fault::kAttach) ? nullptr : new Probe(*this);
  }
  PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    if (state_.fails(Fault::kFields)) return nullptr;
    field_ = {"target", &target_, PluginFieldType::kINT32, 1};
    if (state_.fails(Fault::kFieldWithoutData)) field_.data = nullptr;
    fields_ = {1, &field_};
    return &fields_;
  }

 private:
  ProbeState& state_;
  std::int32_t tactic_ = 0;
  std::int32_t target_ = 32;
  PluginField field_;
  PluginFieldCollection fields_{};
};

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::getOutputDataTypes(DataType* out, std::int32_t nb_out,
                                                        DataType const* in,
                                                        std::int32_t nb_in) const noexcept {
  const auto& outputs = state_.behaviour.outputs;
  for (std::int32_t i = 0; i < nb_out; ++i) {
    const auto& type = outputs[static_cast<std::size_t>(i)].type;
    out[i] = type ? static_cast<DataType>(*type) : nb_in > 0 ? in[0] : DataType::kFLOAT;
  }
  if (nb_out > 0 && state_.fails(Fault::kBoolOutput)) out[0] = DataType::kBOOL;
  return state_.fails(Fault::kDataTypes) ? 1 : 0;
}

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::getOutputShapes(DimsExprs const* in, std::int32_t nb_in,
                                                     DimsExprs const* shapes, std::int32_t,
                                                     DimsExprs* out, std::int32_t nb_out,
                                                     IExprBuilder& builder) noexcept {
  if (state_.fails(Fault::kShapes)) return 1;
  if (state_.fails(Fault::kShapesNotWritten)) return 0;
  for (std::int32_t i = 0; i < nb_out; ++i) {
    switch (state_.behaviour.outputs[static_cast<std::size_t>(i)].shape) {
      case OutputShape::kLikeFirstInput:
        if (nb_in > 0) {
          out[i] = in[0];
        } else {
          out[i].nbDims = 1;
          out[i].d[0] = builder.constant(8);
        }
        break;
      case OutputShape::kRowsFound: {
        const auto* most = builder.operation(DimensionOperation::kPROD, *in[0].d[0], *in[0].d[1]);
        const auto* half =
            builder.operation(DimensionOperation::kFLOOR_DIV, *most, *builder.constant(2));
        out[i].nbDims = 2;
        out[i].d[0] = builder.declareSizeTensor(i + 1, *half, *most);
        out[i].d[1] = builder.constant(2);
        break;
      }
      case OutputShape::kSizeTensor: out[i].nbDims = 0; break;
      case OutputShape::kShapeInput: out[i] = shapes[0]; break;
    }
  }
  return 0;
}

class Creator final : public IPluginCreatorV3One {
 public:
  explicit Creator(ProbeState& state) : state_(state) {}

  IPluginV3* createPlugin(AsciiChar const*, PluginFieldCollection const*,
                          TensorRTPhase phase) noexcept override {
    if (state_.fails(Fault::kCreate)) return nullptr;
    if (phase == TensorRTPhase::kRUNTIME && state_.fails(Fault::kCreateAtRuntime)) return nullptr;
    if (state_.behaviour.aliases) return new Probe<IPluginV3OneBuildV2>(state_);
    return new Probe<IPluginV3OneBuild>(state_);
  }
  PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  AsciiChar const* getPluginName() const noexcept override { return "Probe"; }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 private:
  ProbeState& state_;
  PluginField field_{"target", nullptr, PluginFieldType::kINT32, 1};
  PluginFieldCollection fields_{1, &field_};
};

}  // namespace

std::unique_ptr<IPluginCreatorInterface> make_probe_v3(ProbeState& state) {
  return std::make_unique<Creator>(state);
}

}  // namespace plugsmith::fidelity
