// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/onnx_model.hpp"

#include <onnx/onnx_pb.h>

#include <unordered_set>
#include <utility>

#include "src/graph/element_types.hpp"

namespace plugsmith::graph {
namespace {

std::string kind_name(const onnx::TypeProto& type) {
  switch (type.value_case()) {
    case onnx::TypeProto::kSequenceType: return "sequence";
    case onnx::TypeProto::kMapType: return "map";
    case onnx::TypeProto::kOptionalType: return "optional";
    case onnx::TypeProto::kSparseTensorType: return "sparse tensor";
    default: return "undefined";
  }
}

TensorInfo describe(const onnx::ValueInfoProto& value) {
  TensorInfo info;
  info.name = value.name();
  if (!value.type().has_tensor_type()) {
    info.type_name = kind_name(value.type());
    return info;
  }
  const auto& tensor = value.type().tensor_type();
  info.type = data_type_of(tensor.elem_type());
  info.type_name = onnx_type_name(tensor.elem_type());
  info.has_shape = tensor.has_shape();
  for (const auto& dim : tensor.shape().dim()) {
    const bool known = dim.has_dim_value() && dim.dim_value() >= 0;
    info.dims.push_back(known ? dim.dim_value() : -1);
    // PaddlePaddle's exporter calls every unknown size "?", equal or not.
    const bool named = dim.has_dim_param() && dim.dim_param() != "?";
    info.symbols.push_back(named ? dim.dim_param() : "");
  }
  return info;
}

std::vector<std::string_view> views(
    const google::protobuf::RepeatedPtrField<std::string>& strings) {
  return {strings.begin(), strings.end()};
}

}  // namespace

std::string to_string(const TensorInfo& tensor) {
  std::string text = tensor.type_name;
  if (!tensor.has_shape) return text;
  text += "[";
  for (std::size_t i = 0; i < tensor.dims.size(); ++i) {
    if (i > 0) text += ",";
    if (tensor.dims[i] >= 0) {
      text += std::to_string(tensor.dims[i]);
    } else {
      text += tensor.symbols[i].empty() ? "?" : tensor.symbols[i];
    }
  }
  return text + "]";
}

Model::Model(std::unique_ptr<onnx::ModelProto> proto, std::string name, std::string folder)
    : proto_(std::move(proto)), name_(std::move(name)), folder_(std::move(folder)) {}
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

Model Model::clone() const {
  return Model(std::make_unique<onnx::ModelProto>(*proto_), name_, folder_);
}

std::vector<TensorInfo> Model::inputs() const {
  std::unordered_set<std::string_view> initializers;
  for (const auto& tensor : proto_->graph().initializer()) initializers.insert(tensor.name());
  std::vector<TensorInfo> inputs;
  for (const auto& value : proto_->graph().input()) {
    if (initializers.count(value.name()) == 0) inputs.push_back(describe(value));
  }
  return inputs;
}

std::vector<TensorInfo> Model::outputs() const {
  std::vector<TensorInfo> outputs;
  for (const auto& value : proto_->graph().output()) outputs.push_back(describe(value));
  return outputs;
}

std::vector<NodeView> Model::nodes() const {
  std::vector<NodeView> nodes;
  for (const auto& node : proto_->graph().node()) {
    NodeView view{node.name(),         node.op_type(),       node.domain(),
                  views(node.input()), views(node.output()), {}};
    for (const auto& attribute : node.attribute()) view.attributes.emplace_back(attribute.name());
    nodes.push_back(std::move(view));
  }
  return nodes;
}

std::optional<std::int64_t> Model::opset(std::string_view domain) const {
  const auto normal = [](std::string_view name) { return name == "ai.onnx" ? "" : name; };
  for (const auto& import : proto_->opset_import()) {
    if (normal(import.domain()) == normal(domain)) return import.version();
  }
  return std::nullopt;
}

}  // namespace plugsmith::graph
