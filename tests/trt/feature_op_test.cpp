// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/trt/feature_op.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "src/trt/logging.hpp"
#include "src/trt/v3_creator.hpp"
#include "src/trt/v3_plugin.hpp"
#include "tests/trt/descs.hpp"
#include "tests/trt/hand_written.hpp"
#include "tests/trt/recording_logger.hpp"

namespace plugsmith::trt {
namespace {

using testing::desc;
using testing::dynamic;
using testing::feature_events;
using testing::FeatureOp;
using Events = std::vector<std::string>;

class FeatureOpTest : public ::testing::Test {
 protected:
  FeatureOpTest() {
    set_logger(&logger_);
    feature_events().clear();
  }
  ~FeatureOpTest() override { set_logger(nullptr); }

  std::unique_ptr<V3Plugin> make(FeatureOp op = {}) {
    return std::make_unique<V3Plugin>(any_op(std::move(op)), "tests");
  }
  std::int32_t change_shape(V3Plugin& plugin) {
    return plugin.onShapeChange(in_.data(), static_cast<std::int32_t>(in_.size()), out_.data(), 3);
  }
  std::int32_t enqueue(V3Plugin& plugin) {
    return plugin.enqueue(in_.data(), out_.data(), inputs_, outputs_, workspace_, nullptr);
  }
  std::int32_t configure(V3Plugin& plugin, std::int64_t rows, std::int64_t columns) {
    largest_in_ = {dynamic(desc(kFloat, {-1, columns}), desc(kFloat, {rows, columns})),
                   dynamic(in_[1], in_[1])};
    largest_out_ = {dynamic(out_[0], out_[0]),
                    dynamic(desc(kFloat, {-1, -1}), desc(kFloat, {rows, columns})),
                    dynamic(out_[2], out_[2])};
    return plugin.configurePlugin(largest_in_.data(), 2, largest_out_.data(), 3);
  }

