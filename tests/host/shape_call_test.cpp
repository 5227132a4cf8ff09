// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/shape_call.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace plugsmith::host {
namespace {

using nvinfer1::DimensionOperation;
using nvinfer1::IDimensionExpr;

const std::vector<nvinfer1::DataType> kFloat{nvinfer1::DataType::kFLOAT};
const std::vector<nvinfer1::DataType> kFloatAndSize{nvinfer1::DataType::kFLOAT,
                                                    nvinfer1::DataType::kINT64};

void set_scalar(nvinfer1::DimsExprs& dims) { dims.nbDims = 0; }

void set_vector(nvinfer1::DimsExprs& dims, const IDimensionExpr* length) {
  dims.nbDims = 1;
  dims.d[0] = length;
}

/// Outputs [size], size for an input [-1], with the size tensor declared by `declare`.
Result<OutputShapes> with_size(
    const std::function<const IDimensionExpr*(nvinfer1::IExprBuilder&, const IDimensionExpr&)>&
        declare,
    const std::vector<nvinfer1::DataType>& types = kFloatAndSize) {
  ShapeCall call({{-1}}, {}, 2);
  set_vector(call.outputs()[0], declare(call.builder(), *call.inputs()[0].d[0]));
  set_scalar(call.outputs()[1]);
  return call.finish(types, "Op \"x\"");
}

TEST(ShapeCall, KnownDimsOfTheNetworkAreConstantsAndOpenOnesAreNot) {
  ShapeCall call({{4, -1}}, {}, 1);
  const nvinfer1::DimsExprs& in = call.inputs()[0];
  ASSERT_EQ(in.nbDims, 2);
  EXPECT_TRUE(in.d[0]->isConstant());
  EXPECT_EQ(in.d[0]->getConstantValue(), 4);
  EXPECT_FALSE(in.d[1]->isConstant());
  EXPECT_EQ(in.d[1]->getConstantValue(), std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(in.d[1]->isSizeTensor());
}

TEST(ShapeCall, OperationsOnConstantsFold) {
  ShapeCall call({{4, -1}}, {}, 1);
  auto& builder = call.builder();
  const auto* sum =
      builder.operation(DimensionOperation::kSUM, *call.inputs()[0].d[0], *builder.constant(3));
  ASSERT_NE(sum, nullptr);
  EXPECT_EQ(sum->getConstantValue(), 7);
  const auto* open = builder.operation(DimensionOperation::kSUM, *call.inputs()[0].d[1], *sum);
  EXPECT_FALSE(open->isConstant());
}

TEST(ShapeCall, AnUnknownOperationGivesNullAndIsReported) {
  ShapeCall call({{4}}, {}, 1);
  const auto& four = *call.inputs()[0].d[0];
  EXPECT_EQ(call.builder().operation(static_cast<DimensionOperation>(9), four, four), nullptr);
  call.outputs()[0] = call.inputs()[0];
  EXPECT_EQ(call.finish(kFloat, "Op \"x\"").status().message(),
            "Op \"x\": in getOutputShapes, operation 9 is not one of TensorRT's (0 to 8)");
}

TEST(ShapeCall, TheResultOutlivesTheCall) {
  OutputShapes shapes;
  {
    ShapeCall call({{-1, 8}}, {}, 1);
    call.outputs()[0] = call.inputs()[0];
    call.outputs()[0].d[1] = call.builder().operation(
        DimensionOperation::kPROD, *call.inputs()[0].d[0], *call.inputs()[0].d[1]);
    auto taken = call.finish(kFloat, "Op \"x\"");
    ASSERT_TRUE(taken.is_ok()) << taken.status().message();
    shapes = std::move(taken).value();
  }
  DimBindings bindings;
  const std::vector<DimValues> inputs{{5, 8}};
  bindings.inputs = &inputs;
  EXPECT_EQ(shapes.evaluate(bindings, "").value(), (std::vector<DimValues>{{5, 40}}));
  const std::vector<DimValues> open{{-1, 8}};
  bindings.inputs = &open;
  EXPECT_EQ(shapes.evaluate(bindings, "").value(), (std::vector<DimValues>{{-1, -1}}));
}

TEST(ShapeCall, AnExpressionOfAnEarlierCallIsRefused) {
  const IDimensionExpr* kept = nullptr;
  {
    ShapeCall call({{4}}, {}, 1);
    kept = call.builder().constant(7);
  }
  ShapeCall call({{4}}, {}, 1);
  for (int i = 0; i < 100; ++i) (void)call.builder().constant(i);
  EXPECT_EQ(call.builder().operation(DimensionOperation::kSUM, *kept, *call.inputs()[0].d[0]),
            nullptr);
  call.outputs()[0] = call.inputs()[0];
  EXPECT_EQ(
      call.finish(kFloat, "Op \"x\"").status().message(),
      "Op \"x\": in getOutputShapes, operation() was given null or an expression that does not "
      "belong to this call; expressions die when getOutputShapes returns: keep none");
}

TEST(ShapeCall, MoreThanEightDimensionsAreRefused) {
  ShapeCall call({{4}}, {}, 1);
  call.outputs()[0].nbDims = 9;
  EXPECT_EQ(call.finish(kFloat, "Op \"x\"").status().message(),
            "Op \"x\": getOutputShapes gave output 0 9 dimensions; must be 0 to 8");
}

TEST(ShapeCall, AnIPluginV2DynamicExtMayGiveOneDimensionLess) {
  ShapeCall call({{1, 1, 1, 1, 1, 1, 1, 4}}, {}, 1, ShapeCall::Method::kOutputDimensions);
  call.outputs()[0] = call.inputs()[0];
  EXPECT_EQ(call.finish(kFloat, "Op \"x\"").status().message(),
            "Op \"x\": getOutputDimensions gave output 0 8 dimensions; must be 0 to 7");
}

TEST(ShapeCall, AShapeInputShowsItsElements) {
  ShapeCall call({{4}}, {3}, 1);
  ASSERT_EQ(call.shape_inputs()[0].nbDims, 3);
  EXPECT_FALSE(call.shape_inputs()[0].d[2]->isConstant());
  call.outputs()[0] = call.shape_inputs()[0];
  const auto shapes = call.finish(kFloat, "Op \"x\"");
  ASSERT_TRUE(shapes.is_ok());
  const std::vector<DimValues> values{{2, 3, 5}};
  DimBindings bindings;
  bindings.shape_inputs = &values;
  EXPECT_EQ(shapes->evaluate(bindings, "").value(), (std::vector<DimValues>{{2, 3, 5}}));
}

TEST(ShapeCall, ANegativeShapeValueIsReportedWithItsDimension) {
  ShapeCall call({{4}}, {1}, 1);
  call.outputs()[0] = call.shape_inputs()[0];
  const auto shapes = call.finish(kFloat, "Op \"x\"");
  const std::vector<DimValues> values{{-2}};
  DimBindings bindings;
  bindings.shape_inputs = &values;
  EXPECT_EQ(shapes->evaluate(bindings, "Op \"x\"").status().message(),
            "Op \"x\": dimension 0 of output 0 evaluates to -2; must not be negative: check the "
            "expressions in getOutputShapes");
}

TEST(SizeTensor, MakesItsDimensionsDataDependent) {
  const auto shapes = with_size([](auto& builder, const IDimensionExpr& n) {
    return builder.declareSizeTensor(1, *builder.constant(1), n);
  });
  ASSERT_TRUE(shapes.is_ok()) << shapes.status().message();
  EXPECT_TRUE(shapes->is_data_dependent(0));
  EXPECT_FALSE(shapes->is_data_dependent(1));
  EXPECT_TRUE(shapes->is_size_tensor(1));
  EXPECT_FALSE(shapes->is_size_tensor(0));
}

TEST(SizeTensor, IsKnownToTheExpression) {
  ShapeCall call({{4}}, {}, 2);
  const auto& four = *call.inputs()[0].d[0];
  EXPECT_TRUE(call.builder().declareSizeTensor(1, four, four)->isSizeTensor());
}

TEST(SizeTensor, OfAnOutputThatDoesNotExistIsRefused) {
  const auto shapes = with_size([](auto& builder, const IDimensionExpr& n) {
    (void)builder.declareSizeTensor(2, n, n);
    return &n;
  });
  EXPECT_EQ(shapes.status().message(),
            "Op \"x\": in getOutputShapes, declareSizeTensor() names output 2 of 2");
}

TEST(SizeTensor, DeclaredTwiceIsRefused) {
  const auto shapes = with_size([](auto& builder, const IDimensionExpr& n) {
    (void)builder.declareSizeTensor(1, n, n);
    (void)builder.declareSizeTensor(1, n, n);
    return &n;
  });
  EXPECT_EQ(shapes.status().message(),
            "Op \"x\": in getOutputShapes, declareSizeTensor() was called twice for output 1");
}

TEST(SizeTensor, MustBeAScalar) {
  const auto shapes = with_size(
      [](auto& builder, const IDimensionExpr& n) { return builder.declareSizeTensor(0, n, n); });
  EXPECT_EQ(
      shapes.status().message(),
      "Op \"x\": output 0 is a size tensor, but getOutputShapes gave it 1 dimensions; must be "
      "a scalar (nbDims 0)");
}

TEST(SizeTensor, MustBeInt32OrInt64) {
  const auto declare = [](auto& builder, const IDimensionExpr& n) {
    return builder.declareSizeTensor(1, n, n);
  };
  EXPECT_EQ(with_size(declare, {kFloat[0], kFloat[0]}).status().message(),
            "Op \"x\": output 1 is a size tensor, but its type is float32; must be int32 or int64");
  EXPECT_TRUE(with_size(declare, {kFloat[0], nvinfer1::DataType::kINT32}).is_ok());
}

TEST(SizeTensor, BoundsMustNotDependOnASizeTensor) {
  const auto shapes = with_size([](auto& builder, const IDimensionExpr& n) {
    const auto* first = builder.declareSizeTensor(0, n, n);
    return builder.declareSizeTensor(1, *first, n);
  });
  ASSERT_FALSE(shapes.is_ok());
}

TEST(SizeTensor, OptimumAboveTheUpperBoundIsRefused) {
  const auto shapes = with_size([](auto& builder, const IDimensionExpr&) {
    return builder.declareSizeTensor(1, *builder.constant(9), *builder.constant(8));
  });
  EXPECT_EQ(shapes.status().message(),
            "Op \"x\": output 1 is a size tensor, but its optimum 9 is above its upper bound 8");
}

}  // namespace
}  // namespace plugsmith::host
