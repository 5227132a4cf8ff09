// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <onnx/onnx_pb.h>

#include "graft_support.hpp"

namespace plugsmith::graph {
namespace {

using ::testing::ElementsAre;
using testing::graft_into;
using ::testing::HasSubstr;
using testing::model_of;
using testing::op_types;

GraftRequest own(const std::string& inputs, const std::string& outputs, const std::string& body,
                 int opset = 18) {
  GraftRequest request;
  request.op_type = "Own_PS";
  request.patterns =
      fmt::format(R"(<opset_import: ["" : {}, "graft" : 1]> Own_PS {} => {} {{ {} }})", opset,
                  inputs, outputs, body);
  return request;
}

Model graph(const std::string& inputs, const std::string& outputs, const std::string& nodes,
            int opset = 18) {
  return model_of(fmt::format(R"(<ir_version: 8, opset_import: ["": {}]> g ({}) => ({}) {{ {} }})",
                              opset, inputs, outputs, nodes));
}

std::string miss(Model model, const GraftRequest& request) {
  const GraftReport report = graft_into(model, request);
  EXPECT_EQ(report.replaced, 0U);
  return report.nearest_miss;
}

std::int64_t int_of(const onnx::NodeProto& node, const std::string& name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return attribute.i();
  }
  return -1;
}

TEST(GraftHelpers, ConcatTakesAListAndBindsItsElements) {
  const GraftRequest request =
      own("<groups> (x)", "(y)",
          "zero = Constant <value_int = 0> () n = Constant <value_int : int = @groups> () "
          "rest = Constant <value_int = -1> () list = Concat <axis = 0> (zero, n, rest) "
          "y = Reshape (x, list)");
  const auto with = [](const std::string& list) {
    return graph("float[2,8,5] x", "float[A,B,C] y",
                 "s = Constant <value_ints = " + list + "> () y = Reshape (x, s)");
  };
  Model model = with("[0, 4, -1]");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  EXPECT_EQ(int_of(model.proto().graph().node(0), "groups"), 4);
  EXPECT_THAT(miss(with("[0, 4, 10]"), request),
              HasSubstr("element 2 of [0, 4, 10] differs from the pattern's"));
  EXPECT_THAT(miss(with("[8, -1]"), request),
              HasSubstr("has the constant [8, -1] where the pattern has 3 numbers"));
}

TEST(GraftHelpers, FilledTakesAConstantOfAnyLength) {
  const GraftRequest request =
      own("(x)", "(y)", "ones = graft.Filled <value = 1.0> () y = Mul (x, ones)");
  const auto with = [](const std::string& values) {
    return graph("float[2,3] x", "float[2,3] y",
                 "c = Constant <value = float[3] " + values + "> () y = Mul (x, c)");
  };
  Model model = with("{1.0, 1.0, 1.0}");
  EXPECT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_THAT(op_types(model), ElementsAre("Own_PS"));
  EXPECT_THAT(miss(with("{1.0, 1.0, 2.0}"), request), HasSubstr("\"c\" is not filled with 1"));
}

TEST(GraftHelpers, ShapeOfTakesShapeNodesAndWhatGivesTheSameShape) {
  const GraftRequest request =
      own("(x)", "(y)", "n = Neg (x) s = graft.ShapeOf (x) y = Reshape (n, s)");
  Model by_node =
      graph("float[A,B] x", "float[C,D] y", "n = Neg (x) s = Shape (x) y = Reshape (n, s)");
  EXPECT_EQ(graft_into(by_node, request).replaced, 1U);
  EXPECT_THAT(op_types(by_node), ElementsAre("Own_PS"));  // the Shape is left over
  Model by_type = graph("float[2,3] x", "float[2,3] y",
                        "n = Neg (x) s = Constant <value_ints = [2, 3]> () y = Reshape (n, s)");
  EXPECT_EQ(graft_into(by_type, request).replaced, 1U);
  EXPECT_THAT(miss(graph("float[2,3] x", "float[3,2] y",
                         "n = Neg (x) s = Constant <value_ints = [3, 2]> () y = Reshape (n, s)"),
                   request),
              HasSubstr("node \"node_of_y\" (Reshape) is not known to give the shape of \"x\""));
}

TEST(GraftHelpers, AlongGivesTheNewNodeAConstantOfOneDimension) {
  const GraftRequest request =
      own("(x, scale)", "(y)", "n = Neg (x) s = graft.Along <axis = 1> (scale, x) y = Mul (n, s)");
  const auto with = [](const std::string& x, const std::string& scale) {
    return graph("float[" + x + "] x", "float[" + x + "] y",
                 "n = Neg (x) w = Constant <value = float" + scale + "> () y = Mul (n, w)");
  };
  Model model = with("2,3,5", "[3,1] {1.0, 2.0, 4.0}");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  const auto& result = model.proto().graph();
  EXPECT_THAT(op_types(model), ElementsAre("Own_PS"));
  EXPECT_THAT(result.node(0).input(), ElementsAre("x", "w_flat"));
  ASSERT_EQ(result.initializer_size(), 1);
  EXPECT_EQ(result.initializer(0).name(), "w_flat");
  EXPECT_THAT(result.initializer(0).dims(), ElementsAre(3));
  EXPECT_THAT(result.initializer(0).float_data(), ElementsAre(1.0F, 2.0F, 4.0F));
  EXPECT_THAT(miss(with("2,3,5,5", "[5,1] {1.0, 2.0, 4.0, 8.0, 16.0}"), request),
              HasSubstr("does not lie along axis 1 of"));
  EXPECT_THAT(miss(with("2,3,5", "[1,1] {1.0}"), request),
              HasSubstr("does not lie along axis 1 of"));
  EXPECT_THAT(
      miss(graph("float[2,3,5] x, float[3,1] w", "float[2,3,5] y", "n = Neg (x) y = Mul (n, w)"),
           request),
      HasSubstr("\"w\" is no constant, so it cannot be given one dimension"));
}

TEST(GraftHelpers, AlongListsItsConstantAmongTheInputsBeforeIrVersion4) {
  const GraftRequest request =
      own("(x, s)", "(y)", "n = Neg (x) w = graft.Along <axis = 1> (s, x) y = Mul (n, w)");
  Model model = model_of(R"(<ir_version: 3, opset_import: ["": 12]>
g (float[2,3,5] x) => (float[2,3,5] y) {
  n = Neg (x)  w = Constant <value = float[3,1] {1.0, 2.0, 4.0}> ()  y = Mul (n, w) })");
  ASSERT_EQ(graft_into(model, request).replaced, 1U);
  ASSERT_EQ(model.proto().graph().input_size(), 2);
  EXPECT_EQ(model.proto().graph().input(1).name(), "w_flat");
  EXPECT_EQ(model.inputs().size(), 1U);
}

TEST(GraftHelpers, LikeWantsTheSameShape) {
  const GraftRequest request =
      own("(x, r)", "(y)", "n = Neg (x) o = graft.Like (r, x) y = Add (n, o)");
  Model model = graph("float[N,3] x, float[N,3] r", "float[N,3] y", "n = Neg (x) y = Add (r, n)");
  EXPECT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_THAT(miss(graph("float[N,3] x, float[3] r", "float[N,3] y", "n = Neg (x) y = Add (n, r)"),
                   request),
              HasSubstr("\"r\" is not known to have the shape of \"x\""));
  EXPECT_THAT(
      miss(graph("float[?,3] x, float[?,3] r", "float[?,3] y", "n = Neg (x) y = Add (n, r)"),
           request),
      HasSubstr("is not known to have the shape"));
}

TEST(GraftHelpers, CastLikeTakesACastToTheTypeOfAnotherValue) {
  const GraftRequest request =
      own("(x)", "(y)", "w = Cast <to = 1> (x) n = Neg (w) b = CastLike (n, x) y = Abs (b)");
  const auto with = [](const char* back) {
    return graph("float16[2] x", "float[2] y",
                 std::string("w = Cast <to = 1> (x) n = Neg (w) b = Cast <to = ") + back +
                     "> (n) y = Abs (b)");
  };
  Model model = with("10");
  EXPECT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_THAT(miss(with("16"), request),
              HasSubstr("\"b\" is not known to be of the type of \"x\""));
}

TEST(GraftHelpers, AreRefusedWhereTheyAreNone) {
  Model model = graph("float[2] x", "float[2] y", "y = Neg (x)");
  const auto report = graft(model, own("(x)", "(y)", "a = graft.Along (x) y = Neg (a)"));
  ASSERT_FALSE(report.is_ok());
  EXPECT_EQ(report.status().message(),
            "pattern 1 of \"Own_PS\" is not usable: \"graft.Along\" with 1 inputs is none of "
            "graft.Along (v, x), graft.Filled (), graft.Like (v, x) and graft.ShapeOf (x)");
}

TEST(GraftOutputs, KeepAnInteriorValueThatIsAnOutputOfTheOp) {
  const GraftRequest request = own("(x, r)", "(y, sum)", "sum = Add (x, r) y = Neg (sum)");
  Model model = graph("float[2] x, float[2] r", "float[2] y, float[2] z",
                      "s = Add (x, r) z = Abs (s) y = Neg (s)");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  EXPECT_THAT(op_types(model), ElementsAre("Own_PS", "Abs"));  // before the reader of the sum
  EXPECT_THAT(model.proto().graph().node(0).output(), ElementsAre("y", "s"));
  EXPECT_TRUE(Model::parse(model.proto().SerializeAsString(), "again").is_ok());
}

TEST(GraftOutputs, NeedAllInputsWhereTheFirstOfThemIsMade) {
  const GraftRequest request =
      own("(x, r, scale)", "(y, sum)", "sum = Add (x, r) y = Mul (sum, scale)");
  EXPECT_THAT(miss(graph("float[2] x, float[2] r", "float[2] y",
                         "s = Add (x, r) late = Abs (s) y = Mul (s, late)"),
                   request),
              HasSubstr("\"late\" is made behind node \"node_of_s\" (Add), whose output others "
                        "read"));
}

TEST(GraftCasts, ThatChangeNothingAreLookedThrough) {
  const GraftRequest request = own("(x)", "(y)", "a = Neg (x) y = Abs (a)");
  Model model = graph("float[2] x", "float[2] y, float[2] z",
                      "i = Identity (x) a = Neg (i) b = Cast <to = 1> (a) c = Cast <to = 1> (b) "
                      "y = Abs (c) z = Cast <to = 1> (i)");
  const GraftReport report = graft_into(model, request);
  ASSERT_EQ(report.replaced, 1U) << report.nearest_miss;
  EXPECT_THAT(op_types(model), ElementsAre("Identity", "Own_PS", "Cast"));
  EXPECT_THAT(model.proto().graph().node(1).input(), ElementsAre("x"));
  EXPECT_THAT(model.proto().graph().node(2).input(), ElementsAre("i"));  // as it was
}

TEST(GraftCasts, ThatChangeTheTypeOrAreReadElsewhereStay) {
  const GraftRequest request = own("(x)", "(y)", "a = Neg (x) y = Abs (a)");
  Model wide = graph("float16[2] x", "float[2] y", "a = Neg (x) b = Cast <to = 1> (a) y = Abs (b)");
  const std::string before = wide.proto().SerializeAsString();
  EXPECT_EQ(graft_into(wide, request).replaced, 0U);
  EXPECT_EQ(wide.proto().SerializeAsString(), before);
  Model read = graph("float[2] x", "float[2] y, float[2] b",
                     "a = Neg (x) b = Cast <to = 1> (a) y = Abs (b)");
  EXPECT_THAT(graft_into(read, request).nearest_miss, HasSubstr("is also read by node"));
  EXPECT_THAT(op_types(read), ElementsAre("Neg", "Cast", "Abs"));
}

TEST(GraftMeaning, OfAnOperatorThatChangedItIsTold) {
  const GraftRequest request =
      own("(x, s, b)", "(y)", "y = GroupNormalization <num_groups = 2> (x, s, b)", 21);
  const char* inputs = "float[1,4,3] x, float[S] s, float[S] b";
  const char* node = "y = GroupNormalization <num_groups = 2, stash_type = 1> (x, s, b)";
  Model young = graph(inputs, "float[1,4,3] y", node, 21);
  const GraftReport report = graft_into(young, request);
  EXPECT_EQ(report.replaced, 1U) << report.nearest_miss;  // the default of stash_type is 1
  EXPECT_THAT(miss(graph(inputs, "float[1,4,3] y", node, 18), request),
              HasSubstr("means something else before operator set 21"));
}

TEST(GraftAxes, AreTheSameFromBothEnds) {
  const GraftRequest request =
      own("(x)", "(y)",
          "last = Constant <value_ints = [-1]> () y = ReduceMean <keepdims = 1> (x, last)");
  Model model = graph("float[2,3,4] x", "float[2,3,1] y",
                      "l = Constant <value_ints = [2]> () y = ReduceMean <keepdims = 1> (x, l)");
  EXPECT_EQ(graft_into(model, request).replaced, 1U);
  EXPECT_THAT(miss(graph("float[2,3,4] x", "float[2,1,4] y",
                         "l = Constant <value_ints = [1]> () y = ReduceMean <keepdims = 1> (x, l)"),
                   request),
              HasSubstr("has the constant 1 where the pattern has -1"));
}

}  // namespace
}  // namespace plugsmith::graph
