// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/probe.hpp"

#include <cstring>
#include <limits>

namespace plugsmith::testing {
namespace {

using namespace nvinfer1;

/// A capability that none of the three types stands for.
class StrangeCapability final : public IPluginCapability {
 public:
  InterfaceInfo getInterfaceInfo() const noexcept override { return {"STRANGE", 1, 0}; }
};

template <class BuildCapability>
class Probe final : public IPluginV3,
                    public IPluginV3OneCore,
                    public BuildCapability,
                    public IPluginV3OneRuntime {
 public:
  Probe(const ProbeBehaviour& behaviour, int* alive) : behaviour_(behaviour), alive_(alive) {
    ++*alive_;
  }
  Probe(const Probe& other) : Probe(other.behaviour_, other.alive_) { tactic_ = other.tactic_; }
  Probe& operator=(const Probe&) = delete;
  ~Probe() override { --*alive_; }

  IPluginCapability* getCapabilityInterface(PluginCapabilityType type) noexcept override {
    static StrangeCapability strange;
    if (is(Fault::kWrongCapabilityKind)) return &strange;
    switch (type) {
      case PluginCapabilityType::kCORE: return static_cast<IPluginV3OneCore*>(this);
      case PluginCapabilityType::kBUILD:
        return is(Fault::kNoBuildCapability) ? nullptr : static_cast<BuildCapability*>(this);
      case PluginCapabilityType::kRUNTIME: return static_cast<IPluginV3OneRuntime*>(this);
    }
    return nullptr;
  }
  IPluginV3* clone() noexcept override {
    if (is(Fault::kCloneReturnsThis)) return this;
    return is(Fault::kClone) ? nullptr : new Probe(*this);
  }

  AsciiChar const* getPluginName() const noexcept override {
    return is(Fault::kName) ? "Other" : "Probe";
  }
  AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

  std::int32_t configurePlugin(DynamicPluginTensorDesc const*, std::int32_t,
                               DynamicPluginTensorDesc const*, std::int32_t) noexcept override {
    return is(Fault::kConfigure) ? 1 : 0;
  }
  std::int32_t getOutputDataTypes(DataType* out, std::int32_t nb_outputs, DataType const* in,
                                  std::int32_t) const noexcept override;
  std::int32_t getOutputShapes(DimsExprs const* in, std::int32_t nb_inputs, DimsExprs const*,
                               std::int32_t, DimsExprs* out, std::int32_t,
                               IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t position, DynamicPluginTensorDesc const* ports,
                                 std::int32_t, std::int32_t) noexcept override {
    return behaviour_.accepts(position, ports[position].desc);
  }
  std::int32_t getNbOutputs() const noexcept override {
    if (is(Fault::kOutputCount)) return 0;
    return behaviour_.data_dependent ? 2 : 1;
  }
  std::size_t getWorkspaceSize(DynamicPluginTensorDesc const*, std::int32_t,
                               DynamicPluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    if (is(Fault::kWorkspaceMinusOne)) return static_cast<std::size_t>(-1);
    return is(Fault::kWorkspace) ? std::size_t{1} << 50 : behaviour_.workspace_bytes;
  }
  std::int32_t getNbTactics() noexcept override {
    return is(Fault::kZeroTactic) ? 1 : static_cast<std::int32_t>(behaviour_.tactics.size());
  }
  std::int32_t getValidTactics(std::int32_t* tactics, std::int32_t count) noexcept override;
  char const* getTimingCacheID() noexcept override { return behaviour_.timing_cache_id; }
  std::int32_t getFormatCombinationLimit() noexcept override {
    return is(Fault::kZeroLimit) ? 0 : 100;
  }
  char const* getMetadataString() noexcept override { return nullptr; }

  /// Overrides only where the capability has it (version 2.0): no `override` here.
  std::int32_t getAliasedInput(std::int32_t) noexcept {  // NOLINT(modernize-use-override)
    return is(Fault::kAliasOutOfRange) ? 5 : 0;
  }

  std::int32_t setTactic(std::int32_t tactic) noexcept override {
    if (behaviour_.tactics_seen != nullptr) behaviour_.tactics_seen->push_back(tactic);
    tactic_ = tactic;
    return is(Fault::kSetTactic) ? 1 : 0;
  }
  std::int32_t onShapeChange(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                             std::int32_t) noexcept override {
    return is(Fault::kOnShapeChange) ? 1 : 0;
  }
  std::int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t) noexcept override;
  IPluginV3* attachToContext(IPluginResourceContext*) noexcept override {
    if (is(Fault::kAttachReturnsThis)) return this;
    return is(Fault::kAttach) ? nullptr : new Probe(*this);
  }
  PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    if (is(Fault::kFields)) return nullptr;
    field_ = {"target", &target_, PluginFieldType::kINT32, 1};
    if (is(Fault::kFieldWithoutData)) field_.data = nullptr;
    fields_ = {1, &field_};
    return &fields_;
  }

