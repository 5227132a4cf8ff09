// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_bridge.hpp"

#include <gtest/gtest.h>

#include "src/trt/logging.hpp"
#include "tests/trt/descs.hpp"
#include "tests/trt/recording_logger.hpp"
#include "tests/trt/v2/expressions.hpp"
#include "tests/trt/v2/witness.hpp"

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

using nvinfer1::PluginCapabilityType;
using nvinfer1::PluginField;
using nvinfer1::PluginFieldType;
using nvinfer1::TensorRTPhase;
using testing::desc;
using testing::dynamic;
using Events = std::vector<std::string>;

class V2BridgeTest : public ::testing::Test {
 protected:
  V2BridgeTest() { set_logger(&logger_); }
  ~V2BridgeTest() override { set_logger(nullptr); }

  std::unique_ptr<V2Bridge> make(TensorRTPhase phase) { return from(phase, {&blob_, 1}); }
  std::unique_ptr<V2Bridge> from(TensorRTPhase phase, std::pair<const PluginField*, int> fields) {
    const nvinfer1::PluginFieldCollection collection{fields.second, fields.first};
    return std::unique_ptr<V2Bridge>(
        static_cast<V2Bridge*>(bridge_.createPlugin("layer", &collection, phase)));
  }
  static std::unique_ptr<V2Bridge> attach(V2Bridge& plugin) {
    return std::unique_ptr<V2Bridge>(static_cast<V2Bridge*>(plugin.attachToContext(nullptr)));
  }
  static std::int32_t run(V2Bridge& plugin, std::int64_t rows) {
    const nvinfer1::PluginTensorDesc io = desc(nvinfer1::DataType::kFLOAT, {rows});
    return plugin.onShapeChange(&io, 1, &io, 1) +
           plugin.enqueue(&io, &io, nullptr, nullptr, nullptr, nullptr);
  }
  Events events() {
    Events all;
    all.swap(shared_.events);
    return all;
  }

  PluginField blob_{"serialized", "abc", PluginFieldType::kUNKNOWN, 3};
  testing::RecordingLogger logger_;
  testing::Witness::Shared shared_;
  testing::WitnessCreator creator_{shared_};
  V2BridgeCreator bridge_{creator_, "1.v3"};
};

// As recorded of TensorRT 10.6: deserialize, initialize, clone, attach; configure and enqueue;
// detach, destroy; terminate, destroy.
TEST_F(V2BridgeTest, CallsTheObjectsOfAnEngineAsTensorRTDoes) {
  auto engine = make(TensorRTPhase::kRUNTIME);
  ASSERT_NE(engine, nullptr) << logger_.last();
  auto context = attach(*engine);
  ASSERT_EQ(run(*context, 16), 0);
  ASSERT_EQ(run(*context, 24), 0);
  context.reset();
  engine.reset();
  EXPECT_EQ(events(), (Events{"#0 initialize", "#0 clone", "#1 attachToContext",
                              "#1 configurePlugin 16 in 16..16", "#1 enqueue",
                              "#1 configurePlugin 24 in 24..24", "#1 enqueue",
                              "#1 detachFromContext", "#1 destroy", "#0 terminate", "#0 destroy"}));
}

TEST_F(V2BridgeTest, InitialisesATrialObjectOfTheBuildAndTerminatesIt) {
  auto plugin = make(TensorRTPhase::kBUILD);
  const std::unique_ptr<nvinfer1::IPluginV3> network(plugin->clone());
  auto trial = attach(*plugin);
  const auto io =
      dynamic(desc(nvinfer1::DataType::kFLOAT, {-1}), desc(nvinfer1::DataType::kFLOAT, {32}));
  ASSERT_EQ(trial->configurePlugin(&io, 1, &io, 1), 0);
  EXPECT_EQ(trial->getWorkspaceSize(&io, 1, &io, 1), 320U);
  ASSERT_EQ(run(*trial, 8), 0);
  trial.reset();
  EXPECT_EQ(events(), (Events{"#0 clone", "#0 clone", "#2 initialize", "#2 attachToContext",
                              "#2 configurePlugin -1 in 32..32", "#2 configurePlugin 8 in 8..8",
                              "#2 enqueue", "#2 detachFromContext", "#2 terminate", "#2 destroy"}));
}

