// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/host_state.hpp"
#include "src/host/output_shapes.hpp"
#include "src/host/plugin_ports.hpp"

namespace plugsmith::host {

struct ContextResources;

/// One plugin object that the host owns, and the only place that calls its methods: each call is
/// announced to the observer, traced, and judged; what breaks the contract (where real TensorRT
/// would crash, too) becomes a Status that names object and method. What IPluginV3 and IPluginV2
/// have in common; each family's own methods and their order stand in its class and its build
/// phase. One thread at a time.
class PluginObject {
 public:
  virtual ~PluginObject() = default;
  PluginObject(const PluginObject&) = delete;
  PluginObject& operator=(const PluginObject&) = delete;

  std::int32_t id() const { return id_; }
  const std::string& who() const { return who_; }

  /// What TensorRT calls a layer of such an object: "PluginV3_V3ONE".
  virtual const char* layer_kind() const = 0;
  virtual Result<PluginTriple> triple() = 0;

  // What a network asks
  virtual Result<std::int32_t> output_count() = 0;
  virtual Result<std::vector<nvinfer1::DataType>> output_types(
      const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) = 0;
  virtual Result<OutputShapes> output_shapes(
      const std::vector<DimValues>& inputs, const ShapeInputs& shape_inputs,
      const std::vector<nvinfer1::DataType>& output_types) = 0;

  // What a builder asks
  virtual Result<bool> supports_format(std::int32_t position, const Ports& ports) = 0;
  virtual Result<std::int32_t> combination_limit() = 0;
  virtual Status configure(const Ports& ports) = 0;
  virtual Result<std::int64_t> workspace_bytes(const Ports& ports) = 0;

  // What an execution context does
  /// The object that a new execution context owns. `resources` must outlive it.
  virtual Result<std::unique_ptr<PluginObject>> make_context_object(
      ContextResources& resources) = 0;
  /// Concrete dims before the first enqueue and after they changed.
  virtual Status shape_changed(const RuntimePorts& ports) = 0;
  virtual Status enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) = 0;

  /// Looks for the CPU reference of an op that was built with Plugsmith. Ask only objects whose
  /// library offers references.
  virtual Status find_reference() = 0;
  virtual bool has_reference() const = 0;
  /// To be said before shape_changed() where run_reference() follows: no device will be used.
  virtual Status expect_reference() = 0;
  Status run_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers);

 protected:
  /// Room for the sentence in which a reference says why it failed.
  struct MessageBuffer {
    char* text;
    std::int32_t bytes;
  };

  /// Numbers the object. `who` names op and layer in messages.
  PluginObject(std::shared_ptr<HostState> state, std::string who);

  /// Calls the reference; its return code.
  virtual std::int32_t call_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers,
                                      MessageBuffer message) = 0;

  template <class Call>
  Status call(const char* method, Call&& body);
  const std::shared_ptr<HostState>& state() const { return state_; }
  const std::string& name() const { return name_; }  ///< "#3"
  bool tracing() const { return state_->trace.enabled(); }
  void trace(const std::string& text);
  Status broken(const std::string& what_and_fix) const;
  Status non_zero(const char* method, std::int64_t code) const;

  // What any plugin's answers are held to
  Status check_output_count(std::int32_t count) const;
  Status check_type(const char* method, std::size_t output, nvinfer1::DataType type) const;
  Result<std::int64_t> checked_workspace(std::size_t bytes) const;

 private:
  std::shared_ptr<HostState> state_;
  std::string who_;
  std::int32_t id_;
  std::string name_;
};

}  // namespace plugsmith::host
