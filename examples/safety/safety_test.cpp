// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "examples/safety/threshold_safe.hpp"

namespace example {
namespace {

using nvinfer1::PluginField;
using nvinfer1::PluginFieldType;

class Recorder final : public nvinfer2::safe::ISafeRecorder {
 public:
  std::int32_t getNbErrors() const noexcept override { return last_.empty() ? 0 : 1; }
  nvinfer1::ErrorCode getErrorCode(std::int32_t) const noexcept override {
    return nvinfer1::ErrorCode::kINVALID_ARGUMENT;
  }
  ErrorDesc getErrorDesc(std::int32_t) const noexcept override { return last_.c_str(); }
  bool hasOverflowed() const noexcept override { return false; }
  void clear() noexcept override { last_.clear(); }
  bool reportError(nvinfer1::ErrorCode, ErrorDesc text) noexcept override {
    last_ = text;
    return true;
  }
  RefCount incRefCount() noexcept override { return 1; }
  RefCount decRefCount() noexcept override { return 0; }

 private:
  std::string last_;
};

nvinfer2::safe::TensorDescriptor floats(std::uint64_t count) {
  nvinfer2::safe::TensorDescriptor result;
  result.dataType = nvinfer1::DataType::kFLOAT;
  result.sizeInBytes = count * sizeof(float);
  return result;
}

TEST(Safety, KindsAreThoseOfTheSafetyInterfaces) {
  ThresholdSafeCreator creator;
  EXPECT_STREQ(creator.getInterfaceInfo().kind, "PLUGIN SAFE CREATOR_V3ONE");
  const std::unique_ptr<nvinfer1::IPluginV3> plugin(
      creator.createPlugin("", nullptr, nvinfer1::TensorRTPhase::kBUILD));
  ASSERT_NE(plugin, nullptr);
  using Type = nvinfer1::PluginCapabilityType;
  const auto kind = [&](Type type) {
    return std::string(plugin->getCapabilityInterface(type)->getInterfaceInfo().kind);
  };
  EXPECT_EQ(kind(Type::kCORE), "PLUGIN_V3ONE_SAFE_CORE");
  EXPECT_EQ(kind(Type::kBUILD), "PLUGIN_V3ONE_SAFE_BUILD");
  EXPECT_EQ(kind(Type::kRUNTIME), "PLUGIN_V3ONE_SAFE_RUNTIME");
}

TEST(Safety, ACopySerializesItsOwnValues) {
  const float limit = 2.0F;
  const PluginField field{"limit", &limit, PluginFieldType::kFLOAT32, 1};
  const nvinfer1::PluginFieldCollection fields{1, &field};
  ThresholdSafeCreator creator;
  std::unique_ptr<nvinfer1::IPluginV3> plugin(
      creator.createPlugin("", &fields, nvinfer1::TensorRTPhase::kBUILD));
  const std::unique_ptr<nvinfer1::IPluginV3> copy(plugin->clone());
  plugin.reset();
  auto* runtime = static_cast<nvinfer2::safe::IPluginV3OneSafeRuntime*>(
      copy->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME));
  EXPECT_EQ(*static_cast<const float*>(runtime->getFieldsToSerialize()->fields[0].data), 2.0F);
}

TEST(Safety, ARefusalReachesTheRecorder) {
  Recorder recorder;
  ThresholdSafeCreator creator;
  creator.setSafeRecorder(recorder);
  const std::int32_t wrong = 1;
  const PluginField field{"limit", &wrong, PluginFieldType::kINT32, 1};
  const nvinfer1::PluginFieldCollection fields{1, &field};
  EXPECT_EQ(creator.createPlugin("", &fields, nvinfer1::TensorRTPhase::kBUILD), nullptr);
  EXPECT_STREQ(recorder.getErrorDesc(0),
               "Threshold: takes the fields \"limit\" and \"value\", each one kFLOAT32");
}

TEST(Safety, TheCheckerComparesTensorsAndFields) {
  ThresholdChecker checker;
  EXPECT_TRUE(checker.validate({floats(8)}, {floats(8)}, nullptr));
  EXPECT_FALSE(checker.validate({floats(8)}, {floats(9)}, nullptr));
  EXPECT_FALSE(checker.validate({floats(8), floats(8)}, {floats(8)}, nullptr));
  auto vectorized = floats(8);
  vectorized.vectorizedDim = 1;
  EXPECT_FALSE(checker.validate({vectorized}, {floats(8)}, nullptr));
}

}  // namespace
}  // namespace example
