// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/plan_summary.hpp"

#include <gmock/gmock.h>

namespace plugsmith::tensorrt_worker {
namespace {

// In the form that the inspector of TensorRT 10.6 writes.
constexpr char kLayers[] = R"({"Layers": [
  {"Name": "Reformatting CopyNode for Input Tensor 0 to pad", "LayerType": "Reformat",
   "Inputs": [{"Name": "x", "Format/Datatype": "Channel major FP16 format"}],
   "Outputs": [{"Name": "Reformatted Input Tensor 0 to pad",
                "Format/Datatype": "Row major linear FP16 format"}], "TacticValue": "0x3e8"},
  {"Name": "pad", "LayerType": "PluginV3",
   "Inputs": [{"Name": "Reformatted Input Tensor 0 to pad",
               "Format/Datatype": "Row major linear FP16 format"}],
   "Outputs": [{"Name": "y", "Format/Datatype": "Row major linear FP16 format"}],
   "PluginType": "PadTo_PS", "TacticValue": "0x0"},
  {"Name": "conv", "LayerType": "CaskConvolution", "Inputs": [{"Name": "y"}], "Outputs": []}],
  "Bindings": ["x", "y"]})";

TEST(PlanSummary, ListsPluginsAndTheReformatsBesideThem) {
  const auto summary = summarise_plan(kLayers);
  EXPECT_EQ(summary.at("layers"), 3);
  EXPECT_EQ(summary.at("reformats"), 1);
  ASSERT_EQ(summary.at("plugins").size(), 1U);
  const auto& plugin = summary["plugins"][0];
  EXPECT_EQ(plugin.at("name"), "pad");
  EXPECT_EQ(plugin.at("plugin"), "PadTo_PS");
  EXPECT_EQ(plugin.at("inputs")[0], "Row major linear FP16 format");
  EXPECT_EQ(plugin.at("tactic"), "0x0");
  ASSERT_EQ(summary.at("reformats_beside_plugins").size(), 1U);
  EXPECT_EQ(summary["reformats_beside_plugins"][0].at("beside"), "pad");
  EXPECT_EQ(summary["reformats_beside_plugins"][0].at("side"), "input");
  EXPECT_EQ(summary.at("by_type").at("CaskConvolution"), 1);
}

TEST(PlanSummary, SaysThatAnEngineWithoutDetailsTellsOnlyNames) {
  const auto summary = summarise_plan(R"({"Layers": ["pad", "conv"], "Bindings": []})");
  EXPECT_EQ(summary.at("layers"), 2);
  EXPECT_THAT(summary.at("problem").get<std::string>(),
              testing::HasSubstr("without detailed profiling verbosity"));
}

TEST(PlanSummary, SaysThatAnotherTextIsNotUnderstood) {
  for (const char* text : {"", "[]", "{}", "{\"Layers\": 3}"}) {
    EXPECT_THAT(summarise_plan(text).at("problem").get<std::string>(),
                testing::HasSubstr("holds no list of layers"));
  }
}

}  // namespace
}  // namespace plugsmith::tensorrt_worker
