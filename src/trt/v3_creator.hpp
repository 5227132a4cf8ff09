// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <utility>

#include "src/trt/creator_core.hpp"
#include "src/trt/v3_plugin.hpp"

namespace plugsmith::trt {

/// Makes V3Plugins of one op. Lives as long as the library; calls may come from several threads.
class V3Creator final : public nvinfer1::IPluginCreatorV3One {
 public:
  /// `factory` makes the plugin object around an op; see override.hpp for others.
  explicit V3Creator(const OpEntry& entry, PluginFactory* factory = &make_v3_plugin)
      : core_(entry), factory_(factory) {}

  /// Namespace for the registry and for the plugins made from now on; the op's own by default.
  /// Call before registering.
  void set_namespace(std::string name_space) { core_.set_name_space(std::move(name_space)); }

  nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const* name,
                                    nvinfer1::PluginFieldCollection const* fc,
                                    nvinfer1::TensorRTPhase phase) noexcept override;
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override;
  nvinfer1::AsciiChar const* getPluginName() const noexcept override;
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override;
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override;

 private:
  CreatorCore core_;
  PluginFactory* factory_;
};

}  // namespace plugsmith::trt
