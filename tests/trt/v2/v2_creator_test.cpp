// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/v2_creator.hpp"

#include "src/core/blob.hpp"
#include "tests/trt/v2/older_test.hpp"
#if NV_TENSORRT_MAJOR >= 10
#include "src/trt/v3_creator.hpp"
#endif

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

using nvinfer1::PluginField;
using nvinfer1::PluginFieldType;
using Bytes = std::vector<unsigned char>;

constexpr char kBuildAnew[] =
    "; the engine is damaged or was not written by this op, build it anew";

TEST_F(OlderTest, CreatorNamesItsOpAndFields) {
  EXPECT_STREQ(creator_.getPluginName(), "Older");
  EXPECT_STREQ(creator_.getPluginVersion(), "2.v2");
  EXPECT_STREQ(creator_.getPluginNamespace(), "tests");
  const nvinfer1::PluginFieldCollection* fields = creator_.getFieldNames();
  ASSERT_EQ(fields->nbFields, 4);  // "in_place" comes with the port that may alias
  EXPECT_STREQ(fields->fields[1].name, "offset");
  // TensorRT 8 has no 64-bit field.
  EXPECT_EQ(static_cast<int>(fields->fields[1].type), NV_TENSORRT_MAJOR < 9 ? 5 : 10);
}

TEST_F(OlderTest, CreatorReturnsNullAndSaysWhyForABadField) {
  const std::int32_t zero = 0;
  EXPECT_EQ(create({{"limit", &zero, PluginFieldType::kINT32, 1}}), nullptr);
  EXPECT_EQ(logger_.last(), "Older: attribute \"limit\" is 0; must be at least 1");
}

TEST_F(OlderTest, PluginBearsTheCreatorsVersionAndNamespaceAndPassesThemOn) {
  creator_.setPluginNamespace("elsewhere");
  const OwnedV2 plugin = create();
  EXPECT_STREQ(plugin->getPluginType(), "Older");
  EXPECT_STREQ(plugin->getPluginVersion(), "2.v2");
  EXPECT_STREQ(plugin->getPluginNamespace(), "elsewhere");
  EXPECT_STREQ(deserialize(serialized(*plugin))->getPluginNamespace(), "elsewhere");
  plugin->setPluginNamespace("third");
  const OwnedV2 copy(plugin->clone());
  EXPECT_STREQ(copy->getPluginNamespace(), "third");
  EXPECT_STREQ(copy->getPluginVersion(), "2.v2");
}

TEST_F(OlderTest, SerializesTheSameTwiceAndWhatItReadsBack) {
  const std::int32_t limit = 7;
  const std::int32_t offset = 9;
  const OwnedV2 plugin = create({{"limit", &limit, PluginFieldType::kINT32, 1},
                                 {"offset", &offset, PluginFieldType::kINT32, 1}});
  const Bytes blob = serialized(*plugin);
  EXPECT_EQ(serialized(*plugin), blob);
  const OwnedV2 back = deserialize(blob);
  ASSERT_NE(back, nullptr) << logger_.last();
  EXPECT_EQ(serialized(*back), blob);
}

#if NV_TENSORRT_MAJOR >= 10
TEST_F(OlderTest, SerializesTheFieldsOfItsV3Form) {
  const Bytes blob = serialized(*create());
  const auto fields = read_blob("Older", blob.data(), blob.size());
  ASSERT_TRUE(fields.is_ok());
  V3Creator v3(op_entry<testing::OlderOp>());
  const std::unique_ptr<nvinfer1::IPluginV3> plugin(
      v3.createPlugin("", nullptr, nvinfer1::TensorRTPhase::kBUILD));
  auto* runtime = static_cast<nvinfer1::IPluginV3OneRuntime*>(
      plugin->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME));
  const auto* stored = runtime->getFieldsToSerialize();
  ASSERT_EQ(stored->nbFields, static_cast<std::int32_t>(fields->size()));
  for (std::size_t i = 0; i < fields->size(); ++i) {
    const FieldData& field = (*fields)[i];
    EXPECT_EQ(stored->fields[i].name, field.name);
    EXPECT_EQ(static_cast<FieldType>(stored->fields[i].type), field.type);
    EXPECT_EQ(stored->fields[i].length, field.length);
    EXPECT_EQ(Bytes(static_cast<const unsigned char*>(stored->fields[i].data),
                    static_cast<const unsigned char*>(stored->fields[i].data) + field.bytes.size()),
              field.bytes);
  }
}
#endif

TEST_F(OlderTest, ReturnsNullAndOneSentenceForDamagedBytes) {
  Bytes blob = serialized(*create());
  blob.back() ^= 1;
  EXPECT_EQ(deserialize(blob), nullptr);
  EXPECT_EQ(logger_.lines(),
            (std::vector<std::string>{"Older: the plugin's bytes in the engine do not match their "
                                      "checksum (" +
                                      std::to_string(blob.size()) + " bytes)" + kBuildAnew}));
  blob.resize(20);
  EXPECT_EQ(deserialize(blob), nullptr);
  EXPECT_EQ(logger_.lines().size(), 2U);
  EXPECT_NE(logger_.last().find("are 20, fewer than the 24 of a header"), std::string::npos);
  EXPECT_EQ(creator_.deserializePlugin("", nullptr, 30), nullptr);
  EXPECT_NE(logger_.last().find("are not there (null pointer)"), std::string::npos);
}

TEST_F(OlderTest, ReadsAnEngineOfAnOlderSchemaAndRefusesANewerOne) {
  const auto blob_of = [](std::int32_t schema) {
    std::vector<FieldData> fields(3);
    fields[0] = {kSchemaField, FieldType::kInt32, 1, {static_cast<unsigned char>(schema), 0, 0, 0}};
    fields[1] = {"limit", FieldType::kInt32, 1, {9, 0, 0, 0}};
    fields[2] = {"in_place", FieldType::kInt32, 1, {0, 0, 0, 0}};
    return write_blob(fields);
  };
  EXPECT_NE(deserialize(blob_of(1)), nullptr) << logger_.last();
  EXPECT_EQ(deserialize(blob_of(3)), nullptr);
  EXPECT_NE(logger_.last().find("schema 3 of this op, this library knows up to 2"),
            std::string::npos);
}

TEST_F(OlderTest, LetsTheOpReadWhatAHandWrittenPluginLeft) {
  const OwnedV2 plugin = deserialize({33, 0, 0, 0});
  ASSERT_NE(plugin, nullptr) << logger_.last();
  const std::int32_t limit = 33;
  EXPECT_EQ(serialized(*plugin),
            serialized(*create({{"limit", &limit, PluginFieldType::kINT32, 1}})));
  EXPECT_EQ(deserialize({33, 0, 0}), nullptr);
  EXPECT_EQ(logger_.last(),
            "Older: the engine holds neither our bytes nor the 4 of its old plugin");
}

}  // namespace
}  // namespace plugsmith::trt
PLUGSMITH_END_V2
