// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>
#include <sys/stat.h>

#include "model_support.hpp"

namespace plugsmith::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_of;
using testing::TemporaryFolder;

constexpr char kSmall[] = R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x) => (float[2] y) { w = Constant <value = float[2] {1.0, 2.0}> ()  y = Add (x, w) })";

std::string bytes_of_model(const Model& model) { return model.proto().SerializeAsString(); }

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_refused(const std::string& path, const std::string& message) {
  const auto model = Model::load(path);
  ASSERT_FALSE(model.is_ok());
  EXPECT_EQ(model.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(model.status().message(), HasSubstr(path));
  EXPECT_THAT(model.status().message(), HasSubstr(message));
}

TEST(LoadModel, GivesBackWhatWasSaved) {
  const TemporaryFolder folder;
  const Model model = model_of(kSmall);
  ASSERT_TRUE(model.save(folder.file("m.onnx")).is_ok());
  const auto loaded = Model::load(folder.file("m.onnx"));
  ASSERT_TRUE(loaded.is_ok()) << loaded.status().message();
  EXPECT_EQ(bytes_of_model(*loaded), bytes_of_model(model));
  EXPECT_EQ(loaded->name(), folder.file("m.onnx"));
  EXPECT_EQ(loaded->opset(""), 17);
  EXPECT_EQ(loaded->opset("ai.onnx"), 17);
  EXPECT_EQ(loaded->opset("plugsmith"), std::nullopt);
}

TEST(LoadModel, SaysThatAFileIsMissing) {
  const TemporaryFolder folder;
  expect_refused(folder.file("none.onnx"), "cannot open the model: No such file or directory");
}

TEST(LoadModel, SaysThatAFolderIsAFolder) {
  const TemporaryFolder folder;
  expect_refused(folder.path().string(), "is a folder; give the .onnx file in it");
}

TEST(LoadModel, DoesNotWaitForANamedPipe) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  expect_refused(folder.file("pipe"), "is not a regular file");
}

TEST(LoadModel, SaysThatAFileIsEmpty) {
  const TemporaryFolder folder;
  expect_refused(folder.write("empty.onnx", ""), "is empty; an ONNX model is wanted");
}

TEST(LoadModel, SaysThatATextIsNoModel) {
  const TemporaryFolder folder;
  expect_refused(folder.write("text.onnx", "import torch\n"),
                 "is not an ONNX model (its first bytes are not those of one)");
}

TEST(LoadModel, SaysWhereAModelIsCutOffForEveryLength) {
  const TemporaryFolder folder;
  const std::string whole = bytes_of_model(model_of(kSmall));
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const auto model = Model::parse(std::string_view(whole).substr(0, size), "cut");
    ASSERT_FALSE(model.is_ok()) << size;
    EXPECT_EQ(model.status().code(), StatusCode::kInvalidArgument);
  }
  expect_refused(folder.write("cut.onnx", whole.substr(0, whole.size() - 12)),
                 "is truncated or no ONNX model: at byte");
}

TEST(LoadModel, DoesNotBelieveALengthOfFourGibibytes) {
  const TemporaryFolder folder;
  // Field 7 (graph), length 2^32 - 1.
  const std::string bytes = std::string("\x08\x08\x3A\xFF\xFF\xFF\xFF\x0F", 8) + "abc";
  expect_refused(folder.write("huge.onnx", bytes),
                 "at byte 2 it announces 4294967295 bytes, but 3 follow");
}

TEST(LoadModel, DoesNotBelieveALengthInsideTheGraphEither) {
  // Field 7 of 7 bytes, in which field 1 (a node) claims 2^31 - 1.
  const std::string bytes("\x3A\x07\x0A\xFF\xFF\xFF\xFF\x07x", 9);
  const auto model = Model::parse(bytes, "inner");
  ASSERT_FALSE(model.is_ok());
  EXPECT_EQ(model.status().message(), "inner: is damaged inside its graph");
}

TEST(LoadModel, SurvivesEveryFlippedByte) {
  const std::string whole = bytes_of_model(model_of(kSmall));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] ^ flip);
      const auto model = Model::parse(bytes, "flipped");
      if (!model.is_ok()) {
        EXPECT_EQ(model.status().code(), StatusCode::kInvalidArgument);
      }
    }
  }
}

TEST(LoadModel, SaysThatThereIsNoGraph) {
  onnx::ModelProto proto;
  proto.set_ir_version(8);
  const auto model = Model::parse(proto.SerializeAsString(), "m");
  ASSERT_FALSE(model.is_ok());
  EXPECT_EQ(model.status().message(),
            "m: there is no graph in it; it is no ONNX model, or a part of one");
}

TEST(LoadModel, SaysThatNoOperatorSetIsImported) {
  Model model = model_of(kSmall);
  model.mutable_proto().clear_opset_import();
  const auto parsed = Model::parse(bytes_of_model(model), "m");
  ASSERT_FALSE(parsed.is_ok());
  EXPECT_THAT(parsed.status().message(), HasSubstr("it imports no operator set (opset_import)"));
}

std::string refusal_of(const std::string& text) {
  const auto model = Model::from_text(text, "m");
  return model.is_ok() ? "accepted" : model.status().message();
}

