// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <string>
#include <vector>

#include "src/host/call_guard.hpp"
#include "src/host/host_state.hpp"
#include "src/host/output_shapes.hpp"
#include "src/host/plugin_object.hpp"

namespace plugsmith::check {

/// What getOutputDataTypes did.
struct TypesAnswer {
  std::int32_t code = 0;
  std::vector<nvinfer1::DataType> types;  ///< -1: not written
  bool wrote_beyond = false;
};

/// What getOutputShapes did.
struct ShapesAnswer {
  std::int32_t code = 0;
  bool read_beyond = false;  ///< it used an input behind the last one
  Status fault = Status::ok();
  host::OutputShapes shapes;  ///< if fault is ok
};

/// A plugin object that the checker owns and calls bare: unlike host::PluginObject nothing is
/// judged, so that a rule can look at every answer. All calls are announced to the observer.
class Plugin {
 public:
  /// Takes ownership; asks for the capabilities, which stay null where the plugin gives none.
  Plugin(std::shared_ptr<host::HostState> state, nvinfer1::IPluginV3* plugin, std::string name);
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  nvinfer1::IPluginV3* raw() const { return plugin_; }
  nvinfer1::IPluginV3OneCore* core() const { return core_; }
  nvinfer1::IPluginV3OneBuild* build() const { return build_; }
  nvinfer1::IPluginV3OneBuildV2* build_v2() const { return build_v2_; }
  nvinfer1::IPluginV3OneRuntime* runtime() const { return runtime_; }

  /// Runs a call into the plugin, announced as `method`.
  template <class Call>
  auto call(const char* method, Call&& body) const {
    const host::CallMark mark(state_->observer(), name_.c_str(), method);
    return body();
  }

  nvinfer1::IPluginCapability* capability(nvinfer1::PluginCapabilityType type) const;
  std::unique_ptr<Plugin> clone() const;  ///< null if the plugin's is
  std::unique_ptr<Plugin> attach(nvinfer1::IPluginResourceContext& context) const;
  /// What getFieldsToSerialize gave, copied; the error says what is wrong with it.
  Result<std::vector<host::FieldValue>> fields() const;

  std::int32_t output_count() const;
  TypesAnswer types(const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) const;
  ShapesAnswer shapes(const std::vector<host::DimValues>& inputs,
                      const std::vector<std::int32_t>& shape_elements,
                      const std::vector<nvinfer1::DataType>& types) const;
  bool supports(std::int32_t position, const host::Ports& ports) const;
  std::int32_t configure(const host::Ports& ports) const;
  std::size_t workspace(const host::Ports& ports) const;
  /// Empty where there is none.
  std::string timing_cache_id() const;

 private:
  std::unique_ptr<Plugin> adopt(nvinfer1::IPluginV3* made, const char* how) const;

  std::shared_ptr<host::HostState> state_;
  nvinfer1::IPluginV3* plugin_;
  std::string name_;
  nvinfer1::IPluginV3OneCore* core_ = nullptr;
  nvinfer1::IPluginV3OneBuild* build_ = nullptr;
  nvinfer1::IPluginV3OneBuildV2* build_v2_ = nullptr;
  nvinfer1::IPluginV3OneRuntime* runtime_ = nullptr;
};

/// Entries behind the last one of every array that a plugin gets: legal memory, so that a plugin
/// which is given fewer inputs than it needs reads nonsense instead of crashing.
inline constexpr std::size_t kPadding = 16;

}  // namespace plugsmith::check
