// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// A creator of TensorRT's Python-only kind: same strings, another createPlugin.
namespace {

class QuickCreator final : public nvinfer1::IPluginCreatorInterface {
 public:
  nvinfer1::InterfaceInfo getInterfaceInfo() const noexcept override {
    return {"PLUGIN CREATOR_V3QUICK", 1, 0};
  }
  virtual nvinfer1::IPluginV3* createPlugin(nvinfer1::AsciiChar const*, nvinfer1::AsciiChar const*,
                                            nvinfer1::PluginFieldCollection const*,
                                            nvinfer1::TensorRTPhase, std::int32_t) noexcept {
    __builtin_trap();  // must never be called
  }
  virtual nvinfer1::PluginFieldCollection const* getFieldNames() noexcept { return &fields_; }
  virtual nvinfer1::AsciiChar const* getPluginName() const noexcept { return "Quick"; }
  virtual nvinfer1::AsciiChar const* getPluginVersion() const noexcept { return "1"; }
  virtual nvinfer1::AsciiChar const* getPluginNamespace() const noexcept { return ""; }

 private:
  nvinfer1::PluginFieldCollection fields_{};
};

}  // namespace

PLUGSMITH_TEST_EXPORT void setLoggerFinder(nvinfer1::ILoggerFinder*) {}

PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreatorInterface* const* getCreators(std::int32_t& count) {
  static QuickCreator creator;
  static nvinfer1::IPluginCreatorInterface* const list[] = {&creator};
  count = 1;
  return list;
}
