// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/input_check.hpp"

#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "model_support.hpp"

namespace plugsmith::graph {
namespace {

const std::vector<TensorInfo>& declared() {
  static const auto inputs = testing::model_of(R"(<ir_version: 8, opset_import: ["": 17]>
g (float[N, 3] x, int64[N] ids) => (float[N, 3] y) { y = Neg (x) })")
                                 .inputs();
  return inputs;
}

const InputTensor kX = {"x", DataType::kFloat, {2, 3}, nullptr};
const InputTensor kIds = {"ids", DataType::kInt64, {2}, nullptr};

std::string refusal(const std::vector<InputTensor>& inputs) {
  const Status status = check_inputs(declared(), inputs);
  EXPECT_EQ(status.code(), status.is_ok() ? StatusCode::kOk : StatusCode::kInvalidArgument);
  return status.message();
}

TEST(CheckInputs, AcceptsWhatTheModelDeclares) {
  EXPECT_EQ(refusal({kIds, kX}), "");
  EXPECT_EQ(
      refusal({{"x", DataType::kFloat, {0, 3}, nullptr}, {"ids", DataType::kInt64, {0}, nullptr}}),
      "");
}

TEST(CheckInputs, ListsTheInputsThatExist) {
  EXPECT_EQ(refusal({kX, {"image", DataType::kFloat, {2, 3}, nullptr}}),
            "the model has no input \"image\"; it has \"x\" float32[N,3], \"ids\" int64[N]");
}

TEST(CheckInputs, NamesAMissingOne) {
  EXPECT_EQ(refusal({kX}), "input \"ids\" is missing; the model wants int64[N]");
}

TEST(CheckInputs, NamesOneThatIsGivenTwice) {
  EXPECT_EQ(refusal({kX, kX, kIds}), "input \"x\" is given twice");
}

TEST(CheckInputs, NamesAWrongType) {
  EXPECT_EQ(refusal({kX, {"ids", DataType::kInt32, {2}, nullptr}}),
            "input \"ids\" is int32; the model wants int64[N]");
}

TEST(CheckInputs, NamesTheAxisThatContradictsTheModel) {
  EXPECT_EQ(refusal({{"x", DataType::kFloat, {2, 4}, nullptr}, kIds}),
            "input \"x\": axis 1 is 4; the model wants 3 there: float32[N,3]");
}

TEST(CheckInputs, NamesAWrongNumberOfDimensions) {
  EXPECT_EQ(refusal({{"x", DataType::kFloat, {2, 3, 1}, nullptr}, kIds}),
            "input \"x\" has 3 dimensions (2x3x1); the model wants 2: float32[N,3]");
}

TEST(CheckInputs, NamesTwoInputsThatDisagreeOnASymbol) {
  EXPECT_EQ(refusal({kX, {"ids", DataType::kInt64, {5}, nullptr}}),
            "input \"ids\": axis 0 is 5, but the model calls it \"N\", which is 2 in input \"x\"");
}

TEST(CheckInputs, TakesAQuestionMarkForNoSymbol) {
  Model model = testing::model_of(R"(<ir_version: 8, opset_import: ["": 17]>
g (float[1, H, W] x) => (float[1, H, W] y) { y = Neg (x) })");
  auto& type = *model.mutable_proto().mutable_graph()->mutable_input(0)->mutable_type();
  for (const int axis : {1, 2}) {
    type.mutable_tensor_type()->mutable_shape()->mutable_dim(axis)->set_dim_param("?");
  }
  const Status status =
      check_inputs(model.inputs(), {{"x", DataType::kFloat, {1, 48, 192}, nullptr}});
  EXPECT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(to_string(model.inputs()[0]), "float32[1,?,?]");
}

TEST(CheckInputs, NamesANegativeDimension) {
  EXPECT_EQ(refusal({{"x", DataType::kFloat, {-1, 3}, nullptr}, kIds}),
            "input \"x\" has a negative dimension: -1x3");
}

TEST(CheckInputShapes, AcceptsPartsAndOpenDimensions) {
  EXPECT_TRUE(check_input_shapes(declared(), {}).is_ok());
  EXPECT_TRUE(check_input_shapes(declared(), {{"x", {-1, 3}}}).is_ok());
  EXPECT_TRUE(check_input_shapes(declared(), {{"x", {-1, -1}}, {"ids", {7}}}).is_ok());
}

TEST(CheckInputShapes, RefusesWhatContradictsTheModel) {
  const auto message = [](const std::map<std::string, std::vector<std::int64_t>>& shapes) {
    return check_input_shapes(declared(), shapes).message();
  };
  EXPECT_EQ(message({{"y", {2, 3}}}),
            "the model has no input \"y\"; it has \"x\" float32[N,3], \"ids\" int64[N]");
  EXPECT_EQ(message({{"x", {2, 4}}}),
            "input \"x\": axis 1 is 4; the model wants 3 there: float32[N,3]");
  EXPECT_EQ(message({{"x", {2}}}),
            "input \"x\" has 1 dimensions (2); the model wants 2: float32[N,3]");
  EXPECT_EQ(message({{"x", {-2, 3}}}), "input \"x\": -2 is no size");
  EXPECT_EQ(message({{"x", {2, 3}}, {"ids", {4}}}),
            "input \"x\": axis 0 is 2, but the model calls it \"N\", which is 4 in input \"ids\"");
}

}  // namespace
}  // namespace plugsmith::graph
