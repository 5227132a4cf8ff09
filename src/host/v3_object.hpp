// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/host/plugin_object.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::host {

/// An IPluginV3.
class V3Object final : public PluginObject {
 public:
  enum class Phase { kBuild, kRuntime };
  static constexpr char kTypesMethod[] = "getOutputDataTypes";

  /// Takes ownership of `plugin`.
  V3Object(std::shared_ptr<HostState> state, nvinfer1::IPluginV3* plugin, std::string who);
  ~V3Object() override;

  const char* layer_kind() const override { return "PluginV3_V3ONE"; }

  /// Asks for the capabilities of the phase and checks their kinds. First call on a new object.
  Status bind(Phase phase);

  Result<PluginTriple> triple() override;
  Result<std::unique_ptr<V3Object>> clone();
  /// What addPluginV3 does with the caller's object; the network's clone.
  Result<std::unique_ptr<V3Object>> enter_network() { return clone(); }
  /// How often the network's object is asked for the types of all outputs: once for each.
  static std::int32_t type_rounds(std::int32_t outputs) { return outputs; }

  // Build capability
  Result<std::int32_t> output_count() override;
  Result<std::vector<nvinfer1::DataType>> output_types(
      const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) override;
  Result<OutputShapes> output_shapes(const std::vector<DimValues>& inputs,
                                     const ShapeInputs& shape_inputs,
                                     const std::vector<nvinfer1::DataType>& output_types) override;
  bool can_alias() const { return build_v2_ != nullptr; }
  Result<std::int32_t> aliased_input(std::int32_t output, std::int32_t inputs);
  Result<bool> supports_format(std::int32_t position, const Ports& ports) override;
  Result<std::int32_t> combination_limit() override;
  Status configure(const Ports& ports) override;
  Result<std::vector<std::int64_t>> tactics();
  Result<std::string> timing_cache_id();  ///< empty: none
  Result<std::int64_t> workspace_bytes(const Ports& ports) override;

  // Runtime capability
  Status set_tactic(std::int64_t tactic);
  Result<std::unique_ptr<V3Object>> attach(nvinfer1::IPluginResourceContext& context, Phase phase);
  Result<std::unique_ptr<PluginObject>> make_context_object(ContextResources& resources) override;
  Status shape_changed(const RuntimePorts& ports) override;
  Status enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) override;
  Result<std::vector<FieldValue>> fields_to_serialize();

  Status find_reference() override;
  bool has_reference() const override { return reference_ != nullptr; }
  Status expect_reference() override;

 private:
  std::int32_t call_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers,
                              MessageBuffer message) override;
  Result<nvinfer1::IPluginCapability*> capability(nvinfer1::PluginCapabilityType type,
                                                  const char* type_name, const char* kind);
  Result<std::unique_ptr<V3Object>> adopt(nvinfer1::IPluginV3* made, const char* method,
                                          Phase phase);

  nvinfer1::IPluginV3* plugin_;
  Phase phase_ = Phase::kBuild;
  nvinfer1::IPluginV3OneCore* core_ = nullptr;
  nvinfer1::IPluginV3OneBuild* build_ = nullptr;
  nvinfer1::IPluginV3OneBuildV2* build_v2_ = nullptr;
  nvinfer1::IPluginV3OneRuntime* runtime_ = nullptr;
  trt::IReferenceCapability* reference_ = nullptr;
};

}  // namespace plugsmith::host
