// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/convert.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace plugsmith::trt {
namespace {

static_assert(static_cast<int>(DimOperation::kCeilDiv) ==
              static_cast<int>(nvinfer1::DimensionOperation::kCEIL_DIV));
#if NV_TENSORRT_MAJOR >= 10
static_assert(static_cast<int>(DataType::kE8m0) == static_cast<int>(nvinfer1::DataType::kE8M0));
static_assert(static_cast<int>(TensorFormat::kDhwc) ==
              static_cast<int>(nvinfer1::TensorFormat::kDHWC));
static_assert(static_cast<int>(FieldType::kFp4) ==
              static_cast<int>(nvinfer1::PluginFieldType::kFP4));
#else
static_assert(static_cast<int>(DataType::kBool) == static_cast<int>(nvinfer1::DataType::kBOOL));
static_assert(static_cast<int>(TensorFormat::kHwc) ==
              static_cast<int>(nvinfer1::TensorFormat::kHWC));
static_assert(static_cast<int>(FieldType::kUnknown) ==
              static_cast<int>(nvinfer1::PluginFieldType::kUNKNOWN));
#endif

// int32_t up to TensorRT 9, int64_t from 10 on.
using DimValue = std::remove_all_extents_t<decltype(nvinfer1::Dims::d)>;

const nvinfer1::IDimensionExpr* expr(const void* node) {
  return static_cast<const nvinfer1::IDimensionExpr*>(node);
}

}  // namespace

const void* ExprDimBuilder::constant(std::int64_t value) {
  if (value != static_cast<DimValue>(value)) return nullptr;
  return builder_.constant(static_cast<DimValue>(value));
}

const void* ExprDimBuilder::operation(DimOperation op, const void* first, const void* second) {
  if (first == nullptr || second == nullptr) return nullptr;
  return builder_.operation(static_cast<nvinfer1::DimensionOperation>(op), *expr(first),
                            *expr(second));
}

const void* ExprDimBuilder::size_tensor([[maybe_unused]] int output, const void* opt,
                                        const void* upper) {
  if (opt == nullptr || upper == nullptr) return nullptr;
#if NV_TENSORRT_MAJOR >= 10
  return builder_.declareSizeTensor(output, *expr(opt), *expr(upper));
#else
  return nullptr;
#endif
}

std::optional<float> scale_of(nvinfer1::PluginTensorDesc const& desc) {
  if (desc.type != nvinfer1::DataType::kINT8 || !(desc.scale > 0.0F)) return std::nullopt;
  return desc.scale;
}

TypeFormat layout_of_desc(nvinfer1::PluginTensorDesc const& desc) {
  return {static_cast<DataType>(desc.type), static_cast<TensorFormat>(desc.format)};
}

Shape to_shape(nvinfer1::Dims const& dims) {
#if NV_TENSORRT_MAJOR >= 10
  return {dims.d, dims.nbDims};
#else
  std::int64_t wide[nvinfer1::Dims::MAX_DIMS];
  std::copy(std::begin(dims.d), std::end(dims.d), wide);
  return {wide, dims.nbDims};
#endif
}

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
