// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <string>
#include <vector>

#include "src/check/any_plugin.hpp"

namespace plugsmith::check {

/// An IPluginV3.
class Plugin final : public AnyPlugin {
 public:
  /// Takes ownership; asks for the capabilities, which stay null where the plugin gives none.
  Plugin(std::shared_ptr<host::HostState> state, nvinfer1::IPluginV3* plugin, std::string name);
  ~Plugin() override;

  nvinfer1::IPluginV3* raw() const { return plugin_; }
  nvinfer1::IPluginV3OneCore* core() const { return core_; }
  nvinfer1::IPluginV3OneBuild* build() const { return build_; }
  nvinfer1::IPluginV3OneBuildV2* build_v2() const { return build_v2_; }
  nvinfer1::IPluginV3OneRuntime* runtime() const { return runtime_; }

  nvinfer1::IPluginCapability* capability(nvinfer1::PluginCapabilityType type) const;
  std::unique_ptr<Plugin> clone() const;  ///< null if the plugin's is
  std::unique_ptr<Plugin> attach(nvinfer1::IPluginResourceContext& context) const;
  /// What getFieldsToSerialize gave, copied; the error says what is wrong with it.
  Result<std::vector<host::FieldValue>> fields() const;

  MethodNames methods() const override { return {"getOutputDataTypes", "getOutputShapes"}; }
  std::string unbuildable() const override;
  std::unique_ptr<AnyPlugin> copy() const override { return clone(); }
  Result<std::vector<host::FieldValue>> state() const override;
  std::int32_t output_count() const override;
  TypesAnswer types(const std::vector<nvinfer1::DataType>& inputs,
                    std::int32_t outputs) const override;
  ShapesAnswer shapes(const std::vector<host::DimValues>& inputs,
                      const std::vector<std::int32_t>& shape_elements,
                      const std::vector<nvinfer1::DataType>& types) const override;
  bool supports(std::int32_t position, const host::Ports& ports) const override;
  std::int32_t combination_limit() const override;
  std::int32_t configure(const host::Ports& ports) const override;
  std::size_t workspace(const host::Ports& ports) const override;
  std::int32_t tactic_count() const override;
  /// Empty where there is none.
  std::string timing_cache_id() const;

 private:
  std::unique_ptr<Plugin> adopt(nvinfer1::IPluginV3* made, const char* how) const;

  nvinfer1::IPluginV3* plugin_;
  nvinfer1::IPluginV3OneCore* core_ = nullptr;
  nvinfer1::IPluginV3OneBuild* build_ = nullptr;
  nvinfer1::IPluginV3OneBuildV2* build_v2_ = nullptr;
  nvinfer1::IPluginV3OneRuntime* runtime_ = nullptr;
};

}  // namespace plugsmith::check
