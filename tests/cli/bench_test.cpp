// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;

bool has_device() { return std::filesystem::exists("/dev/nvidiactl"); }

TEST(Bench, ExitsWith3WithoutADevice) {
  if (has_device()) GTEST_SKIP() << "there is a CUDA device";
  const Ran ran = plugsmith({"bench", OUR_LIBRARY, "--op", "Swish_PS", "--input", "64:float32"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("needs an NVIDIA GPU"));
}

TEST(Bench, RefusesBadUsage) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "cases.json").string();
  std::ofstream(file) << R"([{"op": "A", "sweeps": ["N=1"]}])";
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } cases[] = {
      {{"bench"}, "bench wants LIB, a plugin library"},
      {{"bench", "--draw", file}, "--draw wants --picture STEM"},
      {{"bench", "--draw", file, "--picture", "p"}, "is no result of plugsmith bench"},
      {{"bench", OUR_LIBRARY}, "bench wants --op NAME with --input, --cases FILE, or --model FILE"},
      {{"bench", OUR_LIBRARY, "--cases", "/nowhere.json"}, "cannot be read"},
      {{"bench", OUR_LIBRARY, "--cases", file}, "entry 0: --sweep N=1: no --input"},
      {{"bench", OUR_LIBRARY, "--op", "A", "--peers", "/nowhere"},
       "--peers /nowhere: is no folder; give that of TensorRT's libraries"}};
  for (const auto& a : cases) {
    const Ran ran = plugsmith(a.arguments);
    EXPECT_EQ(ran.exit, 2) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(a.message));
  }
}

TEST(Bench, DrawsEarlierResults) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "results.json").string();
  std::ofstream(file) << R"({"cases": [{"op": "A", "inputs": ["8:float32"], "attributes": [],
    "op_us": {"median": 2}, "copy_us": {"median": 1}, "bytes": 64}]})";
  const std::string stem = (folder.path() / "picture").string();
  const Ran ran = plugsmith({"bench", "--draw", file, "--picture", stem});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(std::filesystem::exists(stem + "-time.svg"));
  EXPECT_TRUE(std::filesystem::exists(stem + "-share.svg"));
}

TEST(Bench, ListsCasesWithTheirPeersAndMeasuresNothing) {
  const TemporaryFolder folder;
  const std::string file = folder.write("cases.json", R"json([
    {"op": "A", "inputs": ["N:float32"], "sweeps": ["N=4,8"], "tactic": "2",
     "peers": [{"library": "libb.so", "op": "B", "version": "1"},
               {"name": "Relu", "nodes": "output0 = Relu(input0)"
}]
}])json");
  const Ran ran = plugsmith({"bench", "--cases", file, "--list"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "A 4:float32 tactic 2\n  beside B version 1 of libb.so\n  beside TensorRT's Relu\n"
            "A 8:float32 tactic 2\n  beside B version 1 of libb.so\n  beside TensorRT's Relu\n");
  const RanJson json = plugsmith_json({"bench", "--cases", file, "--list"});
  EXPECT_EQ(json.json["cases"].size(), 2U);
  EXPECT_EQ(json.json["cases"][1]["peers"][0]["inputs"][0], "8:float32");
}

TEST(Bench, TellsInItsHelpThatTheTimeLimitIsThatOfACase) {
  EXPECT_THAT(plugsmith({"bench", "--help"}).out, HasSubstr("Limit of one case in seconds (120)"));
}

