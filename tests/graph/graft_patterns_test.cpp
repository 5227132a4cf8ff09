// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
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

TEST(GraftPatterns, TriesOnePatternAfterTheOther) {
  GraftRequest request = testing::hard_swish();
  request.patterns += R"(
<opset_import: ["" : 14]>
HardSwish_PS (x) => (y) { y = HardSwish (x) }
<opset_import: ["" : 12]>
HardSwish_PS (x) => (y) { gate = HardSigmoid <alpha = 0.16666667, beta = 0.5> (x)  y = Mul (x, gate) })";
  Model model = body(
      "a = HardSwish (x) g = HardSigmoid <alpha = 0.1666666716337204> (a) "
      "y = Mul (g, a)",
      14);
  const GraftReport report = graft_into(model, request);
  EXPECT_EQ(report.replaced, 2U) << report.nearest_miss;  // beta = 0.5 is ONNX's default
}

TEST(GraftPatterns, BindsAttributesFromAttributesAndConstants) {
  GraftRequest request;
  request.op_type = "Leaky_PS";
  request.patterns = R"(
<opset_import: ["" : 12]>
Leaky_PS <slope, limit, axes> (x) => (y) {
  top = Constant <value_float : float = @limit> ()
  a = LeakyRelu <alpha : float = @slope> (x)
  b = Min (a, top)
  y = ReduceMax <axes : ints = @axes, keepdims = 1> (b)
})";
  Model model = body(
      "t = Constant <value = float {4.5}> () a = LeakyRelu <alpha = 0.25> (x) b = Min (t, a) "
      "y = ReduceMax <axes = [0, 1]> (b)");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  std::map<std::string, onnx::AttributeProto> attributes;
  for (const auto& attribute : model.proto().graph().node(0).attribute()) {
    attributes[attribute.name()] = attribute;
  }
  EXPECT_EQ(attributes.at("slope").f(), 0.25F);
  EXPECT_EQ(attributes.at("limit").f(), 4.5F);
  EXPECT_THAT(attributes.at("axes").ints(), ElementsAre(0, 1));
}

TEST(GraftPatterns, BindsADefaultOfOnnx) {
  GraftRequest request;
  request.op_type = "Leaky_PS";
  request.patterns =
      "<opset_import: [\"\" : 12]> Leaky_PS <slope> (x) => (y) "
      "{ y = LeakyRelu <alpha : float = @slope> (x) }";
  Model model = body("y = LeakyRelu (x)");
  ASSERT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_EQ(model.proto().graph().node(0).attribute(0).f(), 0.01F);
}

TEST(GraftPatterns, GivesAnAttributeThatThePatternDecides) {
  GraftRequest request;
  request.op_type = "Own_PS";
  request.patterns =
      "<opset_import: [\"\" : 12]> Own_PS <mode, slope> (x) => (y) "
      "{ mode = Constant <value_string = \"steep\"> () "
      "y = LeakyRelu <alpha : float = @slope> (x) }";
  Model model = body("y = LeakyRelu <alpha = 0.5> (x)");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  std::map<std::string, onnx::AttributeProto> attributes;
  for (const auto& attribute : model.proto().graph().node(0).attribute()) {
    attributes[attribute.name()] = attribute;
  }
  EXPECT_EQ(attributes.at("mode").s(), "steep");
  EXPECT_EQ(attributes.at("slope").f(), 0.5F);
}

TEST(GraftPatterns, RefusesTwoValuesForOneAttribute) {
  GraftRequest request;
  request.op_type = "Leaky_PS";
  request.patterns =
      "<opset_import: [\"\" : 12]> Leaky_PS <slope> (x) => (y) "
      "{ a = LeakyRelu <alpha : float = @slope> (x) y = LeakyRelu <alpha : float = @slope> (a) }";
  Model same = body("a = LeakyRelu <alpha = 0.5> (x) y = LeakyRelu <alpha = 0.5> (a)");
  EXPECT_EQ(graft_into(same, request).replaced, 1U);
  Model different = body("a = LeakyRelu <alpha = 0.5> (x) y = LeakyRelu <alpha = 0.25> (a)");
  const GraftReport report = graft_into(different, request);
  EXPECT_EQ(report.replaced, 0U);
  EXPECT_EQ(report.nearest_miss,
            "the nearest place matched 2 nodes: attribute \"slope\" would need two values");
}