TEST_F(V2BridgeTest, BearsTheTripleOfItsCreatorAndAllCapabilities) {
  const auto plugin = make(TensorRTPhase::kBUILD);
  EXPECT_STREQ(bridge_.getPluginName(), "Witness");
  EXPECT_STREQ(bridge_.getPluginVersion(), "1.v3");
  EXPECT_STREQ(bridge_.getPluginNamespace(), "mine");
  EXPECT_STREQ(plugin->getPluginName(), "Witness");
  EXPECT_STREQ(plugin->getPluginVersion(), "1.v3");
  EXPECT_STREQ(plugin->getPluginNamespace(), "mine");
  for (const auto type : {PluginCapabilityType::kCORE, PluginCapabilityType::kBUILD,
                          PluginCapabilityType::kRUNTIME}) {
    EXPECT_NE(plugin->getCapabilityInterface(type), nullptr);
  }
  EXPECT_EQ(plugin->getCapabilityInterface(static_cast<PluginCapabilityType>(77)), nullptr);
}

TEST_F(V2BridgeTest, AnswersTypesShapesAndFormatsThroughTheV2Object) {
  const auto plugin = make(TensorRTPhase::kBUILD);
  const nvinfer1::DataType in = nvinfer1::DataType::kHALF;
  nvinfer1::DataType out{};
  EXPECT_EQ(plugin->getOutputDataTypes(&out, 1, &in, 1), 0);
  EXPECT_EQ(out, in);
  testing::Builder expressions;
  nvinfer1::DimsExprs shape{}, result{};
  shape.nbDims = 1;
  shape.d[0] = expressions.make(5);
  EXPECT_EQ(plugin->getOutputShapes(&shape, 1, nullptr, 0, &result, 1, expressions.builder()), 0);
  EXPECT_EQ(testing::Builder::value(result.d[0]), 5);
  EXPECT_NE(plugin->getOutputShapes(&shape, 1, &shape, 1, &result, 1, expressions.builder()), 0);
  EXPECT_EQ(logger_.last(),
            "Witness: a bridged IPluginV2 takes no shape inputs; pass them as tensors");
  nvinfer1::DynamicPluginTensorDesc io[2] = {};
  io[1].desc.type = nvinfer1::DataType::kINT8;
  EXPECT_TRUE(plugin->supportsFormatCombination(0, io, 1, 1));
  EXPECT_FALSE(plugin->supportsFormatCombination(1, io, 1, 1));
  EXPECT_EQ(plugin->setTactic(0), 0);
  EXPECT_NE(plugin->setTactic(2), 0);
  EXPECT_EQ(logger_.last(), "Witness: a bridged IPluginV2 has no tactic 2; it has only 0");
}

TEST_F(V2BridgeTest, CarriesTheBytesOfTheV2ObjectInOneField) {
  const auto plugin = make(TensorRTPhase::kBUILD);
  const auto* fields = plugin->getFieldsToSerialize();
  ASSERT_EQ(fields->nbFields, 1);
  EXPECT_STREQ(fields->fields[0].name, "serialized");
  EXPECT_EQ(fields->fields[0].type, PluginFieldType::kUNKNOWN);
  ASSERT_EQ(fields->fields[0].length, 3);
  EXPECT_EQ(std::memcmp(fields->fields[0].data, "abc", 3), 0);
}

TEST_F(V2BridgeTest, RefusesAnEngineThatDoesNotHoldThem) {
  EXPECT_EQ(from(TensorRTPhase::kRUNTIME, {nullptr, 0}), nullptr);
  EXPECT_EQ(logger_.last(),
            "Witness: the engine holds no field \"serialized\"; it was not built with the bridged "
            "form of this plugin");
  blob_.type = PluginFieldType::kINT32;
  EXPECT_EQ(make(TensorRTPhase::kRUNTIME), nullptr);
  EXPECT_EQ(logger_.last(), "Witness: field \"serialized\" of the engine must be kUNKNOWN bytes");
  blob_ = {"serialized", "abd", PluginFieldType::kUNKNOWN, 3};
  EXPECT_EQ(make(TensorRTPhase::kRUNTIME), nullptr);
  EXPECT_EQ(logger_.last(), "Witness: the bridged creator returned null; see the messages before");
}

TEST_F(V2BridgeTest, SaysSoWhenTheObjectCannotBeInitialisedOrCloned) {
  shared_.initialize_code = 5;
  EXPECT_EQ(make(TensorRTPhase::kRUNTIME), nullptr);
  EXPECT_EQ(logger_.lines()[0], "Witness: initialize() of the bridged plugin returned 5");
  EXPECT_EQ(events(), (Events{"#0 initialize", "#0 destroy"}));
  shared_.clones = false;
  const auto plugin = make(TensorRTPhase::kBUILD);
  EXPECT_EQ(plugin->clone(), nullptr);
  EXPECT_EQ(plugin->attachToContext(nullptr), nullptr);
  EXPECT_EQ(logger_.last(), "Witness: the bridged clone() returned null");
}

}  // namespace
}  // namespace plugsmith::trt
PLUGSMITH_END_V2
