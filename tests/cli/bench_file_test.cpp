// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "apps/plugsmith/bench.hpp"
#include "apps/plugsmith/tensorrt_report.hpp"
#include "src/graph/onnx_model.hpp"
#include "tests/support/scoped_variable.hpp"
#include "tests/support/temporary_folder.hpp"

// Cases and results of plugsmith bench as files.

namespace plugsmith::test {
namespace {

using cli::Json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Result<std::vector<cli::BenchCase>> read(const std::string& text) {
  const TemporaryFolder folder;
  return cli::read_bench_cases(folder.write("cases.json", text));
}

TEST(BenchCases, PutSweepsIntoPeersOperationsAndTactics) {
  const auto cases = read(R"json([{"op": "A", "inputs": ["NxN:T"], "sweeps": ["N=2,3", "T=float16"],
    "operations": "2*N*N", "tactic": "N",
    "peers": [{"library": "libb.so", "op": "B", "attributes": ["size=N"], "inputs": ["1xN:T"]},
              {"nodes": "y = Constant<value_ints = [N]>() output0 = Reshape(input0, y)"}]
}])json");
  ASSERT_TRUE(cases.is_ok()) << cases.status().message();
  ASSERT_EQ(cases->size(), 2U);
  const cli::BenchCase& second = cases->back();
  EXPECT_EQ(second.operation_count(), 18);
  EXPECT_EQ(second.options.tactic, "3");
  EXPECT_THAT(second.peers[0].op.attributes, ElementsAre("size=3"));
  EXPECT_THAT(second.peers[0].op.inputs, ElementsAre("1x3:float16"));
  EXPECT_THAT(second.peers[1].nodes, HasSubstr("[3]"));
}

TEST(BenchCases, GiveAPeerTheirInputsUnlessItHasItsOwn) {
  const auto cases = read(
      R"json([{"op": "A", "inputs": ["4:int8"], "peers": [{"library": "libb.so", "op": "B"}]}])json");
  ASSERT_TRUE(cases.is_ok()) << cases.status().message();
  EXPECT_THAT(cases->front().peers[0].op.inputs, ElementsAre("4:int8"));
}

