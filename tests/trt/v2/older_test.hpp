// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "src/trt/deprecated.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/v2_creator.hpp"
#include "src/trt/v2_plugin.hpp"
#include "tests/trt/descs.hpp"
#include "tests/trt/recording_logger.hpp"
#include "tests/trt/v2/older_op.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {

struct Destroy {
  void operator()(nvinfer1::IPluginV2* plugin) const { plugin->destroy(); }
};
using OwnedV2 = std::unique_ptr<nvinfer1::IPluginV2DynamicExt, Destroy>;

/// A creator of Older, a logger that remembers, tensors x [4,8], cache [2] to cache [2], y [8,8].
class OlderTest : public ::testing::Test {
 protected:
  OlderTest() {
    set_logger(&logger_);
    testing::older_events().clear();
  }
  ~OlderTest() override { set_logger(nullptr); }

  OwnedV2 create(const std::vector<nvinfer1::PluginField>& fields = {}) {
    const nvinfer1::PluginFieldCollection collection{static_cast<std::int32_t>(fields.size()),
                                                     fields.data()};
    return owned(creator_.createPlugin("a layer", &collection));
  }
  OwnedV2 create_failing(const char* where) {
    return create({{"fail", where, nvinfer1::PluginFieldType::kCHAR,
                    static_cast<std::int32_t>(std::string(where).size() + 1)}});
  }
  static OwnedV2 owned(nvinfer1::IPluginV2* plugin) {
    return OwnedV2(static_cast<nvinfer1::IPluginV2DynamicExt*>(plugin));
  }
  static std::vector<unsigned char> serialized(const nvinfer1::IPluginV2& plugin) {
    std::vector<unsigned char> bytes(plugin.getSerializationSize());
    plugin.serialize(bytes.data());
    return bytes;
  }
  OwnedV2 deserialize(const std::vector<unsigned char>& bytes) {
    return owned(creator_.deserializePlugin("a layer", bytes.data(), bytes.size()));
  }
  /// The network's x is [-1,columns], its profile ends at [rows,columns].
  void configure_candidate(nvinfer1::IPluginV2DynamicExt& plugin, std::int64_t rows,
                           std::int64_t columns) {
    using testing::desc;
    using testing::dynamic;
    const nvinfer1::DynamicPluginTensorDesc in[] = {
        dynamic(desc(kHalf, {-1, columns}), desc(kHalf, {rows, columns})), dynamic(cache_, cache_)};
    const nvinfer1::DynamicPluginTensorDesc out[] = {
        dynamic(cache_, cache_),
        dynamic(desc(kHalf, {-1, columns}), desc(kHalf, {2 * rows, columns}))};
    plugin.configurePlugin(in, 2, out, 2);
  }
  void configure_shape(nvinfer1::IPluginV2DynamicExt& plugin) {
    using testing::dynamic;
    std::vector<nvinfer1::DynamicPluginTensorDesc> in, out;
    for (const auto& desc : in_) in.push_back(dynamic(desc, desc));
    for (const auto& desc : out_) out.push_back(dynamic(desc, desc));
    plugin.configurePlugin(in.data(), static_cast<std::int32_t>(in.size()), out.data(), 2);
  }
  std::int32_t enqueue(nvinfer1::IPluginV2DynamicExt& plugin) {
    return plugin.enqueue(in_.data(), out_.data(), inputs_, outputs_, workspace_, nullptr);
  }
  static std::vector<std::string> events() {
    std::vector<std::string> all;
    all.swap(testing::older_events());
    return all;
  }

  static constexpr auto kFloat = nvinfer1::DataType::kFLOAT;
  static constexpr auto kHalf = nvinfer1::DataType::kHALF;
  nvinfer1::PluginTensorDesc cache_ = testing::desc(kFloat, {2});
  std::vector<nvinfer1::PluginTensorDesc> in_{testing::desc(kHalf, {4, 8}), cache_};
  std::vector<nvinfer1::PluginTensorDesc> out_{cache_, testing::desc(kHalf, {8, 8})};
  // Input and output of the cache are the same memory: nothing is copied, no device is needed.
  alignas(256) float workspace_[4096] = {};
  float x_[32] = {}, memory_[2] = {5, 6}, y_[64] = {};
  const void* inputs_[3] = {x_, memory_, x_};
  void* outputs_[2] = {memory_, y_};
  testing::RecordingLogger logger_;
  V2Creator creator_{op_entry<testing::OlderOp>(), "2.v2"};
};

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
