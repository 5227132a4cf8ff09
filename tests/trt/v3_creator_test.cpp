// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v3_creator.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "src/trt/logging.hpp"
#include "tests/trt/recording_logger.hpp"
#include "tests/trt/sample_op.hpp"

namespace plugsmith::trt {
namespace {

using nvinfer1::PluginField;
using nvinfer1::PluginFieldCollection;
using nvinfer1::PluginFieldType;
using nvinfer1::TensorRTPhase;

class V3CreatorTest : public ::testing::Test {
 protected:
  V3CreatorTest() { set_logger(&logger_); }
  ~V3CreatorTest() override { set_logger(nullptr); }

  std::unique_ptr<nvinfer1::IPluginV3> create(const std::vector<PluginField>& fields,
                                              TensorRTPhase phase = TensorRTPhase::kBUILD) {
    const PluginFieldCollection collection{static_cast<std::int32_t>(fields.size()), fields.data()};
    return std::unique_ptr<nvinfer1::IPluginV3>(
        creator_.createPlugin("a layer", &collection, phase));
  }

  testing::RecordingLogger logger_;
  V3Creator creator_{op_entry<testing::SampleOp>()};
};

TEST_F(V3CreatorTest, NamesItsOpAndItsFieldsWithoutData) {
  EXPECT_STREQ(creator_.getPluginName(), "Sample");
  EXPECT_STREQ(creator_.getPluginVersion(), "3");
  EXPECT_STREQ(creator_.getPluginNamespace(), "tests");
  const PluginFieldCollection* fields = creator_.getFieldNames();
  ASSERT_EQ(fields->nbFields, 3);
  EXPECT_STREQ(fields->fields[0].name, "low");
  EXPECT_EQ(fields->fields[0].type, PluginFieldType::kINT32);
  EXPECT_EQ(fields->fields[0].data, nullptr);
  EXPECT_EQ(fields->fields[2].type, PluginFieldType::kCHAR);
}

TEST_F(V3CreatorTest, MakesAPluginWithDefaultsFromNoFieldsAtAll) {
  EXPECT_NE(create({}), nullptr);
  const std::unique_ptr<nvinfer1::IPluginV3> from_null(
      creator_.createPlugin("a layer", nullptr, TensorRTPhase::kBUILD));
  EXPECT_NE(from_null, nullptr);
}

TEST_F(V3CreatorTest, ReturnsNullAndLogsTheSentenceForBadFields) {
  const std::int32_t negative = -1;
  EXPECT_EQ(create({{"low", &negative, PluginFieldType::kINT32, 1}}), nullptr);
  EXPECT_EQ(logger_.last(), "Sample: attribute \"low\" is -1; must be at least 0");
  const std::int32_t twenty = 20;
  EXPECT_EQ(create({{"low", &twenty, PluginFieldType::kINT32, 1}}), nullptr);
  EXPECT_EQ(logger_.last(), "Sample: low is 20, above high 10; lower it");
}

TEST_F(V3CreatorTest, ReturnsNullForACollectionThatLies) {
  const PluginFieldCollection no_array{2, nullptr};
  EXPECT_EQ(creator_.createPlugin("a layer", &no_array, TensorRTPhase::kBUILD), nullptr);
  EXPECT_EQ(logger_.last(),
            "Sample: the field collection has 2 fields and a null pointer; must be 0 or more, with "
            "as many entries");
  const PluginFieldCollection negative{-1, nullptr};
  EXPECT_EQ(creator_.createPlugin("a layer", &negative, TensorRTPhase::kBUILD), nullptr);
}

TEST_F(V3CreatorTest, CopiesFieldDataSoThatTheCallerMayFreeIt) {
  auto value = std::make_unique<std::int32_t>(7);
  const auto plugin = create({{"low", value.get(), PluginFieldType::kINT32, 1}});
  ASSERT_NE(plugin, nullptr);
  *value = 99;
  value.reset();
  auto* runtime = static_cast<nvinfer1::IPluginV3OneRuntime*>(
      plugin->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME));
  const PluginFieldCollection* stored = runtime->getFieldsToSerialize();
  ASSERT_EQ(stored->nbFields, 4);
  EXPECT_STREQ(stored->fields[1].name, "low");
  EXPECT_EQ(*static_cast<const std::int32_t*>(stored->fields[1].data), 7);
}

TEST_F(V3CreatorTest, RefusesAnEngineOfANewerSchema) {
  const std::int32_t schema = 3;
  EXPECT_EQ(create({{kSchemaField, &schema, PluginFieldType::kINT32, 1}}, TensorRTPhase::kRUNTIME),
            nullptr);
  EXPECT_NE(logger_.last().find("schema 3 of this op, this library knows up to 2"),
            std::string::npos);
}

TEST_F(V3CreatorTest, PassesItsNamespaceOnToThePlugins) {
  creator_.set_namespace("elsewhere");
  EXPECT_STREQ(creator_.getPluginNamespace(), "elsewhere");
  const auto plugin = create({});
  auto* core = static_cast<nvinfer1::IPluginV3OneCore*>(
      plugin->getCapabilityInterface(nvinfer1::PluginCapabilityType::kCORE));
  EXPECT_STREQ(core->getPluginNamespace(), "elsewhere");
}

}  // namespace
}  // namespace plugsmith::trt
