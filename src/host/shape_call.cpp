// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/shape_call.hpp"

#include <algorithm>
#include <limits>

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxExpressions = 1 << 20;
constexpr std::size_t kPadding = 8;  ///< tensors behind the last one
constexpr std::int32_t kPoisonedRank = std::numeric_limits<std::int32_t>::min();

}  // namespace

DimNumber CallExpression::getConstantValue() const {
  using Limits = std::numeric_limits<DimNumber>;
  const DimValue value = graph_.constant_value(ref_);
  if (!value || *value < Limits::min() || *value > Limits::max()) return Limits::min();
  return static_cast<DimNumber>(*value);
}

ShapeCall::ShapeCall(const std::vector<DimValues>& inputs,
                     const std::vector<std::int32_t>& shape_elements, std::int32_t outputs,
                     Method method, const std::vector<DimValues>& shape_constants)
    : method_(method),
      inputs_(inputs.size()),
      shape_inputs_(shape_elements.size()),
      outputs_(static_cast<std::size_t>(outputs)),
      sizes_(static_cast<std::size_t>(outputs)) {
  mImpl = this;
  for (std::size_t t = 0; t < inputs.size(); ++t) {
    inputs_[t].nbDims = static_cast<std::int32_t>(inputs[t].size());
    for (std::size_t axis = 0; axis < inputs[t].size(); ++axis) {
      const std::int64_t dim = inputs[t][axis];
      inputs_[t].d[axis] = wrap(
          dim >= 0 ? graph_->constant(dim)
                   : graph_->input(static_cast<std::int32_t>(t), static_cast<std::int32_t>(axis)));
    }
  }
  for (std::size_t t = 0; t < shape_elements.size(); ++t) {
    const std::int32_t count = shape_elements[t];
    const bool constant = t < shape_constants.size() && !shape_constants[t].empty();
    shape_inputs_[t].nbDims = count;
    for (std::int32_t k = 0; k < count; ++k) {
      shape_inputs_[t].d[k] =
          wrap(constant ? graph_->constant(shape_constants[t][static_cast<std::size_t>(k)])
                        : graph_->shape_value(static_cast<std::int32_t>(t), k));
    }
  }
  pad(inputs_);
  pad(shape_inputs_);
  for (nvinfer1::DimsExprs& output : outputs_) {
    output.nbDims = kPoisonedRank;
    for (auto& dim : output.d) dim = nullptr;
  }
}

// Tensors behind the last one look like tensors of rank 8, but their expressions are not known to
// the call.
void ShapeCall::pad(std::vector<nvinfer1::DimsExprs>& tensors) {
  const DimRef one = graph_->constant(1);
  const auto* stranger = &expressions_.emplace_back(*graph_, one);
  padding_.push_back(stranger);
  nvinfer1::DimsExprs tensor;
  tensor.nbDims = nvinfer1::Dims::MAX_DIMS;
  for (auto& dim : tensor.d) dim = stranger;
  tensors.resize(tensors.size() + kPadding, tensor);
}

bool ShapeCall::is_padding(const nvinfer1::IDimensionExpr* expression) const {
  return std::find(padding_.begin(), padding_.end(), expression) != padding_.end();
}

ShapeCall::~ShapeCall() noexcept {
  // Dead, but not yet freed: a plugin that kept an expression cannot pass it off as one of the next
  // call's.
  struct LastCall {
    std::shared_ptr<DimGraph> graph;
    std::deque<CallExpression> expressions;
  };
  thread_local LastCall last_call;
  last_call.expressions.swap(expressions_);
  last_call.graph.swap(graph_);
}

const char* ShapeCall::method_name() const {
  return method_ == Method::kOutputShapes ? "getOutputShapes" : "getOutputDimensions";
}

const CallExpression* ShapeCall::wrap(DimRef ref) {
  const CallExpression& made = expressions_.emplace_back(*graph_, ref);
  known_.emplace(&made, ref);
  return &made;
}

void ShapeCall::fault(const std::string& text) {
  if (fault_.empty()) fault_ = text;
}

DimRef ShapeCall::ref_of(const nvinfer1::IDimensionExpr* expression, const char* where) {
  const auto found = known_.find(expression);
  if (found != known_.end()) return found->second;
  used_padding_ = used_padding_ || is_padding(expression);
  fault(
      std::string(where) +
      " was given null or an expression that does not belong to this call; expressions die when " +
      method_name() + " returns: keep none");
  return kNoExpression;
}

nvinfer1::IDimensionExpr const* ShapeCall::constant(DimNumber value) {
  if (graph_->node_count() >= kMaxExpressions) {
    fault("more than " + std::to_string(kMaxExpressions) + " expressions were made");
    return nullptr;
  }
  return wrap(graph_->constant(value));
}

nvinfer1::IDimensionExpr const* ShapeCall::operation(nvinfer1::DimensionOperation op,
                                                     nvinfer1::IDimensionExpr const& first,
                                                     nvinfer1::IDimensionExpr const& second) {
  const auto code = static_cast<std::int32_t>(op);
  if (code < 0 || code > static_cast<std::int32_t>(DimOp::kCeilDiv)) {
    fault("operation " + std::to_string(code) + " is not one of TensorRT's (0 to 8)");
    return nullptr;
  }
  const DimRef a = ref_of(&first, "operation()");
  const DimRef b = ref_of(&second, "operation()");
  if (a == kNoExpression || b == kNoExpression) return nullptr;
  if (graph_->node_count() >= kMaxExpressions) {
    fault("more than " + std::to_string(kMaxExpressions) + " expressions were made");
    return nullptr;
  }
  return wrap(graph_->operation(static_cast<DimOp>(code), a, b));
}

