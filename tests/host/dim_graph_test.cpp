// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/dim_graph.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace plugsmith::host {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

Result<DimValue> value_of(const DimGraph& graph, DimRef ref, const std::vector<DimValues>& inputs) {
  DimBindings bindings;
  bindings.inputs = &inputs;
  auto values = graph.evaluate({ref}, bindings);
  if (!values.is_ok()) return values.status();
  return values.value()[0];
}

TEST(DimOperation, AllNineAreThoseOfTensorRt) {
  struct Case {
    DimOp op;
    std::int64_t first, second, wanted;
  };
  const Case cases[] = {
      {DimOp::kSum, 3, 4, 7},        {DimOp::kProd, 3, 4, 12},      {DimOp::kMax, 3, 4, 4},
      {DimOp::kMin, 3, 4, 3},        {DimOp::kSub, 3, 4, -1},       {DimOp::kEqual, 4, 4, 1},
      {DimOp::kEqual, 3, 4, 0},      {DimOp::kLess, 3, 4, 1},       {DimOp::kLess, 4, 4, 0},
      {DimOp::kFloorDiv, 7, 2, 3},   {DimOp::kFloorDiv, -7, 2, -4}, {DimOp::kFloorDiv, 7, -2, -4},
      {DimOp::kFloorDiv, -7, -2, 3}, {DimOp::kCeilDiv, 7, 2, 4},    {DimOp::kCeilDiv, -7, 2, -3},
      {DimOp::kCeilDiv, 7, -2, -3},  {DimOp::kCeilDiv, -7, -2, 4},  {DimOp::kCeilDiv, 8, 2, 4},
      {DimOp::kFloorDiv, 0, 5, 0},   {DimOp::kCeilDiv, 0, 5, 0},
  };
  for (const Case& c : cases) {
    const auto result = apply(c.op, c.first, c.second);
    ASSERT_TRUE(result.is_ok()) << result.status().message();
    EXPECT_EQ(result.value(), c.wanted)
        << static_cast<int>(c.op) << ": " << c.first << ", " << c.second;
  }
}

TEST(DimOperation, WhatDoesNotFit64BitsIsAnErrorThatShowsTheNumbers) {
  EXPECT_EQ(apply(DimOp::kSum, kMost, 1).status().message(),
            "9223372036854775807 + 1 does not fit 64 bits");
  EXPECT_EQ(apply(DimOp::kProd, kMost, 2).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(apply(DimOp::kSub, kLeast, 1).status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(apply(DimOp::kFloorDiv, kLeast, -1).status().code(), StatusCode::kOutOfRange);
}

TEST(DimOperation, DivisionByZeroIsAnError) {
  EXPECT_EQ(apply(DimOp::kFloorDiv, 7, 0).status().message(), "division of 7 by zero");
  EXPECT_EQ(apply(DimOp::kCeilDiv, 0, 0).status().message(), "division of 0 by zero");
}

TEST(DimGraph, ConstantsFold) {
  DimGraph graph;
  const DimRef sum = graph.operation(DimOp::kSum, graph.constant(3), graph.constant(4));
  EXPECT_EQ(graph.constant_value(sum), 7);
}

TEST(DimGraph, AFailingConstantOperationIsReportedWhenItIsNeeded) {
  DimGraph graph;
  const DimRef broken = graph.operation(DimOp::kFloorDiv, graph.constant(3), graph.constant(0));
  EXPECT_EQ(graph.constant_value(broken), std::nullopt);
  EXPECT_EQ(value_of(graph, broken, {}).status().message(), "division of 3 by zero");
  EXPECT_TRUE(value_of(graph, graph.constant(1), {}).is_ok());
}

TEST(DimGraph, InputsTakeTheBoundDims) {
  DimGraph graph;
  const DimRef area = graph.operation(DimOp::kProd, graph.input(0, 1), graph.input(1, 0));
  EXPECT_EQ(graph.constant_value(area), std::nullopt);
  EXPECT_EQ(value_of(graph, area, {{5, 6}, {7}}).value(), 42);
  EXPECT_EQ(value_of(graph, area, {{5, 8}, {2}}).value(), 16);
}

TEST(DimGraph, AnUnknownDimensionMakesTheResultUnknown) {
  DimGraph graph;
  const DimRef plus = graph.operation(DimOp::kSum, graph.input(0, 0), graph.constant(1));
  EXPECT_EQ(value_of(graph, plus, {{-1}}).value(), std::nullopt);
  EXPECT_EQ(value_of(graph, plus, {}).value(), std::nullopt);
}

TEST(DimGraph, AnUnknownDimensionIsNeverReadAsMinusOne) {
  DimGraph graph;
  const DimRef divided = graph.operation(DimOp::kFloorDiv, graph.constant(8), graph.input(0, 0));
  EXPECT_EQ(value_of(graph, divided, {{-1}}).value(), std::nullopt);
  EXPECT_EQ(value_of(graph, divided, {{0}}).status().message(), "division of 8 by zero");
  const DimRef huge = graph.operation(DimOp::kProd, graph.constant(kMost), graph.input(0, 0));
  EXPECT_EQ(value_of(graph, huge, {{-1}}).value(), std::nullopt);
  EXPECT_EQ(value_of(graph, huge, {{2}}).status().code(), StatusCode::kOutOfRange);
}

TEST(DimGraph, SharedNodesAreEvaluatedOnce) {
  DimGraph graph;
  DimRef doubled = graph.input(0, 0);
  for (int i = 0; i < 60; ++i) doubled = graph.operation(DimOp::kSum, doubled, doubled);
  EXPECT_EQ(value_of(graph, doubled, {{1}}).value(), std::int64_t{1} << 60);
}

TEST(DimGraph, ShapeInputsGiveValuesThatMayBeNegative) {
  DimGraph graph;
  const DimRef element = graph.shape_value(0, 1);
  const std::vector<DimValues> values{{4, -1}};
  DimBindings bindings;
  EXPECT_EQ(graph.evaluate({element}, bindings).value()[0], std::nullopt);
  bindings.shape_inputs = &values;
  EXPECT_EQ(graph.evaluate({element}, bindings).value()[0], -1);
}

TEST(DimGraph, ASizeTensorTakesTheValueThatIsAskedFor) {
  DimGraph graph;
  const DimRef size = graph.size_tensor(1, graph.constant(3), graph.input(0, 0));
  const DimRef twice = graph.operation(DimOp::kProd, size, graph.constant(2));
  EXPECT_TRUE(graph.is_size_tensor(size));
  EXPECT_FALSE(graph.is_size_tensor(twice));
  EXPECT_TRUE(graph.depends_on_size(twice));
  EXPECT_FALSE(graph.depends_on_size(graph.input(0, 0)));
  const std::vector<DimValues> inputs{{10}};
  const DimValues given{0, 6};
  DimBindings bindings;
  bindings.inputs = &inputs;
  bindings.given_sizes = &given;
  const auto at = [&](DimBindings::Sizes sizes) {
    bindings.sizes = sizes;
    return graph.evaluate({twice}, bindings).value()[0];
  };
  EXPECT_EQ(at(DimBindings::Sizes::kUnknown), std::nullopt);
  EXPECT_EQ(at(DimBindings::Sizes::kZero), 0);
  EXPECT_EQ(at(DimBindings::Sizes::kOptimum), 6);
  EXPECT_EQ(at(DimBindings::Sizes::kUpper), 20);
  EXPECT_EQ(at(DimBindings::Sizes::kGiven), 12);
}

}  // namespace
}  // namespace plugsmith::host
