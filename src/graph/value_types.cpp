// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/value_types.hpp"

#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include <exception>

namespace plugsmith::graph {
namespace {

void add_initializers(onnx::GraphProto& graph) {
  for (const auto& tensor : graph.initializer()) {
    auto* value = graph.add_output();
    value->set_name(tensor.name());
    auto* type = value->mutable_type()->mutable_tensor_type();
    type->set_elem_type(tensor.data_type());
    auto* shape = type->mutable_shape();
    for (const std::int64_t dim : tensor.dims()) shape->add_dim()->set_dim_value(dim);
  }
}

}  // namespace

std::map<std::string, TensorInfo> value_types(const Model& model) {
  Model inferred = model.clone();
  try {
    // With what it computes of shapes on the way, such as the Shape that a Reshape reads.
    onnx::ShapeInferenceOptions options;
    options.enable_data_propagation = true;
    onnx::shape_inference::InferShapes(inferred.mutable_proto(), onnx::OpSchemaRegistry::Instance(),
                                       options);
  } catch (const std::exception&) {
    inferred = model.clone();  // what the model declares is left
  }
  auto& graph = *inferred.mutable_proto().mutable_graph();
  add_initializers(graph);
  for (const auto& value : graph.value_info()) *graph.add_output() = value;
  std::map<std::string, TensorInfo> types;
  for (const auto& tensors : {inferred.inputs(), inferred.outputs()}) {
    for (const TensorInfo& tensor : tensors) {
      TensorInfo& known = types[tensor.name];
      if (!known.has_shape) known = tensor;
    }
  }
  return types;
}

}  // namespace plugsmith::graph
