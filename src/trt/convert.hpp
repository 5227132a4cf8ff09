// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <optional>
#include <string>

#include "plugsmith/contexts.hpp"

// Between TensorRT's structures and Plugsmith's. The enumerations have the same values.

namespace plugsmith::trt {

/// DimBuilder over TensorRT's expression builder: good for the call that handed the builder out.
class ExprDimBuilder final : public DimBuilder {
 public:
  explicit ExprDimBuilder(nvinfer1::IExprBuilder& builder) : builder_(builder) {}
  const void* constant(std::int64_t value) override;
  const void* operation(DimOperation op, const void* first, const void* second) override;
  const void* size_tensor(int output, const void* opt, const void* upper) override;

 private:
  nvinfer1::IExprBuilder& builder_;
};

/// The descriptor itself, or the one inside of a dynamic one.
inline nvinfer1::PluginTensorDesc const& plain(nvinfer1::PluginTensorDesc const& desc) {
  return desc;
}
inline nvinfer1::PluginTensorDesc const& plain(nvinfer1::DynamicPluginTensorDesc const& desc) {
  return desc.desc;
}

/// The scale of an INT8 tensor where TensorRT knows one (it stores -1 or 0 where not).
std::optional<float> scale_of(nvinfer1::PluginTensorDesc const& desc);

TypeFormat layout_of_desc(nvinfer1::PluginTensorDesc const& desc);

/// Negative (unknown) dimensions become 0.
Shape to_shape(nvinfer1::Dims const& dims);

/// An input's expressions; a null one becomes an invalid Dim.
SymbolicShape to_symbolic(nvinfer1::DimsExprs const& dims, DimBuilder& builder);

/// Fills `out`; refuses a dimension that the builder could not express. `op` is for the message.
Status to_exprs(const std::string& op, const SymbolicShape& shape, DimBuilder& builder,
                nvinfer1::DimsExprs& out);

}  // namespace plugsmith::trt
