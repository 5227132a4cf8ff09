// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/cpu_engine.hpp"

#include <gtest/gtest.h>

#include "engine_support.hpp"

namespace plugsmith::graph {
namespace {

using host::DimValues;
using testing::doubling;
using testing::FakeHost;
using testing::kDoubling;
using testing::model_of;
using testing::Outcome;
using testing::run;
using testing::values;

TEST(CpuEngine, RunsThePluginBetweenOpenVinosNodes) {
  FakeHost host({doubling()});
  const std::vector<float> x = {1, 2, 3, 4, 5, 6};
  std::vector<std::string> told;
  EngineOptions options;
  options.on_node = [&](const std::string& node) { told.push_back(node); };
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {2, 3}, x.data()}}, options);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  ASSERT_EQ(result.outputs.size(), 1U);
  EXPECT_EQ(result.outputs[0].name, "y");
  EXPECT_EQ(result.outputs[0].type, DataType::kFloat);
  EXPECT_EQ(result.outputs[0].dims, (DimValues{2, 3}));
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{-4, -8, -12, -16, -20, -24}));
  EXPECT_EQ(told, (std::vector<std::string>{"node_of_b"}));
}

TEST(CpuEngine, AddsTheLayerWithOpenDimensionsAndBuildsItForTheShapesOfTheRun) {
  FakeHost host({doubling()});
  const std::vector<float> x(6);
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {2, 3}, x.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  ASSERT_EQ(host.record().layers.size(), 1U);
  const auto& layer = host.record().layers[0];
  EXPECT_EQ(layer.creator_name, "Double_PS");
  EXPECT_EQ(layer.creator_namespace, "plugsmith");
  EXPECT_EQ(layer.layer_name, "node_of_b");
  ASSERT_EQ(layer.inputs.size(), 1U);
  EXPECT_EQ(layer.inputs[0].name, "a");
  EXPECT_EQ(layer.inputs[0].type, DataType::kFloat);
  EXPECT_EQ(layer.inputs[0].dims, (DimValues{-1, 3}));
  EXPECT_EQ(layer.output_names, (std::vector<std::string>{"b"}));
  EXPECT_FALSE(layer.outputs_are_network_outputs);
  ASSERT_EQ(host.record().builds.size(), 1U);
  const auto& range = host.record().builds[0].profile.at(0);
  EXPECT_EQ(range.min, (DimValues{2, 3}));
  EXPECT_EQ(range.opt, (DimValues{2, 3}));
  EXPECT_EQ(range.max, (DimValues{2, 3}));
  EXPECT_EQ(host.record().runs, std::vector{host::Execution::kReference});
}

TEST(CpuEngine, AsksTheHostForNothingButTheRunWhileShapesStay) {
  FakeHost host({doubling()});
  const std::vector<float> x(6, 1.0F);
  const std::vector<InputTensor> inputs = {{"x", DataType::kFloat, {2, 3}, x.data()}};
  const Outcome result = run(host, kDoubling, inputs);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(result.engine->run(inputs).is_ok());
  EXPECT_EQ(host.record().builds.size(), 1U);
  EXPECT_EQ(host.record().output_dims_calls, 1);
  EXPECT_EQ(host.record().runs.size(), 6U);
}

TEST(CpuEngine, BuildsAgainWithAWiderProfileForAnotherShape) {
  FakeHost host({doubling()});
  const std::vector<float> x(30, 1.0F);
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {2, 3}, x.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  auto outputs = result.engine->run({{"x", DataType::kFloat, {10, 3}, x.data()}});
  ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
  EXPECT_EQ((*outputs)[0].dims, (DimValues{10, 3}));
  EXPECT_EQ(values<float>((*outputs)[0]), std::vector<float>(30, -4.0F));
  ASSERT_EQ(host.record().builds.size(), 2U);
  EXPECT_EQ(host.record().builds[1].profile[0].min, (DimValues{2, 3}));
  EXPECT_EQ(host.record().builds[1].profile[0].max, (DimValues{10, 3}));
  outputs = result.engine->run({{"x", DataType::kFloat, {5, 3}, x.data()}});
  ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
  EXPECT_EQ(host.record().builds.size(), 2U);
}

TEST(CpuEngine, HoldsToAProfileThatIsGiven) {
  FakeHost host({doubling()});
  EngineOptions options;
  options.build.profile = {{{1, 3}, {2, 3}, {4, 3}}};
  const std::vector<float> x(30, 1.0F);
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {4, 3}, x.data()}}, options);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  ASSERT_TRUE(result.engine->run({{"x", DataType::kFloat, {1, 3}, x.data()}}).is_ok());
  EXPECT_EQ(host.record().builds.size(), 1U);
  EXPECT_EQ(host.record().builds[0].profile[0].opt, (DimValues{2, 3}));
  const auto outside = result.engine->run({{"x", DataType::kFloat, {5, 3}, x.data()}});
  ASSERT_FALSE(outside.is_ok());
  EXPECT_EQ(outside.status().code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(outside.status().message(),
            "node \"node_of_b\" (Double_PS): the input shapes (5x3) lie outside the profile");
}

TEST(CpuEngine, TakesEmptyTensors) {
  FakeHost host({doubling()});
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {0, 3}, nullptr}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(result.outputs[0].dims, (DimValues{0, 3}));
  EXPECT_EQ(result.outputs[0].bytes, 0U);
}

TEST(CpuEngine, KeepsToTheShapesThatWereFixedBeforehand) {
  FakeHost host({doubling()});
  EngineOptions options;
  options.input_shapes["x"] = {2, 3};
  const std::vector<float> x(9, 1.0F);
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {2, 3}, x.data()}}, options);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(host.record().layers[0].inputs[0].dims, (DimValues{-1, 3}));  // the network's own
  const auto other = result.engine->run({{"x", DataType::kFloat, {3, 3}, x.data()}});
  ASSERT_FALSE(other.is_ok());
  EXPECT_EQ(other.status().message(),
            "input \"x\": axis 0 is 3; the model wants 2 there: float32[2,3]");
}

TEST(CpuEngine, MarksALayerThatEndsTheNetwork) {
  FakeHost host({doubling()});
  const std::vector<float> x(2, 1.0F);
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) { y = plugsmith.Double_PS (x) })",
                             {{"x", DataType::kFloat, {2}, x.data()}});
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_TRUE(host.record().layers[0].outputs_are_network_outputs);
  EXPECT_EQ(values<float>(result.outputs[0]), (std::vector<float>{2, 2}));
}

TEST(CpuEngine, LetsThePluginEnqueueWhereAsked) {
  FakeHost host({doubling()});
  EngineOptions options;
  options.execution = host::Execution::kEnqueueOnHost;
  const std::vector<float> x(6);
  const Outcome result = run(host, kDoubling, {{"x", DataType::kFloat, {2, 3}, x.data()}}, options);
  ASSERT_TRUE(result.status.is_ok()) << result.status.message();
  EXPECT_EQ(host.record().runs, std::vector{host::Execution::kEnqueueOnHost});
}

TEST(CpuEngine, RunsAModelWithoutPluginsOrHost) {
  EngineOptions options;
  auto engine = CpuEngine::create(
      model_of("<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) "
               "{ y = Neg (x) }"),
      options);
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  const std::vector<float> x = {1, -2};
  auto outputs = (*engine)->run({{"x", DataType::kFloat, {2}, x.data()}});
  ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
  EXPECT_EQ(values<float>((*outputs)[0]), (std::vector<float>{-1, 2}));
}

}  // namespace
}  // namespace plugsmith::graph