TEST(LoadModel, NamesAValueThatNothingMakes) {
  EXPECT_EQ(refusal_of("<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) "
                       "{ y = Add (x, z) }"),
            "m: node \"node_of_y\" (Add) reads \"z\", which no input, initializer or node makes");
}

TEST(LoadModel, NamesNodesInTheWrongOrder) {
  EXPECT_EQ(
      refusal_of("<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) "
                 "{ y = Neg (z)  z = Abs (x) }"),
      "m: node \"node_of_y\" (Neg) reads \"z\", which the later node \"node_of_z\" (Abs) makes: "
      "the nodes must be sorted");
}

TEST(LoadModel, NamesAValueMadeTwice) {
  EXPECT_EQ(refusal_of("<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) "
                       "{ y = Neg (x)  y = Abs (x) }"),
            "m: node \"node_of_y\" (Abs) makes \"y\", which exists already");
}

TEST(LoadModel, NamesAnOutputThatNothingMakes) {
  EXPECT_EQ(refusal_of("<ir_version: 8, opset_import: [\"\": 17]> g (float[2] x) => (float[2] y) "
                       "{ z = Neg (x) }"),
            "m: the graph returns \"y\", which no node makes");
}

TEST(LoadModel, NamesATensorWhoseDataDoNotFitItsDimensions) {
  Model model = model_of(kSmall);
  auto* tensor = model.mutable_proto().mutable_graph()->add_initializer();
  tensor->set_name("big");
  tensor->set_data_type(onnx::TensorProto::FLOAT);
  tensor->add_dims(std::int64_t{1} << 40);
  tensor->set_raw_data("abcd");
  auto parsed = Model::parse(bytes_of_model(model), "m");
  ASSERT_FALSE(parsed.is_ok());
  EXPECT_EQ(
      parsed.status().message(),
      "m: tensor \"big\" holds 4 bytes; its dimensions and type (float32) ask for 4398046511104");
  tensor->add_dims(-1);
  parsed = Model::parse(bytes_of_model(model), "m");
  ASSERT_FALSE(parsed.is_ok());
  EXPECT_EQ(parsed.status().message(), "m: tensor \"big\" has dimensions that no tensor can have");
}

TEST(LoadModel, SaysWhatIsWrongWithAText) {
  EXPECT_THAT(refusal_of("<ir_version: 8> g ("), HasSubstr("m: "));
  EXPECT_THAT(refusal_of("<ir_version: 99999999999999999999999> g () => () {}"), HasSubstr("m: "));
}

TEST(SaveModel, ReplacesTheFileAndLeavesNothingElse) {
  const TemporaryFolder folder;
  folder.write("m.onnx", "old");
  ASSERT_TRUE(model_of(kSmall).save(folder.file("m.onnx")).is_ok());
  EXPECT_NE(read(folder.file("m.onnx")), "old");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    names.push_back(entry.path().filename().string());
  }
  EXPECT_THAT(names, ElementsAre("m.onnx"));
}

TEST(SaveModel, LeavesTheOldFileWhereItCannotWrite) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "taken");
  folder.write("taken/inside", "kept");
  const Status status = model_of(kSmall).save(folder.file("taken"));
  ASSERT_FALSE(status.is_ok());
  EXPECT_THAT(status.message(), HasSubstr(folder.file("taken") + ": cannot write the model: "));
  EXPECT_EQ(read(folder.file("taken/inside")), "kept");
  EXPECT_FALSE(model_of(kSmall).save(folder.file("none/m.onnx")).is_ok());
}

TEST(ModelViews, ListInputsWithoutInitializersAndSymbolsAsMinusOne) {
  const Model model = model_of(R"(<ir_version: 3, opset_import: ["": 12]>
g (float16[batch, 3, 4] x, float[2] w = {1.0, 2.0}, string s) => (int64[] y) { y = Shape (x) })");
  const auto inputs = model.inputs();
  ASSERT_EQ(inputs.size(), 2U);
  EXPECT_EQ(inputs[0].name, "x");
  EXPECT_EQ(inputs[0].type, DataType::kHalf);
  EXPECT_THAT(inputs[0].dims, ElementsAre(-1, 3, 4));
  EXPECT_THAT(inputs[0].symbols, ElementsAre("batch", "", ""));
  EXPECT_EQ(to_string(inputs[0]), "float16[batch,3,4]");
  EXPECT_EQ(inputs[1].type, std::nullopt);
  EXPECT_EQ(inputs[1].type_name, "string");
  EXPECT_EQ(model.outputs()[0].type, DataType::kInt64);
}

TEST(ModelViews, ShowTheNodes) {
  const Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) { y = plugsmith.PadTo_PS <height = 4, width = 5> (x) })");
  const auto nodes = model.nodes();
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].op_type, "PadTo_PS");
  EXPECT_EQ(nodes[0].domain, "plugsmith");
  EXPECT_THAT(nodes[0].inputs, ElementsAre("x"));
  EXPECT_THAT(nodes[0].outputs, ElementsAre("y"));
  EXPECT_THAT(nodes[0].attributes, ElementsAre("height", "width"));
}

}  // namespace
}  // namespace plugsmith::graph