 private:
  bool is(Fault fault) const { return behaviour_.fault == fault; }

  ProbeBehaviour behaviour_;
  int* alive_;
  std::int32_t tactic_ = 0;
  std::int32_t target_ = 32;
  PluginField field_;
  PluginFieldCollection fields_{};
  inline static IDimensionExpr const* stale_ = nullptr;
};

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::getOutputDataTypes(DataType* out, std::int32_t nb_outputs,
                                                        DataType const* in,
                                                        std::int32_t) const noexcept {
  if (is(Fault::kTypesNotWritten) || nb_outputs == 0) return 0;
  out[0] = is(Fault::kBoolOutput) ? DataType::kBOOL : in[0];
  if (behaviour_.data_dependent) {
    out[0] = DataType::kINT32;
    out[1] = DataType::kINT64;
  }
  return is(Fault::kDataTypes) ? 1 : 0;
}

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::getOutputShapes(DimsExprs const* in, std::int32_t,
                                                     DimsExprs const*, std::int32_t, DimsExprs* out,
                                                     std::int32_t, IExprBuilder& builder) noexcept {
  if (is(Fault::kShapes)) return 1;
  if (is(Fault::kShapesNotWritten)) return 0;
  out[0] = in[0];
  const IDimensionExpr& first = *in[0].d[0];
  const IDimensionExpr& zero = *builder.constant(0);
  if (behaviour_.data_dependent) {
    const auto* upper = builder.operation(DimensionOperation::kPROD, first, *in[0].d[1]);
    const auto* half =
        builder.operation(DimensionOperation::kFLOOR_DIV, *upper, *builder.constant(2));
    out[0].nbDims = 2;
    out[0].d[0] = builder.declareSizeTensor(1, *half, *upper);
    out[0].d[1] = builder.constant(2);
    out[1].nbDims = 0;
  }
  const IDimensionExpr*& last = out[0].d[0];
  if (is(Fault::kNullDimension)) last = nullptr;
  if (is(Fault::kNegativeDimension))
    last = builder.operation(DimensionOperation::kSUB, zero, first);
  if (is(Fault::kDivisionByZero)) {
    last = builder.operation(DimensionOperation::kFLOOR_DIV, first, zero);
  }
  if (is(Fault::kOverflow)) {
    const auto& most = *builder.constant(std::numeric_limits<std::int64_t>::max());
    last = builder.operation(DimensionOperation::kPROD, *builder.constant(4), most);
  }
  if (is(Fault::kStaleExpression)) {
    if (stale_ == nullptr) stale_ = builder.constant(7);
    last = stale_;
  }
  return 0;
}

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::getValidTactics(std::int32_t* tactics,
                                                     std::int32_t count) noexcept {
  if (is(Fault::kZeroTactic)) tactics[0] = 0;
  if (is(Fault::kTooManyTactics)) tactics[count] = 9;
  for (std::size_t i = 0; i < behaviour_.tactics.size(); ++i) tactics[i] = behaviour_.tactics[i];
  return 0;
}

template <class BuildCapability>
std::int32_t Probe<BuildCapability>::enqueue(PluginTensorDesc const* in,
                                             PluginTensorDesc const* out, void const* const* inputs,
                                             void* const* outputs, void* workspace,
                                             cudaStream_t) noexcept {
  if (is(Fault::kEnqueue)) return 1;
  if (behaviour_.data_dependent) {
    std::memcpy(outputs[1], &behaviour_.real_size, sizeof behaviour_.real_size);
  }
  if (behaviour_.compute) return behaviour_.compute(in, out, inputs, outputs, workspace);
  return 0;
}

}  // namespace

ProbeCreator::ProbeCreator(ProbeBehaviour behaviour) : behaviour_(std::move(behaviour)) {}

IPluginV3* ProbeCreator::createPlugin(AsciiChar const*, PluginFieldCollection const*,
                                      TensorRTPhase phase) noexcept {
  if (behaviour_.fault == Fault::kCreateNull) return nullptr;
  if (behaviour_.fault == Fault::kCreateAtRuntime && phase == TensorRTPhase::kRUNTIME) {
    return nullptr;
  }
  if (behaviour_.build_v2) return new Probe<IPluginV3OneBuildV2>(behaviour_, &alive_);
  return new Probe<IPluginV3OneBuild>(behaviour_, &alive_);
}

}  // namespace plugsmith::testing
