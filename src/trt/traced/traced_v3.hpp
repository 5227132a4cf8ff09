// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <string>

#include "src/trt/trace/trace.hpp"

// The wrapper of an IPluginV3 and of its three capabilities.

namespace plugsmith::traced {

/// What the capabilities of one plugin object share.
struct ObjectState {
  trace::Trace& trace;
  std::int32_t id;
  std::int32_t inputs = 0, outputs = 0;  ///< as the last configurePlugin or onShapeChange said
  std::int32_t tactic = 0;

  std::string name() const { return "#" + std::to_string(id); }
  void call(const std::string& text) const { trace.call(name() + " " + text); }
  /// The state of a copy of the plugin, with a number of its own.
  ObjectState copy() const { return {trace, trace.next_object(), inputs, outputs, tactic}; }
};

class TracedCore final : public nvinfer1::IPluginV3OneCore {
 public:
  nvinfer1::IPluginV3OneCore* inner = nullptr;

  nvinfer1::APILanguage getAPILanguage() const noexcept override { return inner->getAPILanguage(); }
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return inner->getInterfaceInfo();
  }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override {
    return inner->getPluginName();
  }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override {
    return inner->getPluginVersion();
  }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override {
    return inner->getPluginNamespace();
  }
};

/// `Capability` is IPluginV3OneBuild or IPluginV3OneBuildV2: the class tells TensorRT what it may
/// call, so it must be the inner one's.
template <class Capability>
class TracedBuild final : public Capability {
 public:
  explicit TracedBuild(ObjectState& state) : state_(state) {}
  Capability* inner = nullptr;

  nvinfer1::APILanguage getAPILanguage() const noexcept override { return inner->getAPILanguage(); }
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return inner->getInterfaceInfo();
  }
  std::int32_t configurePlugin(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t nb_in,
                               nvinfer1::DynamicPluginTensorDesc const* out,
                               std::int32_t nb_out) noexcept override;
  std::int32_t getOutputDataTypes(nvinfer1::DataType* out, std::int32_t nb_out,
                                  nvinfer1::DataType const* in,
                                  std::int32_t nb_in) const noexcept override;
  std::int32_t getOutputShapes(nvinfer1::DimsExprs const* in, std::int32_t nb_in,
                               nvinfer1::DimsExprs const* shapes, std::int32_t nb_shapes,
                               nvinfer1::DimsExprs* out, std::int32_t nb_out,
                               nvinfer1::IExprBuilder& builder) noexcept override;
  bool supportsFormatCombination(std::int32_t position,
                                 nvinfer1::DynamicPluginTensorDesc const* ports, std::int32_t nb_in,
                                 std::int32_t nb_out) noexcept override;
  std::int32_t getNbOutputs() const noexcept override { return inner->getNbOutputs(); }
  std::size_t getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t nb_in,
                               nvinfer1::DynamicPluginTensorDesc const* out,
                               std::int32_t nb_out) const noexcept override;
  std::int32_t getValidTactics(std::int32_t* tactics, std::int32_t count) noexcept override;
  std::int32_t getNbTactics() noexcept override;
  char const* getTimingCacheID() noexcept override;
  std::int32_t getFormatCombinationLimit() noexcept override;
  char const* getMetadataString() noexcept override { return inner->getMetadataString(); }

  /// Overrides only in version 2.0 of the capability, so there is no `override` here.
  std::int32_t getAliasedInput(std::int32_t output) noexcept;  // NOLINT(modernize-use-override)

 private:
  ObjectState& state_;
};

class TracedRuntime final : public nvinfer1::IPluginV3OneRuntime {
 public:
  explicit TracedRuntime(ObjectState& state) : state_(state) {}
  nvinfer1::IPluginV3OneRuntime* inner = nullptr;

  nvinfer1::APILanguage getAPILanguage() const noexcept override { return inner->getAPILanguage(); }
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return inner->getInterfaceInfo();
  }
  std::int32_t setTactic(std::int32_t tactic) noexcept override;
  std::int32_t onShapeChange(nvinfer1::PluginTensorDesc const* in, std::int32_t nb_in,
                             nvinfer1::PluginTensorDesc const* out,
                             std::int32_t nb_out) noexcept override;
  std::int32_t enqueue(nvinfer1::PluginTensorDesc const* in, nvinfer1::PluginTensorDesc const* out,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override;
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext* context) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override;

 private:
  ObjectState& state_;
};

class TracedV3 final : public nvinfer1::IPluginV3 {
 public:
  /// Owns `inner`.
  TracedV3(nvinfer1::IPluginV3& inner, const ObjectState& state)
      : inner_(inner), state_(state), build_(state_), build_v2_(state_), runtime_(state_) {}
  ~TracedV3() override;
  TracedV3(const TracedV3&) = delete;
  TracedV3& operator=(const TracedV3&) = delete;

  nvinfer1::APILanguage getAPILanguage() const noexcept override { return inner_.getAPILanguage(); }
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return inner_.getInterfaceInfo();
  }
  nvinfer1::IPluginCapability* getCapabilityInterface(
      nvinfer1::PluginCapabilityType type) noexcept override;
  nvinfer1::IPluginV3* clone() noexcept override;

  std::string name() const { return state_.name(); }

 private:
  nvinfer1::IPluginV3& inner_;
  ObjectState state_;
  TracedCore core_;
  TracedBuild<nvinfer1::IPluginV3OneBuild> build_;
  TracedBuild<nvinfer1::IPluginV3OneBuildV2> build_v2_;
  TracedRuntime runtime_;
};

/// Wraps what `method` made, which may be null, and writes the call.
nvinfer1::IPluginV3* wrap_made(nvinfer1::IPluginV3* made, const ObjectState& maker,
                               const char* method, const char* remark);

}  // namespace plugsmith::traced
