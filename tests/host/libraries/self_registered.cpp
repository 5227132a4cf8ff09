// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// Registers itself while it loads, through the stand-in's registry.
namespace {

class SelfRegistered final : public nvinfer1::IPluginCreatorV3One {
 public:
  nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const*,
                                    nvinfer1::PluginFieldCollection const*,
                                    nvinfer1::TensorRTPhase) noexcept override {
    return nullptr;
  }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  nvinfer1::AsciiChar const* getPluginName() const noexcept override { return "SelfRegistered"; }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override { return "1"; }
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 private:
  nvinfer1::PluginFieldCollection fields_{};
};

}  // namespace

REGISTER_TENSORRT_PLUGIN(SelfRegistered);
