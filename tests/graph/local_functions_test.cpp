// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/local_functions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "model_support.hpp"

namespace plugsmith::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::model_of;

std::vector<std::string> lines(const Model& model) {
  std::vector<std::string> result;
  for (const auto& node : model.nodes()) {
    std::string line(node.outputs.at(0));
    line += " = ";
    line += node.op_type;
    for (const auto& input : node.inputs) (line += " ") += input;
    result.push_back(line);
  }
  return result;
}

Status inline_all(Model& model) { return inline_local_functions(model, {}, {}); }

TEST(LocalFunctions, AreUnfoldedWithTheCallsNameInFront) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y) { a = mine.Outer (x)  y = Neg (a) }
<domain: "mine", opset_import: ["": 17, "mine": 1]>
Outer (p) => (q) { t = Abs (p)  q = mine.Inner (t) }
<domain: "mine", opset_import: ["": 17]>
Inner (p) => (q) { t = Exp (p)  q = Add (t, p) })");
  const Status status = inline_all(model);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_THAT(lines(model),
              ElementsAre("node_of_a/t = Abs x", "node_of_a/node_of_q/t = Exp node_of_a/t",
                          "a = Add node_of_a/node_of_q/t node_of_a/t", "y = Neg a"));
  EXPECT_TRUE(Model::parse(model.proto().SerializeAsString(), "again").is_ok());
}

TEST(LocalFunctions, BindTheCallsAttributes) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y) { a = mine.F <slope = 0.5> (x)  y = mine.F (a) }
<domain: "mine", opset_import: ["": 17]>
F <slope> (p) => (q) { q = LeakyRelu <alpha : float = @slope> (p) })");
  ASSERT_TRUE(inline_all(model).is_ok());
  const auto& graph = model.proto().graph();
  ASSERT_EQ(graph.node(0).attribute_size(), 1);
  EXPECT_EQ(graph.node(0).attribute(0).name(), "alpha");
  EXPECT_EQ(graph.node(0).attribute(0).f(), 0.5F);
  EXPECT_EQ(graph.node(1).attribute_size(), 0);  // not given: ONNX's own default holds
}

TEST(LocalFunctions, HaveDefaultsInTheYoungerForm) {
  Model model = model_of(R"(<ir_version: 9, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y) { y = mine.F (x) }
<domain: "mine", opset_import: ["": 17]>
F (p) => (q) { q = LeakyRelu <alpha : float = @slope> (p) })");
  onnx::AttributeProto slope;
  slope.set_name("slope");
  slope.set_type(onnx::AttributeProto::FLOAT);
  slope.set_f(0.75F);
  auto* function = model.mutable_proto().mutable_functions(0);
  // Field 11, which our protobuf classes do not know.
  function->GetReflection()->MutableUnknownFields(function)->AddLengthDelimited(
      11, slope.SerializeAsString());
  auto read = Model::parse(model.proto().SerializeAsString(), "m");
  ASSERT_TRUE(read.is_ok()) << read.status().message();
  ASSERT_TRUE(inline_all(*read).is_ok());
  EXPECT_EQ(read->proto().graph().node(0).attribute(0).f(), 0.75F);
}

TEST(LocalFunctions, MayReturnAnInput) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y, float[2] z) { y, z = mine.F (x) }
<domain: "mine", opset_import: ["": 17]> F (p) => (p, q) { q = Neg (p) })");
  ASSERT_TRUE(inline_all(model).is_ok());
  EXPECT_THAT(lines(model), ElementsAre("z = Neg x", "y = Identity x"));
}

TEST(LocalFunctions, MayHoldSubgraphsThatReadTheirValues) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x, bool c) => (float[2] y) { y = mine.F (x, c) }
<domain: "mine", opset_import: ["": 17]> F (p, k) => (q) {
  t = Neg (p)
  q = If <then_branch = a () => (float[2] u) { u = Abs (t) },
          else_branch = b () => (float[2] v) { v = Exp (p) }> (k) })");
  ASSERT_TRUE(inline_all(model).is_ok());
  const auto parsed = Model::parse(model.proto().SerializeAsString(), "again");
  EXPECT_TRUE(parsed.is_ok()) << parsed.status().message();
  const auto& branch = model.proto().graph().node(1).attribute(0).g();
  EXPECT_EQ(branch.node(0).input(0), "node_of_y/t");
  EXPECT_EQ(branch.output(0).name(), branch.node(0).output(0));
}

TEST(LocalFunctions, AreUnfoldedInSubgraphsToo) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x, bool c) => (float[2] y) {
  y = If <then_branch = a () => (float[2] u) { u = mine.F (x) },
          else_branch = b () => (float[2] v) { v = Exp (x) }> (c) }
<domain: "mine", opset_import: ["": 17]> F (p) => (q) { q = Neg (p) })");
  ASSERT_TRUE(inline_all(model).is_ok());
  EXPECT_EQ(model.proto().graph().node(0).attribute(0).g().node(0).op_type(), "Neg");
}

TEST(LocalFunctions, MustNotCallThemselves) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y) { y = mine.F (x) }
<domain: "mine", opset_import: ["": 17, "mine": 1]> F (p) => (q) { q = mine.F (p) })");
  const Status status = inline_all(model);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(),
            "test model: its functions call themselves, or unfold into more nodes than a model can "
            "have");
}

TEST(LocalFunctions, MustNotUnfoldWithoutBound) {
  // F0 calls F1 twice, F1 calls F2 twice, ...: 2^40 nodes.
  std::string text =
      "<ir_version: 8, opset_import: [\"\": 17, \"mine\": 1]> g (float[2] x) => (float[2] y) "
      "{ y = mine.F0 (x) }";
  for (int i = 0; i < 40; ++i) {
    const std::string next = "mine.F" + std::to_string(i + 1);
    text += "<domain: \"mine\", opset_import: [\"\": 17, \"mine\": 1]> F" + std::to_string(i) +
            " (p) => (q) { t = " + next + " (p) q = " + next + " (t) }";
  }
  text += "<domain: \"mine\", opset_import: [\"\": 17]> F40 (p) => (q) { q = Neg (p) }";
  Model model = model_of(text);
  EXPECT_EQ(inline_all(model).code(), StatusCode::kInvalidArgument);
}

TEST(LocalFunctions, MustAgreeOnTheOperatorSet) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 17, "mine": 1]>
g (float[2] x) => (float[2] y) { y = mine.F (x) }
<domain: "mine", opset_import: ["": 12]> F (p) => (q) { q = Neg (p) })");
  const Status status = inline_all(model);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(status.message(),
            "test model: function \"F\" imports version 12 of operator set \"\", the model version "
            "17; they must agree");
}

}  // namespace
}  // namespace plugsmith::graph