#if PLUGSMITH_GENERATION >= 10
nvinfer1::IDimensionExpr const* ShapeCall::declareSizeTensor(
    std::int32_t output, nvinfer1::IDimensionExpr const& optimum,
    nvinfer1::IDimensionExpr const& upper) {
  if (method_ == Method::kOutputDimensions) {
    fault("declareSizeTensor() was called; only an IPluginV3 can have sizes that depend on data");
    return nullptr;
  }
  const DimRef opt = ref_of(&optimum, "declareSizeTensor()");
  const DimRef max = ref_of(&upper, "declareSizeTensor()");
  if (opt == kNoExpression || max == kNoExpression) return nullptr;
  if (output < 0 || output >= static_cast<std::int32_t>(sizes_.size())) {
    fault("declareSizeTensor() names output " + std::to_string(output) + " of " +
          std::to_string(sizes_.size()));
    return nullptr;
  }
  SizeTensor& size = sizes_[static_cast<std::size_t>(output)];
  if (size.node != kNoExpression) {
    fault("declareSizeTensor() was called twice for output " + std::to_string(output));
    return nullptr;
  }
  size = {graph_->size_tensor(output, opt, max), opt, max};
  return wrap(size.node);
}
#endif

Status ShapeCall::check_size_tensors(const std::vector<nvinfer1::DataType>& types,
                                     const std::string& what) const {
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    if (sizes_[i].node == kNoExpression) continue;
    const std::string output = what + ": output " + std::to_string(i) + " is a size tensor, ";
    if (outputs_[i].nbDims != 0) {
      return invalid_argument(output + "but " + method_name() + " gave it " +
                              std::to_string(outputs_[i].nbDims) +
                              " dimensions; must be a scalar (nbDims 0)");
    }
    const auto type = static_cast<DataType>(types[i]);
    if (type != DataType::kInt32 && type != DataType::kInt64) {
      return invalid_argument(output + "but its type is " +
                              to_string(static_cast<DataType>(types[i])) +
                              "; must be int32 or int64");
    }
    if (graph_->depends_on_size(sizes_[i].optimum) || graph_->depends_on_size(sizes_[i].upper)) {
      return invalid_argument(output + "but its optimum or upper bound depends on a size tensor");
    }
    const DimValue opt = graph_->constant_value(sizes_[i].optimum);
    const DimValue upper = graph_->constant_value(sizes_[i].upper);
    if (opt && upper && *opt > *upper) {
      return invalid_argument(output + "but its optimum " + std::to_string(*opt) +
                              " is above its upper bound " + std::to_string(*upper));
    }
  }
  return Status::ok();
}

Result<std::vector<DimRef>> ShapeCall::take_output(std::size_t output, const std::string& what) {
  const nvinfer1::DimsExprs& dims = outputs_[output];
  const std::string name = what + ": " + method_name() + " ";
  if (dims.nbDims == kPoisonedRank) {
    return invalid_argument(name + "did not write output " + std::to_string(output) +
                            "; must set nbDims and d of every output");
  }
  // TensorRT 10.6 gives the outputs of an IPluginV2DynamicExt one less.
  const int most = nvinfer1::Dims::MAX_DIMS - (method_ == Method::kOutputDimensions ? 1 : 0);
  if (dims.nbDims < 0 || dims.nbDims > most) {
    return invalid_argument(name + "gave output " + std::to_string(output) + " " +
                            std::to_string(dims.nbDims) + " dimensions; must be 0 to " +
                            std::to_string(most));
  }
  std::vector<DimRef> refs;
  for (std::int32_t axis = 0; axis < dims.nbDims; ++axis) {
    const auto* expression = dims.d[axis];
    const auto found = known_.find(expression);
    if (found == known_.end()) {
      used_padding_ = used_padding_ || is_padding(expression);
      return invalid_argument(
          name + (expression == nullptr ? "left" : "took an expression of another call for") +
          " dimension " + std::to_string(axis) + " of output " + std::to_string(output) +
          (expression == nullptr ? " null; must be an expression of this call"
                                 : "; expressions die when the call returns: keep none"));
    }
    refs.push_back(found->second);
  }
  return refs;
}

Result<OutputShapes> ShapeCall::finish(const std::vector<nvinfer1::DataType>& types,
                                       const std::string& what) {
  if (!fault_.empty()) return invalid_argument(what + ": in " + method_name() + ", " + fault_);
  std::vector<std::vector<DimRef>> dims;
  for (std::size_t output = 0; output < outputs_.size(); ++output) {
    auto taken = take_output(output, what);
    if (!taken.is_ok()) return taken.status();
    dims.push_back(std::move(taken).value());
  }
  PLUGSMITH_RETURN_IF_ERROR(check_size_tensors(types, what));
  std::vector<DimRef> sizes;
  for (const SizeTensor& size : sizes_) sizes.push_back(size.node);
  return OutputShapes(graph_, std::move(dims), std::move(sizes));
}

}  // namespace plugsmith::host
