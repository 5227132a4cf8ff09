// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <deque>
#include <type_traits>

// The least of an expression builder, in whatever form the generation has: all dimensions known.

namespace plugsmith::testing {

using DimValue = std::remove_all_extents_t<decltype(nvinfer1::Dims::d)>;

#if NV_TENSORRT_MAJOR >= 8
using ExpressionBase = nvinfer1::apiv::VDimensionExpr;
using BuilderBase = nvinfer1::apiv::VExprBuilder;
#else
struct ExpressionBase {};
struct BuilderBase {};
#endif

class Expression final : public nvinfer1::IDimensionExpr, private ExpressionBase {
 public:
  explicit Expression(DimValue value) : value_(value) {
#if NV_TENSORRT_MAJOR >= 8
    mImpl = this;
#endif
  }
  ~Expression() noexcept override = default;
  DimValue value() const { return value_; }

 private:
  bool isConstant() const override { return true; }
  DimValue getConstantValue() const override { return value_; }
#if NV_TENSORRT_MAJOR >= 10
  bool isSizeTensor() const override { return false; }
#endif
  DimValue value_;
};

class Builder final : public nvinfer1::IExprBuilder, private BuilderBase {
 public:
  Builder() {
#if NV_TENSORRT_MAJOR >= 8
    mImpl = this;
#endif
  }
  ~Builder() noexcept override = default;
  nvinfer1::IExprBuilder& builder() { return *this; }
  const nvinfer1::IDimensionExpr* make(DimValue value) { return &made_.emplace_back(value); }
  static DimValue value(const nvinfer1::IDimensionExpr* expression) {
    return static_cast<const Expression*>(expression)->value();
  }

 private:
  nvinfer1::IDimensionExpr const* constant(DimValue value) override { return make(value); }
  nvinfer1::IDimensionExpr const* operation(nvinfer1::DimensionOperation,
                                            nvinfer1::IDimensionExpr const& first,
                                            nvinfer1::IDimensionExpr const& second) override {
    return make(value(&first) * value(&second));  // the tests' op only multiplies
  }
#if NV_TENSORRT_MAJOR >= 10
  nvinfer1::IDimensionExpr const* declareSizeTensor(std::int32_t, nvinfer1::IDimensionExpr const&,
                                                    nvinfer1::IDimensionExpr const&) override {
    return nullptr;
  }
#endif
  std::deque<Expression> made_;
};

}  // namespace plugsmith::testing
