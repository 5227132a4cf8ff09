// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/convert.hpp"

namespace plugsmith::trt {
namespace {

static_assert(static_cast<int>(DimOperation::kCeilDiv) ==
              static_cast<int>(nvinfer1::DimensionOperation::kCEIL_DIV));
static_assert(static_cast<int>(DataType::kE8m0) == static_cast<int>(nvinfer1::DataType::kE8M0));
static_assert(static_cast<int>(TensorFormat::kDhwc) ==
              static_cast<int>(nvinfer1::TensorFormat::kDHWC));
static_assert(static_cast<int>(FieldType::kFp4) ==
              static_cast<int>(nvinfer1::PluginFieldType::kFP4));

const nvinfer1::IDimensionExpr* expr(const void* node) {
  return static_cast<const nvinfer1::IDimensionExpr*>(node);
}

}  // namespace

const void* ExprDimBuilder::constant(std::int64_t value) { return builder_.constant(value); }

const void* ExprDimBuilder::operation(DimOperation op, const void* first, const void* second) {
  if (first == nullptr || second == nullptr) return nullptr;
  return builder_.operation(static_cast<nvinfer1::DimensionOperation>(op), *expr(first),
                            *expr(second));
}

const void* ExprDimBuilder::size_tensor(int output, const void* opt, const void* upper) {
  if (opt == nullptr || upper == nullptr) return nullptr;
  return builder_.declareSizeTensor(output, *expr(opt), *expr(upper));
}

std::optional<float> scale_of(nvinfer1::PluginTensorDesc const& desc) {
  if (desc.type != nvinfer1::DataType::kINT8 || !(desc.scale > 0.0F)) return std::nullopt;
  return desc.scale;
}

TypeFormat layout_of_desc(nvinfer1::PluginTensorDesc const& desc) {
  return {static_cast<DataType>(desc.type), static_cast<TensorFormat>(desc.format)};
}

Shape to_shape(nvinfer1::Dims const& dims) { return {dims.d, dims.nbDims}; }

SymbolicShape to_symbolic(nvinfer1::DimsExprs const& dims, DimBuilder& builder) {
  std::vector<Dim> result;
  for (std::int32_t i = 0; i < dims.nbDims; ++i) {
    const nvinfer1::IDimensionExpr* node = dims.d[i];
    std::optional<std::int64_t> known;
    if (node != nullptr && node->isConstant()) known = node->getConstantValue();
    result.emplace_back(builder, node, known);
  }
  return SymbolicShape(std::move(result));
}

Status to_exprs(const std::string& op, const SymbolicShape& shape, DimBuilder& builder,
                nvinfer1::DimsExprs& out) {
  out.nbDims = shape.rank();
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const void* node = shape[axis].node(builder);
    if (node == nullptr) {
      return internal_error(op + ": the expression builder gave no expression for dimension " +
                            std::to_string(axis) + " of an output");
    }
    out.d[axis] = expr(node);
  }
  return Status::ok();
}

}  // namespace plugsmith::trt
