// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstddef>
#include <string>
#include <utility>

#include "src/trt/creator_core.hpp"
#include "src/trt/deprecated.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

/// Makes V2Plugins of one op. Lives as long as the library; calls may come from several threads,
/// except setPluginNamespace, which comes before the registration.
class V2Creator final : public nvinfer1::IPluginCreator {
 public:
  using Ascii = nvinfer1::AsciiChar;

  /// `version` is what the registry knows: the op's own, or another where V3 stands beside it. The
  /// op must be one without v2_obstacle().
  V2Creator(const OpEntry& entry, std::string version)
      : core_(entry), version_(std::move(version)) {}

  Ascii const* getPluginName() const noexcept override { return core_.traits().identity.name; }
  Ascii const* getPluginVersion() const noexcept override { return version_.c_str(); }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override {
    return core_.field_names();
  }
  nvinfer1::IPluginV2* createPlugin(Ascii const* name,
                                    nvinfer1::PluginFieldCollection const* fc) noexcept override;
  nvinfer1::IPluginV2* deserializePlugin(Ascii const* name, void const* data,
                                         std::size_t bytes) noexcept override;
  void setPluginNamespace(Ascii const* name_space) noexcept override;
  Ascii const* getPluginNamespace() const noexcept override { return core_.name_space().c_str(); }

 private:
  Result<std::unique_ptr<AnyOp>> from_bytes(void const* data, std::size_t bytes) const;

  CreatorCore core_;
  std::string version_;
};

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