  static constexpr auto kFloat = nvinfer1::DataType::kFLOAT;
  static constexpr auto kInt32 = nvinfer1::DataType::kINT32;
  // x [4,8], cache [2] without bias; outputs cache [2], y [4,8] and the count.
  std::vector<nvinfer1::PluginTensorDesc> in_{desc(kFloat, {4, 8}), desc(kFloat, {2})};
  std::vector<nvinfer1::PluginTensorDesc> out_{desc(kFloat, {2}), desc(kFloat, {-1, 8}),
                                               desc(kInt32, {})};
  std::vector<nvinfer1::DynamicPluginTensorDesc> largest_in_, largest_out_;
  // Input and output of the cache are the same memory: nothing is copied, no device is needed.
  alignas(256) float workspace_[1024] = {};
  float x_[32] = {}, cache_[2] = {5, 6}, y_[32] = {};
  std::int32_t count_ = -1;
  const void* inputs_[3] = {x_, cache_, x_};
  void* outputs_[3] = {cache_, y_, &count_};
  testing::RecordingLogger logger_;
  std::unique_ptr<nvinfer1::IPluginV3> plugin_;
};

TEST_F(FeatureOpTest, OpensItsStateAtTheFirstShapeAndClosesItWithThePlugin) {
  auto plugin = make();
  ASSERT_EQ(plugin->setTactic(1), 0);
  ASSERT_EQ(change_shape(*plugin), 0);
  ASSERT_EQ(enqueue(*plugin), 0);
  ASSERT_EQ(change_shape(*plugin), 0);
  ASSERT_EQ(enqueue(*plugin), 0);
  plugin.reset();
  EXPECT_EQ(feature_events(), (Events{"state made", "opened", "shape [4,8] by plain",
                                      "launch after 1 shapes with sums", "shape [4,8] by plain",
                                      "launch after 2 shapes with sums", "state closed"}));
}

TEST_F(FeatureOpTest, OpensItsStateAnewForOtherTypes) {
  auto plugin = make();
  ASSERT_EQ(plugin->setTactic(1), 0);
  ASSERT_EQ(change_shape(*plugin), 0);
  in_[0].type = out_[1].type = nvinfer1::DataType::kINT8;
  ASSERT_EQ(change_shape(*plugin), 0);
  EXPECT_EQ(feature_events(),
            (Events{"state made", "opened", "shape [4,8] by plain", "state closed", "state made",
                    "opened", "shape [4,8] by plain"}));
}

TEST_F(FeatureOpTest, GivesEveryContextAStateOfItsOwn) {
  auto original = make();
  ASSERT_EQ(change_shape(*original), 0);
  std::unique_ptr<nvinfer1::IPluginV3> attached(original->attachToContext(nullptr));
  auto& context = static_cast<V3Plugin&>(*attached);
  ASSERT_EQ(change_shape(context), 0);
  ASSERT_EQ(enqueue(context), 0);
  EXPECT_EQ(feature_events().back(), "launch after 1 shapes with sums");
  EXPECT_EQ(std::count(feature_events().begin(), feature_events().end(), "opened"), 2);
}

TEST_F(FeatureOpTest, LeavesNothingBehindWhenOpenFails) {
  FeatureOp op;
  op.fail = "open";
  auto plugin = make(op);
  EXPECT_NE(change_shape(*plugin), 0);
  EXPECT_EQ(logger_.last(), "Feature: no libvendor.so.1; install vendor-runtime");
  EXPECT_EQ(feature_events(), (Events{"state made", "state closed"}));
}

TEST_F(FeatureOpTest, TouchesNoDeviceWhereOnlyTheReferenceComputes) {
  FeatureOp op;
  op.fail = "open";
  auto plugin = make(op);
  plugin->expect_reference();
  EXPECT_EQ(change_shape(*plugin), 0);
  EXPECT_TRUE(feature_events().empty());
}

TEST_F(FeatureOpTest, TellsWhetherAnOptionalInputIsThere) {
  auto plugin = make();
  in_.push_back(desc(kFloat, {8}));
  ASSERT_EQ(change_shape(*plugin), 0);
  ASSERT_EQ(enqueue(*plugin), 0);
  EXPECT_EQ(feature_events().back(), "launch after 1 shapes with bias with sums");
}

TEST_F(FeatureOpTest, OffersTheTacticsThatFitTheCandidate) {
  auto plugin = make();
  ASSERT_EQ(configure(*plugin, 4, 8), 0);
  ASSERT_EQ(plugin->getNbTactics(), 2);
  std::int32_t tactics[2] = {};
  ASSERT_EQ(plugin->getValidTactics(tactics, 2), 0);
  EXPECT_EQ(tactics[0], 7);
  EXPECT_EQ(tactics[1], 1);
  ASSERT_EQ(configure(*plugin, 4, 7), 0);
  EXPECT_EQ(plugin->getNbTactics(), 1);
}

TEST_F(FeatureOpTest, RefusesATacticThatDoesNotFitWhatWasConfigured) {
  auto plugin = make();
  EXPECT_EQ(plugin->setTactic(7), 0);  // as after deserialization: nothing was configured
  ASSERT_EQ(configure(*plugin, 4, 7), 0);
  EXPECT_EQ(plugin->setTactic(1), 0);
  EXPECT_NE(plugin->setTactic(7), 0);
  EXPECT_EQ(logger_.last(),
            "Feature: tactic 7 does not fit the types and shapes that were configured; ask "
            "getValidTactics for those that do");
}

TEST_F(FeatureOpTest, SizesItsWorkspaceForTheTacticInForce) {
  auto plugin = make();
  ASSERT_EQ(configure(*plugin, 4, 8), 0);
  const auto bytes = [&] {
    return plugin->getWorkspaceSize(largest_in_.data(), 2, largest_out_.data(), 3);
  };
  ASSERT_EQ(plugin->setTactic(1), 0);
  EXPECT_EQ(bytes(), 256U);
  ASSERT_EQ(plugin->setTactic(7), 0);
  EXPECT_EQ(bytes(), 16128U);  // 4000 floats
  EXPECT_NE(plugin->setTactic(2), 0);
  EXPECT_EQ(logger_.last(), "Feature: there is no tactic 2; the op knows 0, 7, 1");
}

TEST_F(FeatureOpTest, KeepsItsTacticInClonesAndContexts) {
  auto plugin = make();
  ASSERT_EQ(plugin->setTactic(1), 0);
  const std::unique_ptr<nvinfer1::IPluginV3> copy(plugin->clone());
  auto& clone = static_cast<V3Plugin&>(*copy);
  ASSERT_EQ(change_shape(clone), 0);
  EXPECT_EQ(feature_events().back(), "shape [4,8] by plain");
}

TEST_F(FeatureOpTest, SeesTheProfileInConfigureAndMayRefuseIt) {
  auto plugin = make();
  ASSERT_EQ(configure(*plugin, 100, 8), 0);
  EXPECT_EQ(logger_.last(), "largest x is [100,8]");
  EXPECT_NE(configure(*plugin, 101, 8), 0);
  EXPECT_EQ(logger_.last(), "Feature: x may grow to 101 rows; limit is 100, raise it");
}

TEST_F(FeatureOpTest, CopiesAPreferredAliasThatWasNotGranted) {
  auto plugin = make();
  plugin->expect_reference();
  ASSERT_EQ(change_shape(*plugin), 0);
  float copy[2] = {};
  outputs_[0] = copy;
  ASSERT_EQ(plugin->reference(in_.data(), out_.data(), inputs_, outputs_, nullptr, 0), 0);
  EXPECT_EQ(cache_[0], 5.0F);
  EXPECT_EQ(copy[0], 6.0F);
  EXPECT_EQ(copy[1], 7.0F);
  EXPECT_EQ(count_, 1);
}

TEST_F(FeatureOpTest, AliasesAPreferredPortOnlyWhenTold) {
  const std::int32_t one = 1;
  V3Creator creator(op_entry<FeatureOp>());
  const nvinfer1::PluginField field{"in_place", &one, nvinfer1::PluginFieldType::kINT32, 1};
  const nvinfer1::PluginFieldCollection with{1, &field};
  const auto build_of = [&](const nvinfer1::PluginFieldCollection* fields) {
    plugin_.reset(creator.createPlugin("", fields, nvinfer1::TensorRTPhase::kBUILD));
    return static_cast<nvinfer1::IPluginV3OneBuild*>(
        plugin_->getCapabilityInterface(nvinfer1::PluginCapabilityType::kBUILD));
  };
  auto* aliasing = static_cast<nvinfer1::IPluginV3OneBuildV2*>(build_of(&with));
  EXPECT_EQ(aliasing->getInterfaceInfo().major, 2);
  EXPECT_EQ(aliasing->getAliasedInput(0), 1);
  EXPECT_EQ(aliasing->getAliasedInput(1), -1);
  EXPECT_EQ(aliasing->getAliasedInput(9), -1);
  EXPECT_EQ(build_of(nullptr)->getInterfaceInfo().major, 1);
}

TEST_F(FeatureOpTest, SeesTheScaleOfAnInt8Input) {
  auto plugin = make();
  plugin->expect_reference();
  in_[0].type = nvinfer1::DataType::kINT8;
  in_[0].scale = 0.5F;
  ASSERT_EQ(change_shape(*plugin), 0);
  ASSERT_EQ(plugin->reference(in_.data(), out_.data(), inputs_, outputs_, nullptr, 0), 0);
  EXPECT_EQ(logger_.last(), "scale 0.500000");
  in_[0].scale = -1.0F;
  const std::size_t lines = logger_.lines().size();
  ASSERT_EQ(plugin->reference(in_.data(), out_.data(), inputs_, outputs_, nullptr, 0), 0);
  EXPECT_EQ(logger_.lines().size(), lines);
}

TEST_F(FeatureOpTest, KeepsBuildOnlyAttributesOutOfTheEngine) {
  FeatureOp op;
  op.hint = 9;
  auto plugin = make(op);
  const auto* fields = plugin->getFieldsToSerialize();
  for (std::int32_t i = 0; i < fields->nbFields; ++i) {
    EXPECT_STRNE(fields->fields[i].name, "hint");
  }
  V3Creator creator(op_entry<FeatureOp>());
  plugin_.reset(creator.createPlugin("", fields, nvinfer1::TensorRTPhase::kRUNTIME));
  EXPECT_NE(plugin_, nullptr) << logger_.last();
}

TEST_F(FeatureOpTest, ReadsTheFieldsOfAnOlderHandWrittenPlugin) {
  V3Creator creator(op_entry<FeatureOp>());
  const std::int32_t limit = 33;
  testing::HandWrittenFeature older(limit);
  plugin_.reset(
      creator.createPlugin("", older.getFieldsToSerialize(), nvinfer1::TensorRTPhase::kRUNTIME));
  ASSERT_NE(plugin_, nullptr) << logger_.last();
  EXPECT_NE(std::string(static_cast<V3Plugin&>(*plugin_).getTimingCacheID()).find("limit=33"),
            std::string::npos);
  const nvinfer1::PluginField other{"else", &limit, nvinfer1::PluginFieldType::kUNKNOWN, 4};
  const nvinfer1::PluginFieldCollection wrong{1, &other};
  EXPECT_EQ(creator.createPlugin("", &wrong, nvinfer1::TensorRTPhase::kRUNTIME), nullptr);
  EXPECT_EQ(logger_.last(), "Feature: the engine holds neither our fields nor a \"blob\"");
}

TEST_F(FeatureOpTest, SharesNothingBetweenContextsOnTwoThreads) {
  const auto original = make();
  const auto work = [&] {
    const std::unique_ptr<nvinfer1::IPluginV3> attached(original->attachToContext(nullptr));
    auto& plugin = static_cast<V3Plugin&>(*attached);
    plugin.expect_reference();
    float cache[2] = {1, 2};
    std::int32_t count = 0;
    void* outputs[] = {cache, y_, &count};
    const void* inputs[] = {x_, cache};
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(change_shape(plugin), 0);
      ASSERT_EQ(plugin.reference(in_.data(), out_.data(), inputs, outputs, nullptr, 0), 0);
    }
    EXPECT_EQ(cache[0], 1001.0F);
  };
  std::thread other(work);
  work();
  other.join();
}

}  // namespace
}  // namespace plugsmith::trt
