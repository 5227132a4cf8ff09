// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "src/io/npy.hpp"
#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class RunModel : public testing::Test {
 protected:
  std::string model(const std::string& text, const std::string& name = "a model.onnx") {
    const std::string path = (folder_ / name).string();
    write_model(path, text);
    return path;
  }
  Ran run(const std::string& model, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"run", model, "--plugins", OUR_LIBRARY};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return plugsmith(arguments);
  }
  const std::vector<std::string> random_ = {"--input", "x=random:1", "--shape", "x=2x3x8x8"};
  TemporaryFolder folder_;
};

TEST_F(RunModel, WritesEachOutputAndSaysHowNodesWereServed) {
  const std::string output = (folder_ / "out put").string();
  auto arguments = random_;
  arguments.insert(arguments.end(), {"--output", output});
  const Ran ran = run(model(pad_model()), arguments);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("plugin  PadTo_PS version 1, namespace \"plugsmith\""));
  EXPECT_THAT(ran.out, HasSubstr("nodes   1 by plugins, 1 by the CPU engine"));
  EXPECT_THAT(ran.out, HasSubstr("output  y  float32[2,3,48,32]  min 0"));
  auto tensor = io::read_npy(output + "/y.npy");
  ASSERT_TRUE(tensor.is_ok()) << tensor.status().message();
  EXPECT_EQ(tensor->dims, (io::Dims{2, 3, 48, 32}));
}

TEST_F(RunModel, ReportsInJson) {
  std::vector<std::string> arguments{"run", model(pad_model()), "--plugins", OUR_LIBRARY};
  arguments.insert(arguments.end(), random_.begin(), random_.end());
  const RanJson ran = plugsmith_json(arguments);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["plugin_nodes"], 1);
  EXPECT_EQ(ran.json["other_nodes"], 1);
  EXPECT_EQ(ran.json["nodes"][0]["creator"]["name"], "PadTo_PS");
  EXPECT_EQ(ran.json["inputs"][0]["source"], "random:1");
  EXPECT_EQ(ran.json["outputs"][0]["shape"], (std::vector<int>{2, 3, 48, 32}));
  EXPECT_GE(ran.json["outputs"][0]["mean"].get<double>(), 0.0);
}

TEST_F(RunModel, RunsAModelWithoutPlugins) {
  const std::string path = model(R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[2] x) => (float[2] y) { y = Abs(x) })");
  const Ran ran = plugsmith({"run", path, "--input", "random"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("nodes   0 by plugins, 1 by the CPU engine"));
}

TEST_F(RunModel, ComparesWithAnotherModel) {
  const std::string pad = model(pad_model());
  const std::string same = model(R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[N,3,8,8] x) => (float[N,3,48,32] y) {
  pads = Constant <value_ints = [0, 0, 0, 0, 0, 0, 40, 24]> ()
  positive = Relu(x)
  y = Pad(positive, pads)
})",
                                 "same.onnx");
  auto arguments = random_;
  arguments.insert(arguments.end(), {"--compare", same});
  const Ran agrees = run(pad, arguments);
  EXPECT_EQ(agrees.exit, 0) << agrees.err;
  EXPECT_THAT(agrees.out, HasSubstr("largest difference: absolute 0, relative 0"));
  EXPECT_THAT(agrees.out, HasSubstr("same.onnx: agrees"));

  const std::string other = model(pad_model("height = 48, value = 1.0"), "other.onnx");
  const Ran differs = run(other, arguments);
  EXPECT_EQ(differs.exit, 1);
  EXPECT_THAT(differs.out, HasSubstr("largest difference: absolute 1,"));
  EXPECT_THAT(differs.out, HasSubstr("same.onnx: DIFFERS"));
}

TEST_F(RunModel, NamesTheNearestKnownOp) {
  std::string text = pad_model();
  text.replace(text.find("PadTo_PS"), 8, "PadTo_PX");
  const Ran ran = run(model(text), random_);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("PadTo_PX"));
  EXPECT_THAT(ran.err, HasSubstr("PadTo_PS"));
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST_F(RunModel, NamesTheAttributeThatIsOutOfRange) {
  const Ran ran = run(model(pad_model("height = -4")), random_);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("\"height\" is -4"));
}

TEST_F(RunModel, NamesTheAttributeOfTheWrongType) {
  const Ran ran = run(model(pad_model("height = \"tall\"")), random_);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("height"));
}

TEST_F(RunModel, WarnsOfAnAttributeThatTheOpDoesNotKnow) {
  const Ran ran = run(model(pad_model("height = 48, hieght = 3")), random_);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("warning"));
  EXPECT_THAT(ran.err, HasSubstr("hieght"));
}

TEST_F(RunModel, LeavesOldOutputsWhenItFails) {
  folder_.write("y.npy", "precious");
  auto arguments = random_;
  arguments.insert(arguments.end(), {"--output", folder_.path().string()});
  EXPECT_EQ(run(model(pad_model("height = -4")), arguments).exit, 1);
  EXPECT_EQ(read_text(folder_ / "y.npy"), "precious");
  EXPECT_EQ(run(model(pad_model()), arguments).exit, 0);
  EXPECT_NE(read_text(folder_ / "y.npy"), "precious");
}

TEST_F(RunModel, SaysThatALibraryHasNoReference) {
  const std::string path = model(R"(<ir_version: 8, opset_import: ["" : 17, "foreign" : 1]>
g (float[2] x) => (float[2] y) { y = foreign.Faulty <plugin_namespace = ""> (x) })");
  const Ran ran = plugsmith(
      {"run", path, "--plugins", WITHOUT_REFERENCE, "--for", "10.6", "--input", "random"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("reference"));
}

TEST_F(RunModel, NamesTheMethodInWhichAPluginCrashes) {
  const std::string path = model(R"(<ir_version: 8, opset_import: ["" : 17, "foreign" : 1]>
g (float[2] x) => (float[2] y) { y = foreign.Faulty <plugin_namespace = ""> (x) })");
  const Ran ran =
      plugsmith({"run", path, "--plugins", FAULTY, "--for", "10.6", "--input", "random"},
                "reference:segfault");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("in reference of"));
  EXPECT_THAT(ran.err, HasSubstr("SIGSEGV"));
}

struct BadModel {
  const char* name;
  std::string content;
  const char* message;
};
class ModelFile : public testing::TestWithParam<BadModel> {};

TEST_P(ModelFile, IsRefusedWithExit2) {
  const TemporaryFolder folder;
  const std::string path = folder.write("model.onnx", GetParam().content);
  const Ran ran = plugsmith({"run", path, "--plugins", OUR_LIBRARY, "--input", "x=random"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(path));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
  EXPECT_THAT(ran.out, IsEmpty());
}

std::string truncated_model() {
  const TemporaryFolder folder;
  const std::string path = (folder / "m.onnx").string();
  write_model(path, pad_model());
  return read_text(path).substr(0, 60);
}

INSTANTIATE_TEST_SUITE_P(
    All, ModelFile,
    testing::Values(BadModel{"Empty", "", "empty"},
                    BadModel{"Text", "this is no model, just text\n", "ONNX"},
                    BadModel{"Truncated", truncated_model(), "ONNX"},
                    // field 7 (graph), length-delimited, 4 GiB - 1
                    BadModel{"Claims4GiB", std::string("\x3a\xff\xff\xff\xff\x0f", 6), "ONNX"}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(Model, ThatIsMissingIsNamed) {
  const Ran ran = plugsmith({"run", "/nowhere/model.onnx", "--input", "x=random"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("/nowhere/model.onnx"));
}

}  // namespace
}  // namespace plugsmith::test
