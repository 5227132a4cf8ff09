// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_plugin.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "src/trt/logging.hpp"
#include "tests/trt/descs.hpp"
#include "tests/trt/recording_logger.hpp"
#include "tests/trt/sample_op.hpp"

namespace plugsmith::trt {
namespace {

using nvinfer1::DynamicPluginTensorDesc;
using nvinfer1::PluginCapabilityType;
using nvinfer1::PluginTensorDesc;

using testing::desc;
using testing::dynamic;

constexpr auto kFloat = nvinfer1::DataType::kFLOAT;
constexpr auto kHalf = nvinfer1::DataType::kHALF;

class V3PluginTest : public ::testing::Test {
 protected:
  V3PluginTest() { set_logger(&logger_); }
  ~V3PluginTest() override { set_logger(nullptr); }

  std::unique_ptr<V3Plugin> make(const std::string& fail = "") {
    std::unique_ptr<AnyOp> op = op_entry<testing::SampleOp>().make();
    const std::vector<FieldView> fields{
        {"fail", fail.c_str(), FieldType::kChar, static_cast<std::int32_t>(fail.size() + 1)}};
    EXPECT_TRUE(configure_from_build_fields(*op, fields).is_ok());
    return std::make_unique<V3Plugin>(std::move(op), "tests");
  }
  // x [4,3] and scale [1] to y [4,3] and sums [2].
  std::vector<PluginTensorDesc> in_{desc(kFloat, {4, 3}), desc(kFloat, {1})};
  std::vector<PluginTensorDesc> out_{desc(kFloat, {4, 3}), desc(kFloat, {2})};
  testing::RecordingLogger logger_;
};

TEST_F(V3PluginTest, OffersItsCapabilitiesAndNullForOthers) {
  const auto plugin = make();
  auto* core = plugin->getCapabilityInterface(PluginCapabilityType::kCORE);
  auto* build = plugin->getCapabilityInterface(PluginCapabilityType::kBUILD);
  auto* runtime = plugin->getCapabilityInterface(PluginCapabilityType::kRUNTIME);
  auto* reference = plugin->getCapabilityInterface(kReferenceCapability);
  EXPECT_STREQ(core->getInterfaceInfo().kind, "PLUGIN_V3ONE_CORE");
  EXPECT_STREQ(build->getInterfaceInfo().kind, "PLUGIN_V3ONE_BUILD");
  EXPECT_STREQ(runtime->getInterfaceInfo().kind, "PLUGIN_V3ONE_RUNTIME");
  EXPECT_STREQ(reference->getInterfaceInfo().kind, "PLUGSMITH_REFERENCE");
  EXPECT_STREQ(static_cast<nvinfer1::IPluginV3&>(*plugin).getInterfaceInfo().kind, "PLUGIN");
  EXPECT_EQ(plugin->getCapabilityInterface(static_cast<PluginCapabilityType>(77)), nullptr);
}

TEST_F(V3PluginTest, GivesOutputTypesFromTheTable) {
  const auto plugin = make();
  const nvinfer1::DataType in[] = {kHalf, kFloat};
  nvinfer1::DataType out[2] = {};
  EXPECT_EQ(plugin->getOutputDataTypes(out, 2, in, 2), 0);
  EXPECT_EQ(out[0], kHalf);
  EXPECT_EQ(out[1], kFloat);
}

TEST_F(V3PluginTest, RefusesInputTypesWithTheAcceptedOnes) {
  const auto plugin = make();
  const nvinfer1::DataType in[] = {nvinfer1::DataType::kINT32, kFloat};
  nvinfer1::DataType out[2] = {};
  EXPECT_NE(plugin->getOutputDataTypes(out, 2, in, 2), 0);
  EXPECT_EQ(logger_.last(),
            "Sample: input types (int32, float32) are not accepted; takes x: float32, float16; "
            "scale: float32; y: as x; sums: float32; insert a Cast before the node");
}

TEST_F(V3PluginTest, RefusesAWrongNumberOfInputs) {
  const auto plugin = make();
  const nvinfer1::DataType in[] = {kFloat};
  nvinfer1::DataType out[2] = {};
  EXPECT_NE(plugin->getOutputDataTypes(out, 2, in, 1), 0);
  EXPECT_EQ(logger_.last(),
            "Sample: getOutputDataTypes got 1 inputs and 2 outputs; the op has 2 and 2");
}

TEST_F(V3PluginTest, LooksAtNothingBehindThePositionAsked) {
  const auto plugin = make();
  std::vector<DynamicPluginTensorDesc> io(4);
  io[0].desc = desc(kHalf, {-1, 3});
  for (std::size_t i = 1; i < 4; ++i) io[i].desc.type = static_cast<nvinfer1::DataType>(99);
  EXPECT_TRUE(plugin->supportsFormatCombination(0, io.data(), 2, 2));
  io[1].desc = desc(kHalf, {1});
  EXPECT_FALSE(plugin->supportsFormatCombination(1, io.data(), 2, 2));
  io[1].desc = desc(kFloat, {1});
  EXPECT_TRUE(plugin->supportsFormatCombination(1, io.data(), 2, 2));
  EXPECT_FALSE(plugin->supportsFormatCombination(4, io.data(), 2, 2));
}

TEST_F(V3PluginTest, AsksForWorkspaceByTheLargestShape) {
  const auto plugin = make();
  const DynamicPluginTensorDesc in[] = {dynamic(desc(kFloat, {-1, 3}), desc(kFloat, {8, 3})),
                                        dynamic(in_[1], in_[1])};
  const DynamicPluginTensorDesc out[] = {dynamic(desc(kFloat, {-1, 3}), desc(kFloat, {8, 3})),
                                         dynamic(out_[1], out_[1])};
  EXPECT_EQ(plugin->configurePlugin(in, 2, out, 2), 0);
  EXPECT_EQ(plugin->getWorkspaceSize(in, 2, out, 2), 3328U);  // 8 * 100 floats, in steps of 256
}

TEST_F(V3PluginTest, HandsOutScratchAndStreamInEnqueue) {
  const auto plugin = make();
  alignas(256) char workspace[4096];
  auto* stream = reinterpret_cast<cudaStream_t>(0x40);
  const void* inputs[] = {workspace, workspace};
  void* outputs[] = {workspace, workspace};
  ASSERT_EQ(plugin->onShapeChange(in_.data(), 2, out_.data(), 2), 0);
  ASSERT_EQ(plugin->enqueue(in_.data(), out_.data(), inputs, outputs, workspace, stream), 0);
  EXPECT_EQ(testing::last_launch().partial, static_cast<void*>(workspace));
  EXPECT_EQ(testing::last_launch().stream, stream);
  EXPECT_EQ(testing::last_launch().x, (Shape{4, 3}));
}

TEST_F(V3PluginTest, TurnsAnExceptionIntoACodeAndOneLogLine) {
  const auto plugin = make("throw");
  const void* inputs[] = {nullptr, nullptr};
  void* outputs[] = {nullptr, nullptr};
  EXPECT_NE(plugin->enqueue(in_.data(), out_.data(), inputs, outputs, nullptr, nullptr), 0);
  EXPECT_EQ(logger_.lines(), (std::vector<std::string>{"enqueue: launch threw"}));
  char message[8];
  EXPECT_NE(plugin->reference(in_.data(), out_.data(), inputs, outputs, message, sizeof message),
            0);
}

TEST_F(V3PluginTest, ComputesItsReferenceAndSaysWhyItFailed) {
  const float x[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const float scale[1] = {2};
  float y[12] = {}, sums[2] = {};
  const void* inputs[] = {x, scale};
  void* outputs[] = {y, sums};
  char message[256] = "";
  const auto right = make();
  EXPECT_EQ(right->reference(in_.data(), out_.data(), inputs, outputs, message, sizeof message), 0);
  EXPECT_EQ(y[11], 24.0F);
  EXPECT_EQ(sums[1], 1.0F);
  const auto wrong = make("status");
  EXPECT_EQ(wrong->reference(in_.data(), out_.data(), inputs, outputs, message, sizeof message),
            static_cast<std::int32_t>(StatusCode::kOutOfRange));
  EXPECT_STREQ(message, "Sample: the reference was told to fail");
  char small[8];
  wrong->reference(in_.data(), out_.data(), inputs, outputs, small, sizeof small);
  EXPECT_STREQ(small, "Sample:");
}

TEST_F(V3PluginTest, ClonesStandOnTheirOwn) {
  auto original = make();
  const std::unique_ptr<nvinfer1::IPluginV3> copy(original->clone());
  auto* attached = static_cast<nvinfer1::IPluginV3OneRuntime*>(
      copy->getCapabilityInterface(PluginCapabilityType::kRUNTIME));
  const std::string id = original->getTimingCacheID();
  const auto* before = original->getFieldsToSerialize();
  const auto* after = attached->getFieldsToSerialize();
  EXPECT_NE(before->fields, after->fields);
  original.reset();
  ASSERT_EQ(after->nbFields, 4);
  EXPECT_STREQ(after->fields[2].name, "high");
  EXPECT_EQ(*static_cast<const std::int32_t*>(after->fields[2].data), 10);
  auto* build = static_cast<nvinfer1::IPluginV3OneBuild*>(
      copy->getCapabilityInterface(PluginCapabilityType::kBUILD));
  EXPECT_EQ(build->getTimingCacheID(), id);
}

TEST_F(V3PluginTest, HasATimingCacheIdThatFollowsTheAttributes) {
  EXPECT_STREQ(make()->getTimingCacheID(), "schema=2;low=0;high=10;fail=\"\"");
  EXPECT_STRNE(make("status")->getTimingCacheID(), make()->getTimingCacheID());
}

TEST_F(V3PluginTest, KnowsNoTacticButTheDefault) {
  const auto plugin = make();
  EXPECT_EQ(plugin->setTactic(0), 0);
  EXPECT_NE(plugin->setTactic(3), 0);
  EXPECT_EQ(logger_.last(), "Sample: there is no tactic 3; the op knows 0");
}

}  // namespace
}  // namespace plugsmith::trt
