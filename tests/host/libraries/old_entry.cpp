// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/libraries/small_op.hpp"

// What a library for TensorRT 8.6 exports. IPluginCreator is deprecated.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

class OldCreator final : public nvinfer1::IPluginCreator {
 public:
  nvinfer1::AsciiChar const* getPluginName() const noexcept override { return "OldEntry"; }
  nvinfer1::AsciiChar const* getPluginVersion() const noexcept override { return "3"; }
  nvinfer1::PluginFieldCollection const* getFieldNames() noexcept override { return &fields_; }
  nvinfer1::IPluginV2* createPlugin(nvinfer1::AsciiChar const*,
                                    nvinfer1::PluginFieldCollection const*) noexcept override {
    return nullptr;
  }
  nvinfer1::IPluginV2* deserializePlugin(nvinfer1::AsciiChar const*, void const*,
                                         std::size_t) noexcept override {
    return nullptr;
  }
  void setPluginNamespace(nvinfer1::AsciiChar const*) noexcept override {}
  nvinfer1::AsciiChar const* getPluginNamespace() const noexcept override { return ""; }

 private:
  nvinfer1::PluginFieldCollection fields_{};
};

}  // namespace

PLUGSMITH_TEST_EXPORT nvinfer1::IPluginCreator* const* getPluginCreators(std::int32_t& count) {
  static OldCreator creator;
  static nvinfer1::IPluginCreator* const list[] = {&creator};
  count = 1;
  return list;
}
