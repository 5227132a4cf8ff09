// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine_support.hpp"

namespace plugsmith::graph {
namespace {

using host::DimValues;
using testing::doubling;
using testing::FakeHost;
using testing::Outcome;
using testing::run;
using testing::values;

const std::vector<float> kX = {1, 2};
const InputTensor kInput = {"x", DataType::kFloat, {2}, kX.data()};

TEST(CpuEngineGraph, RunsPluginsInTheBranchesOfAnIf) {
  for (const bool condition : {true, false}) {
    FakeHost host({doubling()});
    const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (bool c, float[2] x) => (float[2] y) {
  y = If <then_branch = yes () => (float[2] a) { a = plugsmith.Double_PS (x) },
          else_branch = no () => (float[2] b) { t = plugsmith.Double_PS (x)  b = Neg (t) }> (c)
})",
                               {{"c", DataType::kBool, {}, &condition}, kInput});
    ASSERT_TRUE(result.status.is_ok()) << result.status.message();
    EXPECT_EQ(values<float>(result.outputs[0]),
              condition ? (std::vector<float>{2, 4}) : (std::vector<float>{-2, -4}));
    EXPECT_EQ(host.record().layers.size(), 2U);
    EXPECT_EQ(host.record().runs.size(), 1U);
  }
}

TEST(CpuEngineGraph, RunsAPluginInEachTurnOfALoop) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) {
  n = Constant <value = int64 {3}> ()
  go = Constant <value = bool {1}> ()
  y = Loop <body = turn (int64 i, bool c, float[2] v) => (bool k, float[2] w) {
    k = Identity (c)
    w = plugsmith.Double_PS (v) }> (n, go, x)
})",
                             {kInput});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{8, 16}));
  EXPECT_EQ(host.record().layers.size(), 1U);
  EXPECT_EQ(host.record().runs.size(), 3U);
}

TEST(CpuEngineGraph, RunsPluginsInsideTheModelsOwnFunctions) {
  FakeHost host({doubling()});
  const Outcome result =
      run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1, "mine": 1]>
g (float[2] x) => (float[2] y) { a = mine.Twice (x)  y = mine.Twice (a) }
<domain: "mine", opset_import: ["": 17, "plugsmith": 1]>
Twice (p) => (q) { t = plugsmith.Double_PS (p)  q = plugsmith.Double_PS (t) })",
          {kInput});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{16, 32}));
  EXPECT_EQ(host.record().layers.size(), 4U);
}

TEST(CpuEngineGraph, RunsTheSamePluginTwiceWithDifferentAttributes) {
  auto op = doubling();
  op.creator.fields.push_back({"k", FieldType::kInt32, 1});
  FakeHost host({op});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) {
  a = plugsmith.Double_PS <k = 1> (x)
  y = plugsmith.Double_PS <k = 2> (a)
})",
                             {kInput});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{4, 8}));
  ASSERT_EQ(host.record().layers.size(), 2U);
  EXPECT_EQ(host.record().layers[0].fields.at(0).data[0], std::byte{1});
  EXPECT_EQ(host.record().layers[1].fields.at(0).data[0], std::byte{2});
}

TEST(CpuEngineGraph, GivesThePluginAConstantInput) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) {
  c = Constant <value = float[2] {5.0, 6.0}> ()
  d = plugsmith.Double_PS (c)
  y = Add (d, x)
})",
                             {kInput});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{11, 14}));
}

TEST(CpuEngineGraph, LetsAPluginStandInForABuiltInFrom1015On) {
  auto op = doubling();
  op.creator = testing::fake_creator("Neg");
  constexpr char kText[] = R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x) => (float[2] y) { y = Neg <plugin_namespace = "plugsmith"> (x) })";
  FakeHost host({op});
  Outcome result = run(host, kText, {kInput});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{2, 4}));
  EngineOptions options;
  options.rules = {10, 9};
  result = run(host, kText, {kInput}, options);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{-1, -2}));
}

TEST(CpuEngineGraph, ReturnsInputsAndConstantsThatNoNodeTouches) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x, float[1] idle) => (float[2] y, float[2] z) {
  y = Constant <value = float[2] {5.0, 6.0}> ()  z = Identity (x) })",
                             {kInput, {"idle", DataType::kFloat, {1}, kX.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{5, 6}));
  EXPECT_EQ(values<float>(result.outputs[1]), (std::vector<float>{1, 2}));
}

}  // namespace
}  // namespace plugsmith::graph