TEST(Bench, TakesTheNodesOfAModel) {
  const TemporaryFolder folder;
  const std::string fixed = (folder / "fixed.onnx").string();
  write_model(fixed, R"(<ir_version: 8, opset_import: ["" : 17, "plugsmith" : 1]>
    pad (float[1,3,8,8] x) => (float[1,3,48,32] y, float[1,3,48,32] z) {
      y = plugsmith.PadTo_PS <height = 48, plugin_namespace = "plugsmith"> (x)
      z = plugsmith.PadTo_PS <height = 48, plugin_namespace = "plugsmith"> (x)
    })");
  const Ran ran = plugsmith({"bench", OUR_LIBRARY, "--model", fixed, "--list"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.out, "PadTo_PS 1x3x8x8:float32 (node node_of_y and 1 alike)\n");
  const Ran other = plugsmith({"bench", OUR_LIBRARY, "--model", fixed, "--node", "a", "--list"});
  EXPECT_EQ(other.exit, 2);
  EXPECT_THAT(other.err, HasSubstr("has no node named \"a\""));
  if (has_device()) return;
  const Ran measured = plugsmith({"bench", OUR_LIBRARY, "--model", fixed});
  EXPECT_EQ(measured.exit, 3);
  EXPECT_THAT(measured.err, HasSubstr("needs an NVIDIA GPU"));
}

TEST(Bench, SaysWhyANodeOfAModelIsNotTimed) {
  const TemporaryFolder folder;
  const std::string path = (folder / "model.onnx").string();
  write_model(path, R"(<ir_version: 8, opset_import: ["" : 17, "plugsmith" : 1]>
    expand (float[1,4] x, int64[2] shape) => (float[N,M] y) {
      y = plugsmith.ExpandTo_PS <plugin_namespace = "plugsmith", tensorrt_plugin_shape_input_indices = [1]> (x, shape)
    })");
  const Ran ran = plugsmith({"bench", OUR_LIBRARY, "--model", path, "--list"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(
      ran.err,
      HasSubstr("no node can be timed: node node_of_y is not timed: the values of its shape"));
}

TEST(Bench, WritesWhatItHasOnceTimeIsOver) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  const TemporaryFolder folder;
  const std::string output = (folder / "results.json").string();
  const Ran ran = plugsmith({"bench", OUR_LIBRARY, "--op", "Swish_PS", "--input", "N:float32",
                             "--sweep", "N=64,128", "--stop-after", "0.001", "--output", output});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.out, HasSubstr("not measured: the 0.001 s of --stop-after were over"));
  EXPECT_THAT(read_text(output), HasSubstr("\"op_us\""));
}

TEST(Bench, TimesAPeerByTurnsAndSaysWhichIsMissing) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  const TemporaryFolder folder;
  const auto library = std::filesystem::path(OUR_LIBRARY);
  const std::string file =
      folder.write("cases.json", R"([{"op": "Swish_PS", "inputs": ["4096:float32"],
        "peers": [{"library": ")" + library.filename().string() +
                                     R"(", "op": "HardSwish_PS"},
                  {"library": "libnone.so", "op": "B"}]}])");
  const RanJson ran = plugsmith_json(
      {"bench", OUR_LIBRARY, "--cases", file, "--peers", library.parent_path().string()});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  const auto& peers = ran.json["cases"][0]["peers"];
  EXPECT_GT(peers[0]["op_us"]["median"].get<double>(), 0.0);
  EXPECT_GT(peers[0]["times_as_long"].get<double>(), 0.0);
  EXPECT_THAT(peers[1]["error"].get<std::string>(), HasSubstr("libnone.so is not in"));
}

TEST(Bench, MeasuresAnOpBesideCopies) {
  if (!has_device()) GTEST_SKIP() << "no CUDA device";
  const RanJson ran = plugsmith_json({"bench", OUR_LIBRARY, "--op", "Swish_PS", "--input", "N:T",
                                      "--sweep", "N=1024,1048576", "--sweep", "T=float32,int8"});
  ASSERT_EQ(ran.exit, 0) << ran.err;
  ASSERT_EQ(ran.json["cases"].size(), 4U);
  for (const auto& one : ran.json["cases"]) {
    EXPECT_GT(one["op_us"]["median"].get<double>(), 0.0);
    EXPECT_GT(one["copy_us"]["median"].get<double>(), 0.0);
  }
}

}  // namespace
}  // namespace plugsmith::test
