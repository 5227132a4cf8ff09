// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_creator.hpp"

#include "src/trt/logging.hpp"

namespace plugsmith::trt {

nvinfer1::IPluginV3* V3Creator::createPlugin(nvinfer1::AsciiChar const*,
                                             nvinfer1::PluginFieldCollection const* fc,
                                             nvinfer1::TensorRTPhase phase) noexcept {
  nvinfer1::IPluginV3* plugin = nullptr;
  guarded("createPlugin", [&] {
    Result<std::unique_ptr<AnyOp>> op =
        phase == nvinfer1::TensorRTPhase::kBUILD ? core_.from_build(fc) : core_.from_engine(fc);
    if (!op.is_ok()) return op.status();
    plugin = factory_(std::move(*op), core_.name_space()).release();
    return Status::ok();
  });
  return plugin;
}

nvinfer1::PluginFieldCollection const* V3Creator::getFieldNames() noexcept {
  return core_.field_names();
}
nvinfer1::AsciiChar const* V3Creator::getPluginName() const noexcept {
  return core_.traits().identity.name;
}
nvinfer1::AsciiChar const* V3Creator::getPluginVersion() const noexcept {
  return core_.traits().identity.version;
}
nvinfer1::AsciiChar const* V3Creator::getPluginNamespace() const noexcept {
  return core_.name_space().c_str();
}

}  // namespace plugsmith::trt
