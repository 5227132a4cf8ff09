// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "model_support.hpp"

namespace plugsmith::graph {
namespace {

using ::testing::HasSubstr;
using testing::model_of;
using testing::TemporaryFolder;

/// A model whose initializer w lies in the file `location`.
std::string model_with_external(const std::string& location, const std::string& offset,
                                const std::string& length) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x) => (float[2] y) { y = Neg (x) })");
  auto* tensor = model.mutable_proto().mutable_graph()->add_initializer();
  tensor->set_name("w");
  tensor->set_data_type(onnx::TensorProto::FLOAT);
  tensor->add_dims(2);
  tensor->set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto& [key, value] : {std::pair{"location", location}, std::pair{"offset", offset},
                                   std::pair{"length", length}}) {
    auto* entry = tensor->add_external_data();
    entry->set_key(key);
    entry->set_value(value);
  }
  return model.proto().SerializeAsString();
}

TEST(ExternalData, IsPutIntoTheFileThatIsSaved) {
  const TemporaryFolder folder, other;
  folder.write("w.bin", "0123abcdefgh");
  const auto model = Model::load(folder.write("m.onnx", model_with_external("w.bin", "4", "8")));
  ASSERT_TRUE(model.is_ok()) << model.status().message();
  const Status saved = model->save(other.file("m.onnx"));
  ASSERT_TRUE(saved.is_ok()) << saved.message();
  const auto again = Model::load(other.file("m.onnx"));
  ASSERT_TRUE(again.is_ok()) << again.status().message();
  EXPECT_EQ(again->proto().graph().initializer(0).raw_data(), "abcdefgh");
}

TEST(ExternalData, IsRefusedWhereItCannotBeRead) {
  const TemporaryFolder folder;
  folder.write("w.bin", "0123");
  const auto refusal = [&](const std::string& location, const std::string& offset,
                           const std::string& length) {
    const auto model =
        Model::load(folder.write("m.onnx", model_with_external(location, offset, length)));
    return model.is_ok() ? "accepted" : model.status().message();
  };
  EXPECT_THAT(
      refusal("none.bin", "0", "8"),
      HasSubstr("tensor \"w\" is kept in " + folder.file("none.bin") + ", which cannot be read"));
  EXPECT_THAT(refusal("w.bin", "0", "8"), HasSubstr("tensor \"w\" needs 8 bytes at offset 0 of"));
  EXPECT_THAT(refusal("w.bin", "99", "8"), HasSubstr("which has 4: the file is truncated"));
  EXPECT_THAT(refusal("w.bin", "-1", "8"), HasSubstr("the offset of its external data is \"-1\""));
  EXPECT_THAT(refusal("w.bin", "0", "x"), HasSubstr("the length of its external data is \"x\""));
  EXPECT_THAT(refusal("w.bin", "0", "4"), HasSubstr("holds 4 bytes; its dimensions and type "
                                                    "(float32) ask for 8"));
  for (const char* outside : {"../w.bin", "/etc/hostname", "a/../../w.bin", ""}) {
    EXPECT_THAT(refusal(outside, "0", "8"),
                HasSubstr("a model may keep tensors in files of its own folder only"));
  }
}

TEST(ExternalData, IsRefusedInAModelFromMemory) {
  const auto model = Model::parse(model_with_external("w.bin", "0", "8"), "m");
  ASSERT_FALSE(model.is_ok());
  EXPECT_THAT(model.status().message(), HasSubstr("the model does not come from a file"));
}

}  // namespace
}  // namespace plugsmith::graph
