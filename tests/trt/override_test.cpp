// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/override.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "tests/trt/descs.hpp"
#include "tests/trt/sample_op.hpp"

namespace plugsmith::trt {
namespace {

// Adds 4 KiB to what the op asks for, and counts its copies.
class Roomy final : public OverridingV3Plugin<Roomy> {
 public:
  using OverridingV3Plugin::OverridingV3Plugin;
  std::size_t getWorkspaceSize(nvinfer1::DynamicPluginTensorDesc const* in, std::int32_t inputs,
                               nvinfer1::DynamicPluginTensorDesc const* out,
                               std::int32_t outputs) const noexcept override {
    return OverridingV3Plugin::getWorkspaceSize(in, inputs, out, outputs) + 4096;
  }
};

TEST(OverridingV3Plugin, ReplacesOneMethodAndKeepsTheRestInEveryCopy) {
  V3Creator creator(op_entry<testing::SampleOp>(), &Roomy::make);
  const std::unique_ptr<nvinfer1::IPluginV3> made(
      creator.createPlugin("", nullptr, nvinfer1::TensorRTPhase::kBUILD));
  ASSERT_NE(made, nullptr);
  const std::unique_ptr<nvinfer1::IPluginV3> copy(made->clone());
  auto* build = static_cast<nvinfer1::IPluginV3OneBuild*>(
      copy->getCapabilityInterface(nvinfer1::PluginCapabilityType::kBUILD));
  constexpr auto kFloat = nvinfer1::DataType::kFLOAT;
  const auto x = testing::desc(kFloat, {1, 3});
  const auto scale = testing::desc(kFloat, {1});
  const nvinfer1::DynamicPluginTensorDesc in[] = {testing::dynamic(x, x),
                                                  testing::dynamic(scale, scale)};
  const nvinfer1::DynamicPluginTensorDesc out[] = {testing::dynamic(x, x),
                                                   testing::dynamic(scale, scale)};
  EXPECT_EQ(build->getWorkspaceSize(in, 2, out, 2), 512U + 4096U);
  EXPECT_EQ(build->getNbOutputs(), 2);
  EXPECT_NE(dynamic_cast<Roomy*>(copy.get()), nullptr);
}

}  // namespace
}  // namespace plugsmith::trt