TEST(BenchCases, SayWhatIsWrongInWhichEntry) {
  const struct {
    const char *text, *message;
  } wrong[] = {
      {R"json({})json", "is no JSON list"},
      {R"json([{"op": "A"}, {"op": "A", "input": []}])json",
       "entry 1: \"input\" is no key here; there are op, version, tactic, input_format, inputs"},
      {R"json([{"op": "A", "peers": [{"op": "B"}]}])json", "entry 0: "},
      {R"json([{"op": "A", "peers": [{"library": "l", "op": "B", "nodes": "n"}]}])json",
       "entry 0: peers: \"library\" is no key here; there are name, nodes"},
      {R"json([{"op": "A", "operations": "2*M"}])json",
       "entry 0: operations \"2*M\": must be a number like 2*N*64"},
      {R"json([{"op": "A", "operations": "1/0"}])json", "operations \"1/0\": must be a number"},
      {R"json([{"op": "A", "inputs": ["4:float32"], "peers": [{"nodes": "output0 = Relu(input0"}]}])json",
       "entry 0: "},
      {R"json([{"op": "A", "inputs": ["4:float32"], "peers": [{"nodes": "y = Relu(input0)"}]}])json",
       "entry 0: \"y = Relu(input0)\" makes no output0"},
      {R"json([{"op": "A", "inputs": ["4:fp8"], "peers": [{"nodes": "output0 = Relu(input0)"}]}])json",
       "ONNX's text form has no float8_e4m3"}};
  for (const auto& a : wrong) {
    const auto cases = read(a.text);
    ASSERT_FALSE(cases.is_ok()) << a.text;
    EXPECT_EQ(cases.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(cases.status().message(), HasSubstr(a.message)) << a.text;
  }
}

TEST(BenchLayer, IsAModelOfTheCasesInputs) {
  cli::BenchCase one;
  one.options.inputs = {"2x8:float16=zeros:0.5", "8:int64"};
  cli::BenchPeer peer;
  peer.nodes = "output0 = Gather(input0, input1) output1 = NonZero(input0)";
  peer.opset = 17;
  peer.output_types = {"float16", "int64"};
  const auto text = cli::layer_model(one, peer);
  ASSERT_TRUE(text.is_ok()) << text.status().message();
  const auto model = graph::Model::from_text(*text, "layers");
  ASSERT_TRUE(model.is_ok()) << model.status().message();
  EXPECT_EQ(model->opset(""), 17);
  ASSERT_EQ(model->inputs().size(), 2U);
  EXPECT_EQ(model->inputs()[0].dims, (io::Dims{2, 8}));
  EXPECT_EQ(model->inputs()[1].type, DataType::kInt64);
  ASSERT_EQ(model->outputs().size(), 2U);
  EXPECT_EQ(model->outputs()[1].type, DataType::kInt64);
  EXPECT_FALSE(model->outputs()[1].has_shape);
}

cli::BenchCase with_layers() {
  cli::BenchCase one;
  one.op = "A";
  one.options.inputs = {"8:float32", "8:float32=zeros:0.5"};
  cli::BenchPeer plugin;
  plugin.op.name = "B";
  cli::BenchPeer layer;
  layer.nodes = "output0 = Add(input0, input1)";
  layer.opset = 17;
  one.peers = {plugin, layer, layer};
  return one;
}

TEST(BenchLayer, KeepsTheReasonWhereThereIsNoTensorRt) {
  const TemporaryFolder folder;
  cli::BenchOptions options;
  options.peers = folder.path().string();
  std::vector<cli::BenchCase> cases{with_layers(), with_layers()};
  cases[1].error = "not measured";
  cli::measure_layers(options, cases, 0);
  EXPECT_EQ(cases[0].peers[0].error, "");
  for (const std::size_t layer : {std::size_t{1}, std::size_t{2}}) {
    EXPECT_THAT(cases[0].peers[layer].error, HasSubstr("libnvinfer.so.10"));
    EXPECT_EQ(cases[1].peers[layer].error, "");
  }
}

TEST(BenchLayer, KeepsTheReasonWhereNoModelCanBeWritten) {
  const ScopedVariable temporary("TMPDIR", "/no/such/folder");
  std::vector<cli::BenchCase> cases{with_layers()};
  cli::measure_layers({}, cases, 0);
  EXPECT_THAT(cases[0].peers[1].error,
              AllOf(HasSubstr("no folder for temporary files can be made in /no/such/folder: "),
                    HasSubstr("set TMPDIR to a folder that can be written")));
}

TEST(BenchLayer, KeepsTheReasonWhereThereIsNoGpu) {
  if (!std::filesystem::exists(REAL_TENSORRT "/libnvinfer.so.10")) GTEST_SKIP() << "no TensorRT";
  if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a CUDA device";
  cli::BenchOptions options;
  options.peers = REAL_TENSORRT;
  std::vector<cli::BenchCase> cases{with_layers()};
  cli::measure_layers(options, cases, 0);
  EXPECT_THAT(cases[0].peers[2].error, HasSubstr("no GPU that CUDA can use"));
}

TEST(BenchLayer, IsTimedOnADevice) {
  if (!std::filesystem::exists(REAL_TENSORRT "/libnvinfer.so.10")) GTEST_SKIP() << "no TensorRT";
  if (!std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "no CUDA device";
  cli::BenchOptions options;
  options.peers = REAL_TENSORRT;
  std::vector<cli::BenchCase> cases{with_layers()};
  cli::measure_layers(options, cases, 0);
  EXPECT_TRUE(cases[0].peers[1].is_measured()) << cases[0].peers[1].error;
}

cli::BenchCase measured() {
  cli::BenchCase one;
  one.op = "A";
  one.options.inputs = {"1000:float32"};
  one.options.attributes = {"k=1"};
  one.op_us = {10, 9, 11};
  one.copy_us = {5, 4, 6};
  one.enqueue_us = {3, 2, 4};
  one.bytes = 8000;
  one.operations = "8000000";
  cli::BenchPeer plugin;
  plugin.op.name = "B";
  plugin.op.library = "libb.so";
  plugin.op_us = {25, 24, 26};
  cli::BenchPeer layer;
  layer.nodes = "output0 = Relu(input0)";
  layer.name = "Relu";
  layer.error = "TensorRT does not like it";
  one.peers = {plugin, layer};
  return one;
}

TEST(BenchReport, KeepsEverythingInItsJson) {
  const Json json = cli::to_json(measured());
  EXPECT_EQ(json["copy_share"], 0.5);
  EXPECT_EQ(json["operations_per_second"], 8e11);
  EXPECT_EQ(json["peers"][0]["times_as_long"], 2.5);
  EXPECT_EQ(json["peers"][0]["name"], "B of libb.so");
  EXPECT_EQ(json["peers"][1]["error"], "TensorRT does not like it");
  const auto cases = cli::bench_cases_from({{"cases", Json::array({json})}});
  ASSERT_TRUE(cases.is_ok()) << cases.status().message();
  EXPECT_EQ(cli::bench_table(*cases), [] {
    auto expected = measured();
    expected.enqueue_us = {};
    return cli::bench_table({expected});
  }());
}

TEST(BenchReport, ShowsPeersBelowTheirCase) {
  cli::BenchCase refused = measured();
  refused.error = "no such op";
  refused.peers.clear();
  const std::string table = cli::bench_table({measured(), refused});
  EXPECT_THAT(table, AllOf(HasSubstr("A k=1 1000:float32: 0.8 T operations/s\n"),
                           HasSubstr("25.00  2.50 times as long: B of libb.so\n"),
                           HasSubstr("-  TensorRT's Relu: TensorRT does not like it\n"),
                           HasSubstr("no such op\n")));
}

TEST(BenchReport, RefusesWhatIsNoResult) {
  for (const Json& json : {Json(nullptr), Json::object(), Json{{"cases", {{{"op", 1}}}}},
                           Json{{"cases", {{{"op", "A"}}}}}}) {
    const auto cases = cli::bench_cases_from(json);
    ASSERT_FALSE(cases.is_ok()) << json;
    EXPECT_THAT(cases.status().message(), HasSubstr("is no result of plugsmith bench"));
  }
}

TEST(BenchPicture, ShowsOperationsBelowTheRoof) {
  const Json device{
      {"compute_capability", "9.0"}, {"multiprocessors", 132}, {"clock_khz", 1980000}};
  const std::string picture = cli::roofline_picture({measured()}, device);
  EXPECT_THAT(picture, AllOf(HasSubstr("A float32 k=1"), HasSubstr("limit: copies; float32 cores"),
                             HasSubstr("operations for each byte"), Not(HasSubstr("nan")),
                             Not(HasSubstr("inf"))));
  cli::BenchCase silent = measured();
  silent.operations.clear();
  EXPECT_EQ(cli::roofline_picture({silent}, device), "");
  EXPECT_EQ(cli::roofline_picture({measured()}, Json()), "");
}

Json engine(std::size_t layers, std::size_t plugins, int reformats, double median) {
  Json beside = Json::array();
  if (plugins > 0) beside.push_back({{"name", "r"}});
  return {{"step_ms", {{"median", median}}},
          {"engine",
           {{"layers", layers},
            {"plugins", Json(std::vector<std::string>(plugins, "p"))},
            {"reformats", reformats},
            {"reformats_beside_plugins", beside},
            {"by_type", Json::object()}}}};
}

TEST(PluginCost, SetsBothEnginesSideBySide) {
  cli::Answer answer;
  answer.json = engine(50, 24, 3, 1.5);
  answer.json["comparison"] = engine(30, 0, 1, 1.0);
  cli::report_plugin_cost(answer);
  EXPECT_EQ(answer.json["cost"]["times_as_long"], 1.5);
  EXPECT_EQ(answer.json["cost"]["this"]["reformats_beside_plugins"], 1);
  EXPECT_EQ(answer.json["cost"]["other"]["layers"], 30);
  EXPECT_THAT(answer.text,
              AllOf(HasSubstr("1.5000 ms, 50 layers, 24 of them plugins, 3 reformats, 1 beside"),
                    HasSubstr("this takes 1.500 times as long as the other")));
}

TEST(PluginCost, IsLeftOutWhereAnEngineIsNotKnown) {
  cli::Answer answer;
  answer.json = engine(50, 24, 3, 1.5);
  cli::report_plugin_cost(answer);
  answer.json["comparison"] = {{"step_ms", {{"median", 1.0}}}, {"engine", {{"problem", "names"}}}};
  cli::report_plugin_cost(answer);
  EXPECT_FALSE(answer.json.contains("cost"));
  EXPECT_EQ(answer.text, "");
}

}  // namespace
}  // namespace plugsmith::test