TEST(GraftPatterns, NamesAnAttributeThatDiffers) {
  GraftRequest request;
  request.op_type = "Own_PS";
  request.patterns =
      "<opset_import: [\"\" : 12]> Own_PS (x) => (y) { a = Neg (x) y = Softmax <axis = 1> (a) }";
  Model model = body("a = Neg (x) y = Softmax <axis = 0> (a)");
  EXPECT_EQ(graft_into(model, request).nearest_miss,
            "the nearest place matched 1 node: attribute \"axis\" of node \"node_of_y\" (Softmax) "
            "differs from the pattern's");
}

GraftRequest non_zero(const std::string& outputs) {
  GraftRequest request;
  request.op_type = "NonZero_PS";
  request.patterns =
      "<opset_import: [\"\" : 13]> NonZero_PS (x) => (" + outputs + ") { y = NonZero (x) }";
  return request;
}

TEST(GraftPatterns, GiveTheNewNodeAnOutputThatTheSubgraphLacks) {
  Model model = testing::model_of(
      "<ir_version: 8, opset_import: [\"\" : 13]> g (float[A, B] x) => (int64[N, M] t) "
      "{ found = NonZero (x) t = Transpose <perm = [1, 0]> (found) }");
  const GraftReport report = graft_into(model, non_zero("y, count"));
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  const auto& node = model.proto().graph().node(0);
  EXPECT_EQ(node.op_type(), "NonZero_PS");
  EXPECT_THAT(node.input(), ElementsAre("x"));
  EXPECT_THAT(node.output(), ElementsAre("found", "found_count"));
}

TEST(GraftPatterns, KeepTheOrderOfTheOutputsAndNoNameIsTakenTwice) {
  Model model = testing::model_of(
      "<ir_version: 8, opset_import: [\"\" : 13]> g (float[A] x, float[A] a_count) => "
      "(int64[N, M] a, int64[N, M] b, float[A] c) "
      "{ a = NonZero (x) b = NonZero (a_count) c = Add (x, a_count) }");
  const GraftReport report = graft_into(model, non_zero("count, y"));
  ASSERT_EQ(report.replaced, 2U) << report.nearest_miss;
  EXPECT_THAT(model.proto().graph().node(0).output(), ElementsAre("a_count_2", "a"));
  EXPECT_THAT(model.proto().graph().node(1).output(), ElementsAre("b_count", "b"));
}

std::string pattern_refusal(const std::string& patterns) {
  GraftRequest request;
  request.op_type = "Own_PS";
  request.patterns = patterns;
  Model model = body("y = Neg (x)");
  const auto report = graft(model, request);
  return report.is_ok() ? "accepted" : report.status().message();
}

TEST(GraftPatterns, RefusesPatternsThatAreNone) {
  EXPECT_EQ(pattern_refusal(""),
            "op \"Own_PS\" offers no pattern, so there is nothing to look for");
  EXPECT_THAT(pattern_refusal("nonsense"),
              HasSubstr("pattern 1 of \"Own_PS\" is not usable: [ParseError"));
  EXPECT_EQ(
      pattern_refusal("Other_PS (x) => (y) { y = Neg (x) }"),
      "pattern 1 of \"Own_PS\" is not usable: it is named \"Other_PS\"; it must bear the op's "
      "name");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (y) { y = Neg (x) } Own_PS (x) => (y, z) "
                            "{ y = Neg (x) z = Abs (x) }"),
            "pattern 2 of \"Own_PS\" is not usable: its nodes make the outputs y, z, none of which "
            "the others lead to");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (y) { y = Neg (z) }"),
            "pattern 1 of \"Own_PS\" is not usable: nothing in it makes \"z\"");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (y) { y = Neg (x) z = Abs (x) }"),
            "pattern 1 of \"Own_PS\" is not usable: one of its nodes does not lead to the output");
  EXPECT_EQ(pattern_refusal("Own_PS <a> (x) => (y) { a = Constant <value = float {1.0}> () "
                            "y = Neg (x) }"),
            "pattern 1 of \"Own_PS\" is not usable: the constant of its attribute \"a\" must be "
            "given by value_int, value_float, value_string or a list of these");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (x) { }"),
            "pattern 1 of \"Own_PS\" is not usable: its output \"x\" is one of its inputs: no node "
            "makes it");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (y) { }"),
            "pattern 1 of \"Own_PS\" is not usable: no node makes an output");
  EXPECT_EQ(pattern_refusal("Own_PS (x) => (y, y) { y = Neg (x) }"),
            "pattern 1 of \"Own_PS\" is not usable: two of its outputs are named \"y\"");
}

}  // namespace
}  // namespace plugsmith::graph
