// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <vector>

#include "src/trt/logging.hpp"
#include "src/trt/v2_bridge.hpp"
#include "src/trt/v2_creator.hpp"
#include "src/trt/v3_creator.hpp"
#include "tests/trt/recording_logger.hpp"
#include "threshold/threshold.hpp"
#include "threshold_v2.hpp"

// Engines that hold the hand-written plugin go on with the op that took its place.

namespace plugsmith::trt {
namespace {

class Migrating : public ::testing::Test {
 protected:
  Migrating() { set_logger(&logger_); }
  ~Migrating() override { set_logger(nullptr); }

  const float limit_ = 0.5F, value_ = -1.0F;
  const nvinfer1::PluginField fields_[2] = {
      {"limit", &limit_, nvinfer1::PluginFieldType::kFLOAT32, 1},
      {"value", &value_, nvinfer1::PluginFieldType::kFLOAT32, 1}};
  const nvinfer1::PluginFieldCollection given_{2, fields_};
  testing::RecordingLogger logger_;
  example::ThresholdV2Creator by_hand_;
};

std::vector<char> blob_of(nvinfer1::IPluginV2* plugin) {
  std::vector<char> blob(plugin->getSerializationSize());
  plugin->serialize(blob.data());
  plugin->destroy();
  return blob;
}

TEST_F(Migrating, TheV2FormReadsTheBytesOfTheHandWrittenPlugin) {
  const std::vector<char> old = blob_of(by_hand_.createPlugin("", &given_));
  ASSERT_EQ(old.size(), 8U);
  V2Creator after(op_entry<ops::Threshold>(), "1");
  nvinfer1::IPluginV2* plugin = after.deserializePlugin("", old.data(), old.size());
  ASSERT_NE(plugin, nullptr) << logger_.last();
  EXPECT_EQ(blob_of(plugin), blob_of(after.createPlugin("", &given_)));
  EXPECT_EQ(after.deserializePlugin("", old.data(), 7), nullptr);
  EXPECT_EQ(logger_.last(), "Threshold: the engine holds neither our fields nor 8 bytes");
}

TEST_F(Migrating, TheV3FormReadsTheFieldOfTheBridgedPlugin) {
  V2BridgeCreator bridge(by_hand_);
  const std::unique_ptr<nvinfer1::IPluginV3> bridged(
      bridge.createPlugin("", &given_, nvinfer1::TensorRTPhase::kBUILD));
  ASSERT_NE(bridged, nullptr) << logger_.last();
  auto* runtime = static_cast<nvinfer1::IPluginV3OneRuntime*>(
      bridged->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME));
  V3Creator after(op_entry<ops::Threshold>());
  const std::unique_ptr<nvinfer1::IPluginV3> plugin(
      after.createPlugin("", runtime->getFieldsToSerialize(), nvinfer1::TensorRTPhase::kRUNTIME));
  ASSERT_NE(plugin, nullptr) << logger_.last();
  EXPECT_STREQ(static_cast<V3Plugin&>(*plugin).getTimingCacheID(),
               "schema=1;limit=0.5;value=-1;in_place=false");
}

}  // namespace
}  // namespace plugsmith::trt
