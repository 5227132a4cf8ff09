// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <deque>
#include <memory>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/dim_graph.hpp"
#include "src/host/output_shapes.hpp"

namespace plugsmith::host {

class ShapeCall;

/// How expressions hold a number: in 32 bits before TensorRT 10.
using DimNumber = std::remove_reference_t<decltype(nvinfer1::Dims::d[0])>;

/// The expression object that a plugin sees. It dies with its ShapeCall.
class CallExpression final : public nvinfer1::IDimensionExpr,
                             private nvinfer1::apiv::VDimensionExpr {
 public:
  CallExpression(const DimGraph& graph, DimRef ref) : graph_(graph), ref_(ref) { mImpl = this; }
  ~CallExpression() noexcept override = default;
  DimRef ref() const { return ref_; }

 private:
  bool isConstant() const override { return graph_.constant_value(ref_).has_value(); }
  DimNumber getConstantValue() const override;
#if PLUGSMITH_GENERATION >= 10
  bool isSizeTensor() const override { return graph_.is_size_tensor(ref_); }
#endif

  const DimGraph& graph_;
  DimRef ref_;
};

/// One call of getOutputShapes, or those of getOutputDimensions for all outputs: the arguments that
/// the plugin gets, the builder that it uses, and the checks of what it gave back. All expression
/// objects die with it; their memory is only freed when the thread's next call ends, so that no new
/// expression can take the address of a dead one.
class ShapeCall final : public nvinfer1::IExprBuilder, private nvinfer1::apiv::VExprBuilder {
 public:
  enum class Method { kOutputShapes, kOutputDimensions };

  /// `inputs`: network dims, -1 where open. `shape_elements`: number of elements of each shape
  /// input; `shape_constants`: values of those that are constants of the network, empty for others.
  ShapeCall(const std::vector<DimValues>& inputs, const std::vector<std::int32_t>& shape_elements,
            std::int32_t outputs, Method method = Method::kOutputShapes,
            const std::vector<DimValues>& shape_constants = {});
  ~ShapeCall() noexcept override;

  const nvinfer1::DimsExprs* inputs() const { return inputs_.data(); }
  const nvinfer1::DimsExprs* shape_inputs() const { return shape_inputs_.data(); }
  nvinfer1::DimsExprs* outputs() { return outputs_.data(); }
  nvinfer1::IExprBuilder& builder() { return *this; }

  /// Checks the outputs and moves the graph into the result. `types` are the output types; `what`
  /// names the plugin. Call once, after the plugin returned success.
  Result<OutputShapes> finish(const std::vector<nvinfer1::DataType>& types,
                              const std::string& what);
  /// Whether the plugin used an expression of an input behind the last one, which lies in legal
  /// memory here so that the mistake can be reported.
  bool used_padding() const { return used_padding_; }

 private:
  struct SizeTensor {
    DimRef node = kNoExpression, optimum = kNoExpression, upper = kNoExpression;
  };

  nvinfer1::IDimensionExpr const* constant(DimNumber value) override;
  nvinfer1::IDimensionExpr const* operation(nvinfer1::DimensionOperation op,
                                            nvinfer1::IDimensionExpr const& first,
                                            nvinfer1::IDimensionExpr const& second) override;
#if PLUGSMITH_GENERATION >= 10
  nvinfer1::IDimensionExpr const* declareSizeTensor(std::int32_t output,
                                                    nvinfer1::IDimensionExpr const& optimum,
                                                    nvinfer1::IDimensionExpr const& upper) override;
#endif

  const CallExpression* wrap(DimRef ref);
  void pad(std::vector<nvinfer1::DimsExprs>& tensors);
  bool is_padding(const nvinfer1::IDimensionExpr* expression) const;
  /// Position of an expression of this call; kNoExpression (and a remembered fault) for any other.
  DimRef ref_of(const nvinfer1::IDimensionExpr* expression, const char* where);
  void fault(const std::string& text);
  Status check_size_tensors(const std::vector<nvinfer1::DataType>& types,
                            const std::string& what) const;
  Result<std::vector<DimRef>> take_output(std::size_t output, const std::string& what);

  const char* method_name() const;

  Method method_;
  std::shared_ptr<DimGraph> graph_ = std::make_shared<DimGraph>();
  std::deque<CallExpression> expressions_;
  std::unordered_map<const nvinfer1::IDimensionExpr*, DimRef> known_;
  std::vector<nvinfer1::DimsExprs> inputs_, shape_inputs_, outputs_;
  std::vector<SizeTensor> sizes_;  ///< per output
  std::string fault_;              ///< the first misuse of the builder
  std::vector<const nvinfer1::IDimensionExpr*> padding_;
  bool used_padding_ = false;
};

}  // namespace plugsmith::host
