// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/host_state.hpp"
#include "src/host/output_shapes.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::host {

/// Descriptors of a layer's device inputs, then outputs.
struct Ports {
  std::vector<nvinfer1::DynamicPluginTensorDesc> descs;
  std::int32_t inputs = 0;

  std::int32_t outputs() const { return static_cast<std::int32_t>(descs.size()) - inputs; }
  const nvinfer1::DynamicPluginTensorDesc* in() const { return descs.data(); }
  const nvinfer1::DynamicPluginTensorDesc* out() const { return descs.data() + inputs; }
};

/// The same with concrete dims.
struct RuntimePorts {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  std::int32_t inputs = 0;

  std::int32_t outputs() const { return static_cast<std::int32_t>(descs.size()) - inputs; }
  const nvinfer1::PluginTensorDesc* in() const { return descs.data(); }
  const nvinfer1::PluginTensorDesc* out() const { return descs.data() + inputs; }
};

/// Pointers and settings of one enqueue.
struct EnqueueBuffers {
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  void* workspace = nullptr;
  std::int64_t tactic = 0;  ///< for the trace: the tactic in force
};

/// Name, version and namespace as the plugin's core capability gives them.
struct PluginTriple {
  std::string name, version, name_space;
};

/// One plugin object that the host owns, and the only place that calls its methods: each call is
/// announced to the observer, traced, and judged; what breaks the contract (where real TensorRT
/// would crash, too) becomes a Status that names object and method. One thread at a time.
class PluginObject {
 public:
  enum class Phase { kBuild, kRuntime };

  /// Takes ownership of `plugin` and numbers it. `who` names op and layer in messages.
  PluginObject(std::shared_ptr<HostState> state, nvinfer1::IPluginV3* plugin, std::string who);
  ~PluginObject();
  PluginObject(const PluginObject&) = delete;
  PluginObject& operator=(const PluginObject&) = delete;

  std::int32_t id() const { return id_; }
  const std::string& who() const { return who_; }

  /// Asks for the capabilities of the phase and checks their kinds. First call on a new object.
  Status bind(Phase phase);

  // Any phase
  Result<PluginTriple> triple();
  Result<std::unique_ptr<PluginObject>> clone();

  // Build capability
  Result<std::int32_t> output_count();
  Result<std::vector<nvinfer1::DataType>> output_types(
      const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs);
  Result<OutputShapes> output_shapes(const std::vector<DimValues>& inputs,
                                     const std::vector<std::int32_t>& shape_elements,
                                     const std::vector<nvinfer1::DataType>& output_types);
  bool can_alias() const { return build_v2_ != nullptr; }
  Result<std::int32_t> aliased_input(std::int32_t output, std::int32_t inputs);
  Result<bool> supports_format(std::int32_t position, const Ports& ports);
  Result<std::int32_t> combination_limit();
  Status configure(const Ports& ports);
  Result<std::vector<std::int64_t>> tactics();
  Result<std::string> timing_cache_id();  ///< empty: none
  Result<std::int64_t> workspace_bytes(const Ports& ports);

  // Runtime capability
  Status set_tactic(std::int64_t tactic);
  Result<std::unique_ptr<PluginObject>> attach(nvinfer1::IPluginResourceContext& context,
                                               Phase phase);
  Status on_shape_change(const RuntimePorts& ports);
  Status enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers);
  Result<std::vector<FieldValue>> fields_to_serialize();

  /// The CPU reference of an op that was built with Plugsmith; null if it has none. Ask only
  /// objects whose library exports plugsmithAbi.
  Result<trt::IReferenceCapability*> reference_capability();
  /// To be said before onShapeChange where run_reference() follows: no device will be used.
  Status expect_reference(trt::IReferenceCapability& reference);
  Status run_reference(trt::IReferenceCapability& reference, const RuntimePorts& ports,
                       const EnqueueBuffers& buffers);

 private:
  template <class Call>
  Status call(const char* method, Call&& body);
  Result<nvinfer1::IPluginCapability*> capability(nvinfer1::PluginCapabilityType type,
                                                  const char* type_name, const char* kind);
  Result<std::unique_ptr<PluginObject>> adopt(nvinfer1::IPluginV3* made, const char* method,
                                              Phase phase);
  void trace(const std::string& text);
  Status broken(const std::string& what_and_fix) const;
  Status non_zero(const char* method, std::int64_t code) const;

  std::shared_ptr<HostState> state_;
  nvinfer1::IPluginV3* plugin_;
  std::string who_;
  std::int32_t id_;
  std::string name_;  ///< "#3"
  Phase phase_ = Phase::kBuild;
  nvinfer1::IPluginV3OneCore* core_ = nullptr;
  nvinfer1::IPluginV3OneBuild* build_ = nullptr;
  nvinfer1::IPluginV3OneBuildV2* build_v2_ = nullptr;
  nvinfer1::IPluginV3OneRuntime* runtime_ = nullptr;
};

}  // namespace plugsmith::host
