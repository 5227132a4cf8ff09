// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <png.h>

#include "src/io/npy.hpp"
#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;

class ModelInput : public testing::Test {
 protected:
  void SetUp() override {
    model_ = (folder_ / "model.onnx").string();
    write_model(model_, pad_model());
  }
  Ran run(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", model_, "--plugins", OUR_LIBRARY};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return plugsmith(arguments);
  }
  std::string npy(DataType type, const io::Dims& dims) {
    const auto bytes = static_cast<std::size_t>(*io::byte_count(type, dims, "x"));
    return folder_.write("x.npy", *io::npy_header(type, dims) + std::string(bytes, '\0'));
  }
  void expect_refusal(const std::vector<std::string>& more, const std::string& message) {
    const Ran ran = run(more);
    EXPECT_EQ(ran.exit, 2);
    EXPECT_THAT(ran.err, HasSubstr(message));
    EXPECT_THAT(ran.out, testing::IsEmpty());
  }
  TemporaryFolder folder_;
  std::string model_;
};

TEST_F(ModelInput, IsReadFromANpyFile) {
  const Ran ran = run({"--input", "x=" + npy(DataType::kFloat, {1, 3, 4, 4})});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("input   x  float32[1,3,4,4]"));
}

TEST_F(ModelInput, NeedsNoNameWhereThereIsOnlyOne) {
  EXPECT_EQ(run({"--input", npy(DataType::kFloat, {1, 3, 4, 4})}).exit, 0);
}

TEST_F(ModelInput, IsReadFromAPicture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = 40;
  image.height = 20;
  image.format = PNG_FORMAT_RGB;
  const std::vector<std::uint8_t> pixels(std::size_t{40} * 20 * 3, 255);
  const std::string path = (folder_ / "white.png").string();
  ASSERT_NE(png_image_write_to_file(&image, path.c_str(), 0, pixels.data(), 0, nullptr), 0);
  const RanJson ran = plugsmith_json({"run", model_, "--plugins", OUR_LIBRARY, "--input",
                                      "x=" + path, "--image-multiple", "8", "--image-mean", "0.5",
                                      "--image-std", "0.25", "--image-max-side", "32"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["inputs"][0]["shape"], (std::vector<int>{1, 3, 16, 32}));
  EXPECT_EQ(ran.json["outputs"][0]["max"], 2.0);  // (255/255 - 0.5) / 0.25
}

TEST_F(ModelInput, ThatDoesNotExistIsRefusedWithThoseThatDo) {
  expect_refusal({"--input", "image=random", "--shape", "x=1x3x4x4"},
                 "the model has no input \"image\" (its inputs: ");
}

TEST_F(ModelInput, ThatIsMissingIsNamed) { expect_refusal({}, "x"); }

TEST_F(ModelInput, GivenTwiceIsRefused) {
  expect_refusal({"--input", "x=random", "--input", "x=random", "--shape", "x=1x3x4x4"},
                 "input x is given twice");
}

TEST_F(ModelInput, OfTheWrongTypeIsRefused) {
  expect_refusal({"--input", "x=" + npy(DataType::kInt32, {1, 3, 4, 4})}, "int32");
}

TEST_F(ModelInput, OfATypeThatTensorRTLacksIsRefused) {
  const std::string path =
      folder_.write("d.npy", *io::npy_header(DataType::kFloat, {2}) + std::string(8, '\0'));
  std::string content = read_text(path);
  content.replace(content.find("<f4"), 3, "<f8");
  content.resize(content.size() + 8);
  folder_.write("d.npy", content);
  expect_refusal({"--input", "x=" + path}, "x.astype(\"float32\")");
}

TEST_F(ModelInput, OfAShapeThatContradictsTheModelIsRefused) {
  expect_refusal({"--input", "x=" + npy(DataType::kFloat, {1, 4, 4, 4})}, "[1,4,4,4]");
  expect_refusal({"--input", "x=" + npy(DataType::kFloat, {3, 4})}, "[3,4]");
  expect_refusal({"--input", "x=random", "--shape", "x=1x5x8x8"}, "x");
}

TEST_F(ModelInput, OfAnotherShapeThanTheOneGivenIsRefused) {
  expect_refusal({"--input", "x=" + npy(DataType::kFloat, {1, 3, 4, 4}), "--shape", "x=1x3x8x8"},
                 "has the shape [1,3,4,4], but [1,3,8,8] is wanted");
}

TEST_F(ModelInput, OfRandomNumbersNeedsAShape) {
  expect_refusal({"--input", "x=random"}, "give it with --shape x=");
  expect_refusal({"--input", "x=random:many", "--shape", "x=1x3x4x4"}, "random:SEED");
}

TEST_F(ModelInput, ShapeOfAnUnknownNameIsRefused) {
  expect_refusal({"--input", "x=random", "--shape", "z=1x3x4x4"}, "z");
  expect_refusal({"--input", "x=random", "--shape", "x:1x3"}, "must be NAME=SHAPE");
}

TEST_F(ModelInput, FromATruncatedFileIsRefused) {
  const std::string path = npy(DataType::kFloat, {1, 3, 4, 4});
  const std::string content = read_text(path);
  folder_.write("x.npy", content.substr(0, content.size() - 5));
  expect_refusal({"--input", "x=" + path}, "the file is cut off");
}

TEST_F(ModelInput, FromATextFileIsRefused) {
  expect_refusal({"--input", "x=" + folder_.write("notes.txt", "notes")}, "is not a .npy file");
}

}  // namespace
}  // namespace plugsmith::test
