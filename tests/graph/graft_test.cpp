// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/graft.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "graft_support.hpp"

namespace plugsmith::graph {
namespace {

using testing::body;
using ::testing::ElementsAre;
using testing::graft_into;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kConstants;
using testing::model_of;
using testing::op_types;

TEST(Graft, ReplacesTheSubgraphByOneNode) {
  Model model = body(std::string(kConstants) +
                     "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) d = Div (c, six) "
                     "y = Neg (d)");
  const GraftReport report = graft_into(model);
  EXPECT_EQ(report.replaced, 1U);
  EXPECT_THAT(report.node_names, ElementsAre("HardSwish_PS_d"));
  EXPECT_THAT(report.removed_nodes,
              ElementsAre("node_of_a", "node_of_b", "node_of_c", "node_of_d"));
  EXPECT_EQ(report.nearest_miss, "");
  EXPECT_THAT(op_types(model), ElementsAre("HardSwish_PS", "Neg"));
  const auto& node = model.proto().graph().node(0);
  EXPECT_EQ(node.domain(), "plugsmith");
  EXPECT_THAT(node.input(), ElementsAre("x"));
  EXPECT_THAT(node.output(), ElementsAre("d"));
  ASSERT_EQ(node.attribute_size(), 2);
  EXPECT_EQ(node.attribute(0).name(), "plugin_namespace");
  EXPECT_EQ(node.attribute(0).s(), "plugsmith");
  EXPECT_EQ(node.attribute(1).name(), "plugin_version");
  EXPECT_EQ(node.attribute(1).s(), "1");
  EXPECT_EQ(model.opset("plugsmith"), 1);
}

TEST(Graft, FindsNothingTheSecondTime) {
  Model model = body(std::string(kConstants) +
                     "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) y = Div (c, six)");
  EXPECT_EQ(graft_into(model).replaced, 1U);
  const std::string once = model.proto().SerializeAsString();
  const GraftReport again = graft_into(model);
  EXPECT_EQ(again.replaced, 0U);
  EXPECT_EQ(again.nearest_miss, "the graph has no Div, with which the pattern ends");
  EXPECT_EQ(model.proto().SerializeAsString(), once);
}

TEST(Graft, TakesTheOperandsOfAddAndMulInEitherOrder) {
  Model model = body(std::string(kConstants) +
                     "a = Add (three, x) b = Clip (a, zero, six) c = Mul (b, x) y = Div (c, six)");
  EXPECT_EQ(graft_into(model).replaced, 1U);
  Model turned = body(std::string(kConstants) +
                      "a = Add (three, x) b = Clip (a, zero, six) c = Mul (b, x) y = Div (six, c)");
  EXPECT_EQ(graft_into(turned).replaced, 0U);
}

TEST(Graft, TakesTheBoundsOfClipAsAttributes) {
  Model model = model_of(R"(<ir_version: 4, opset_import: ["": 10]>
g (float[N] x) => (float[N] y) {
  three = Constant <value = float {3.0}> ()
  six = Constant <value = float {6.0}> ()
  a = Add (x, three)  b = Clip <min = 0.0, max = 6.0> (a)  c = Mul (x, b)  y = Div (c, six) })");
  EXPECT_EQ(graft_into(model).replaced, 1U);
  EXPECT_THAT(op_types(model), ElementsAre("HardSwish_PS"));
}

TEST(Graft, TakesConstantsFromInitializersAndDropsThem) {
  Model model = model_of(R"(<ir_version: 3, opset_import: ["": 12]>
g (float[N] x, float three = {3.0}, float zero = {0.0}, float six = {6.0}, float kept = {1.0})
  => (float[N] y) {
  a = Add (x, three)  b = Clip (a, zero, six)  c = Mul (x, b)  d = Div (c, six)  y = Add (d, kept) })");
  ASSERT_EQ(model.proto().graph().initializer_size(), 4);
  EXPECT_EQ(graft_into(model).replaced, 1U);
  ASSERT_EQ(model.proto().graph().initializer_size(), 1);
  EXPECT_EQ(model.proto().graph().initializer(0).name(), "kept");
  EXPECT_EQ(model.proto().graph().input_size(), 2);  // x, and kept, which this old form lists too
}

TEST(Graft, TakesHalfPrecisionConstants) {
  Model model = body(std::string(kConstants) +
                     "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) y = Div (c, six)");
  auto& graph = *model.mutable_proto().mutable_graph();
  constexpr std::int32_t kBits[] = {0x4200, 0x0000, 0x4600};  // 3, 0 and 6
  for (int i = 0; i < 3; ++i) {
    auto& attribute = *graph.mutable_node(i)->mutable_attribute(0);
    attribute.Clear();
    attribute.set_name("value");
    attribute.set_type(onnx::AttributeProto::TENSOR);
    attribute.mutable_t()->set_data_type(onnx::TensorProto::FLOAT16);
    attribute.mutable_t()->add_int32_data(kBits[i]);
  }
  const GraftReport report = graft_into(model);
  EXPECT_EQ(report.replaced, 1U) << report.nearest_miss;
}

TEST(Graft, KeepsConstantsThatOthersRead) {
  Model model = body(std::string(kConstants) +
                     "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) d = Div (c, six) "
                     "y = Add (d, three)");
  EXPECT_EQ(graft_into(model).replaced, 1U);
  EXPECT_THAT(op_types(model), ElementsAre("Constant", "HardSwish_PS", "Add"));
}

TEST(Graft, LeavesConstantsAloneThatWereIdleBefore) {
  Model model = body(std::string(kConstants) +
                     "idle = Constant <value = float {9.0}> () a = Add (x, three) "
                     "b = Clip (a, zero, six) c = Mul (x, b) y = Div (c, six)");
  EXPECT_EQ(graft_into(model).replaced, 1U);
  EXPECT_THAT(op_types(model), ElementsAre("Constant", "HardSwish_PS"));
}

std::string miss(const std::string& nodes) {
  Model model = body(nodes);
  const std::string before = model.proto().SerializeAsString();
  const GraftReport report = graft_into(model);
  EXPECT_EQ(report.replaced, 0U);
  EXPECT_THAT(report.node_names, IsEmpty());
  EXPECT_EQ(model.proto().SerializeAsString(), before);
  return report.nearest_miss;
}

TEST(Graft, NamesTheConstantThatDiffers) {
  EXPECT_EQ(
      miss(std::string(kConstants) + "five = Constant <value = float {5.0}> () a = Add (x, three) "
                                     "b = Clip (a, zero, five) c = Mul (x, b) y = Div (c, six)"),
      "the nearest place matched 4 nodes: node \"node_of_b\" (Clip) has the constant 5 where "
      "the pattern has 6");
  EXPECT_EQ(
      miss(std::string(kConstants) +
           "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) y = Div (c, three)"),
      "the nearest place matched 4 nodes: node \"node_of_y\" (Div) has the constant 3 where the "
      "pattern has 6");
}

TEST(Graft, NamesTheOtherReaderOfAnInteriorValue) {
  EXPECT_EQ(
      miss(std::string(kConstants) +
           "a = Add (x, three) b = Clip (a, zero, six) c = Mul (x, b) d = Div (c, six) "
           "y = Add (d, b)"),
      "the nearest place matched 4 nodes: \"b\", made by node \"node_of_b\" (Clip) inside the "
      "subgraph, is also read by node \"node_of_y\" (Add)");
}

TEST(Graft, NamesAnInteriorValueThatTheModelReturnsOrASubgraphReads) {
  Model model = model_of(R"(<ir_version: 8, opset_import: ["": 12]>
g (float[N] x) => (float[N] y, float[N] b) {
  three = Constant <value = float {3.0}> ()  zero = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  a = Add (x, three)  b = Clip (a, zero, six)  c = Mul (x, b)  y = Div (c, six) })");
  EXPECT_THAT(
      graft_into(model).nearest_miss,
      HasSubstr("\"b\", made by node \"node_of_b\" (Clip) inside the subgraph, is an output of "
                "the model or read by a subgraph"));
  Model nested = model_of(R"(<ir_version: 8, opset_import: ["": 12]>
g (float[N] x, bool t) => (float[N] y, float[N] z) {
  three = Constant <value = float {3.0}> ()  zero = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  a = Add (x, three)  b = Clip (a, zero, six)  c = Mul (x, b)  y = Div (c, six)
  z = If <then_branch = p () => (float[N] q) { q = Neg (b) },
          else_branch = r () => (float[N] s) { s = Neg (x) }> (t) })");
  EXPECT_THAT(graft_into(nested).nearest_miss, HasSubstr("read by a subgraph"));
}

TEST(Graft, NamesTheNodeThatDiffers) {
  EXPECT_EQ(
      miss(std::string(kConstants) +
           "a = Sub (x, three) b = Clip (a, zero, six) c = Mul (x, b) y = Div (c, six)"),
      "the nearest place matched 3 nodes: node \"node_of_a\" (Sub) stands where the pattern has "
      "Add");
}

TEST(Graft, WantsTheSameTensorWhereThePatternReadsItTwice) {
  EXPECT_EQ(miss(std::string(kConstants) +
                 "n = Neg (x) a = Add (n, three) b = Clip (a, zero, six) c = Mul (x, b) "
                 "y = Div (c, six)"),
            "the nearest place matched 4 nodes: \"x\" and \"n\" are two tensors where the pattern "
            "reads one (\"x\") twice");
}

TEST(Graft, ReplacesAChainWithoutOverlap) {
  std::string nodes = kConstants;
  std::string in = "x";
  for (int i = 0; i < 3; ++i) {
    const std::string out = i == 2 ? "y" : fmt::format("h{}", i);
    nodes += fmt::format(
        "a{0} = Add ({1}, three) b{0} = Clip (a{0}, zero, six) c{0} = Mul ({1}, b{0}) "
        "{2} = Div (c{0}, six) ",
        i, in, out);
    in = out;
  }
  Model model = body(nodes);
  EXPECT_EQ(graft_into(model).replaced, 3U);
  EXPECT_THAT(op_types(model), ElementsAre("HardSwish_PS", "HardSwish_PS", "HardSwish_PS"));
  EXPECT_TRUE(Model::parse(model.proto().SerializeAsString(), "again").is_ok());  // still sorted
}

TEST(Graft, NeverUsesANodeTwice) {
  GraftRequest request;
  request.op_type = "Twice_PS";
  request.patterns = "<opset_import: [\"\" : 12]> Twice_PS (x) => (y) { t = Neg (x) y = Neg (t) }";
  Model model = body("a = Neg (x) b = Neg (a) y = Neg (b)");
  EXPECT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_THAT(op_types(model), ElementsAre("Twice_PS", "Neg"));
}

}  // namespace
}  // namespace plugsmith::graph
