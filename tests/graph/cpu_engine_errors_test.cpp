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
using testing::FakeOp;
using ::testing::HasSubstr;
using testing::kDoubling;
using ::testing::Not;
using testing::Outcome;
using testing::run;
using testing::values;

const std::vector<float> kX = {1, 2, 3, 4, 5, 6};
const std::vector<InputTensor> kInputs = {{"x", DataType::kFloat, {2, 3}, kX.data()}};

Outcome run_with(FakeOp op) {
  FakeHost host({std::move(op)});
  return run(host, kDoubling, kInputs);
}

TEST(CpuEngineErrors, OfTheReferenceComeBackAsTheyAre) {
  FakeOp op = doubling();
  op.compute = [](const auto&, const auto&, auto&) {
    return out_of_range("the plugin cannot count so far");
  };
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(result.status.message(),
            "node \"node_of_b\" (Double_PS): the plugin cannot count so far");
}

TEST(CpuEngineErrors, DoNotStickToTheEngine) {
  int calls = 0;
  FakeOp op = doubling();
  op.compute = [&calls, good = op.compute](const auto& inputs, const auto& shapes, auto& outputs) {
    return ++calls == 1 ? internal_error("once") : good(inputs, shapes, outputs);
  };
  FakeHost host({op});
  Outcome result = run(host, kDoubling, kInputs);
  EXPECT_EQ(result.status.message(), "node \"node_of_b\" (Double_PS): once");
  auto outputs = result.engine->run(kInputs);
  ASSERT_TRUE(outputs.is_ok()) << outputs.status().message();
  EXPECT_EQ(values<float>((*outputs)[0]), (std::vector<float>{-4, -8, -12, -16, -20, -24}));
}

TEST(CpuEngineErrors, OfAddingTheLayerComeBackAsTheyAre) {
  FakeOp op = doubling();
  op.add_status = invalid_argument("attribute \"height\" is -4; must be at least 1");
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(result.status.message(),
            "node \"node_of_b\" (Double_PS): attribute \"height\" is -4; must be at least 1");
}

TEST(CpuEngineErrors, OfTheBuildComeBackAsTheyAre) {
  FakeOp op = doubling();
  op.build_status = unsupported("no format combination");
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(result.status.message(), "node \"node_of_b\" (Double_PS): no format combination");
}

TEST(CpuEngineErrors, OfTheShapeAtRunTimeComeBackAsTheyAre) {
  FakeOp op = doubling();
  op.capacity = [](const auto&, const auto&) -> Result<std::vector<DimValues>> {
    return invalid_argument("input is larger than the target");
  };
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.message(),
            "node \"node_of_b\" (Double_PS): input is larger than the target");
}

TEST(CpuEngineErrors, NameAHugeOutputInsteadOfAllocatingIt) {
  FakeOp op = doubling();
  op.infer = [](const auto&) { return std::vector<DimValues>{{-1, 3}}; };
  op.capacity = [](const auto&, const auto&) {
    return std::vector<DimValues>{{std::int64_t{1} << 40, 3}};
  };
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.code(), StatusCode::kResourceExhausted);
  EXPECT_THAT(result.status.message(), HasSubstr("an output would have 3298534883328 elements"));
}

TEST(CpuEngineErrors, SayThatAForeignOpHasNoReference) {
  FakeOp op = doubling();
  op.creator.has_reference = false;
  const Outcome result = run_with(op);
  EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(
      result.status.message(),
      "node \"node_of_b\": libfake.so has no CPU reference for Double_PS, so its values cannot "
      "be computed without a GPU");
}

TEST(CpuEngineErrors, SayThatThePluginHasOtherOutputsThanTheNode) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y, float[2] z) { y, z = plugsmith.Double_PS (x) })",
                             {});
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(result.status.message(),
            "node \"node_of_y\" (Double_PS): the node has 2 outputs, the plugin 1 (size tensors "
            "included): they must agree");
}

TEST(CpuEngineErrors, NameAnUnknownOpAndTheNearestKnownOne) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[2] x) => (float[2] y) { y = plugsmith.Duble_PS (x) })",
                             {});
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(result.status.message(), HasSubstr("unknown op \"Duble_PS\""));
  EXPECT_THAT(result.status.message(), HasSubstr("did you mean \"Double_PS\"?"));
}

TEST(CpuEngineErrors, NameTheNodeThatOpenVinoDoesNotKnow) {
  // TensorRT's parser has an importer for it, OpenVINO has none.
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x) => (float[2] y) { y = TRT_FloorDiv (x, x) })",
                             {});
  EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(result.status.message(),
            "test model: OpenVINO does not know node \"node_of_y\" (TRT_FloorDiv)");
}

TEST(CpuEngineErrors, KeepOpenVinosStackToThemselves) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17]>
g (float[2] x, float[3] z) => (float[2] y) { y = Add (x, z) })",
                             {});
  EXPECT_FALSE(result.status.is_ok());
  EXPECT_THAT(result.status.message(), Not(HasSubstr("Exception from")));
  EXPECT_THAT(result.status.message(), Not(HasSubstr(".cpp")));
  EXPECT_THAT(result.status.message(), Not(HasSubstr("\n")));
  EXPECT_THAT(result.status.message(), HasSubstr("node_of_y"));
}

TEST(CpuEngineErrors, NameWhatIsWrongWithTheInputs) {
  FakeHost host({doubling()});
  const Outcome result = run(host, kDoubling, kInputs);
  ASSERT_TRUE(result.status.is_ok());
  EXPECT_EQ(result.engine->run({}).status().message(),
            "input \"x\" is missing; the model wants float32[N,3]");
  EXPECT_EQ(result.engine->run({{"X", DataType::kFloat, {2, 3}, kX.data()}}).status().message(),
            "the model has no input \"X\"; it has \"x\" float32[N,3]");
}

TEST(CpuEngineErrors, NameAnInputShapeThatContradictsTheModel) {
  FakeHost host({doubling()});
  EngineOptions options;
  options.input_shapes["x"] = {2, 4};
  const Outcome result = run(host, kDoubling, kInputs, options);
  EXPECT_EQ(result.status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(result.status.message(),
            "input \"x\": axis 1 is 4; the model wants 3 there: float32[N,3]");
}

TEST(CpuEngineErrors, NameATypeThatCannotPassTheBorder) {
  FakeHost host({doubling()});
  const Outcome result = run(host, R"(<ir_version: 8, opset_import: ["": 17]>
g (double[2] x) => (double[2] y) { y = Neg (x) })",
                             {});
  EXPECT_EQ(result.status.code(), StatusCode::kUnsupported);
  EXPECT_THAT(result.status.message(), HasSubstr("input \"x\" is float64[2]"));
}

}  // namespace
}  // namespace plugsmith::graph
