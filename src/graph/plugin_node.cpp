// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/plugin_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <openvino/op/convert.hpp>

#include "src/graph/openvino_types.hpp"
#include "src/graph/tensor_convert.hpp"

namespace plugsmith::graph {
namespace {

using host::DimValues;

DimValues dims_of(const ov::PartialShape& shape) {
  DimValues dims;
  for (const ov::Dimension& dim : shape) dims.push_back(dim.is_static() ? dim.get_length() : -1);
  return dims;
}

bool equal_dims(const DimValues& dims, const ov::Shape& shape) {
  return std::equal(
      dims.begin(), dims.end(), shape.begin(), shape.end(),
      [](std::int64_t a, std::size_t b) { return a == static_cast<std::int64_t>(b); });
}

/// Bytes of a dense tensor; refuses sizes that no machine has.
Result<std::size_t> bytes_for(const DimValues& dims, DataType type) {
  std::int64_t count = 1;
  for (const std::int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) {
      return out_of_range("an output has a size that no tensor can have");
    }
  }
  if (count > (std::int64_t{1} << 40)) {
    return resource_exhausted(fmt::format("an output would have {} elements", count));
  }
  return static_cast<std::size_t>(bytes_of(type, count));
}

Result<host::TensorSpec> describe(const std::string& name, const ov::element::Type& type,
                                  const ov::PartialShape& shape) {
  const auto data_type = from_openvino(type);
  if (!data_type.has_value()) {
    return unsupported(
        fmt::format("input \"{}\" is {}; the CPU engine hands plugins float32, "
                    "float16, bfloat16, int8, int32 and int64 only",
                    name, type.to_string()));
  }
  if (shape.rank().is_dynamic()) {
    return unsupported(
        fmt::format("the number of dimensions of input \"{}\" is not known before it "
                    "is computed; TensorRT needs it",
                    name));
  }
  return host::TensorSpec{name, *data_type, dims_of(shape)};
}

Status read_shape_values(const ov::Tensor& tensor, DimValues& values) {
  values.resize(tensor.get_size());
  const auto type = from_openvino(tensor.get_element_type());
  if (!type.has_value()) return internal_error("a shape input came in a type that is no integer");
  return convert_elements(tensor.data(), *type, values.data(), DataType::kInt64, values.size());
}

template <class Call>
Status guarded(const Call& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    return resource_exhausted("there is not enough memory");
  } catch (const std::exception& error) {
    return internal_error(error.what());
  }
}

}  // namespace

void ErrorSlot::set(Status status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!first_.has_value()) first_ = std::move(status);
}

std::optional<Status> ErrorSlot::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(first_, std::nullopt);
}

PluginNode::PluginNode(const ov::OutputVector& inputs, std::shared_ptr<PluginNodeState> state)
    : ov::op::Op(inputs), state_(std::move(state)) {
  constructor_validate_and_infer_types();
}

std::shared_ptr<ov::Node> PluginNode::clone_with_new_inputs(const ov::OutputVector& inputs) const {
  return std::make_shared<PluginNode>(inputs, state_);
}

ov::OutputVector make_plugin_node(const ov::OutputVector& inputs,
                                  const std::shared_ptr<PluginNodeState>& state) {
  const auto converted = [](const ov::Output<ov::Node>& value, const ov::element::Type& type) {
    if (value.get_element_type() == type) return value;
    return std::make_shared<ov::op::v0::Convert>(value, type)->output(0);
  };
  ov::OutputVector engine_inputs;
  state->input_types.clear();
  for (const auto& input : inputs) {
    state->input_types.push_back(input.get_element_type());
    engine_inputs.push_back(converted(input, engine_type(input.get_element_type())));
  }
  const auto node = std::make_shared<PluginNode>(engine_inputs, state);
  node->set_friendly_name(state->layer.node_name());
  ov::OutputVector outputs;
  for (std::size_t i = 0; i < node->get_output_size(); ++i) {
    const auto type = to_openvino(state->layer.outputs()[i].type);
    outputs.push_back(converted(node->output(i), type.value_or(node->get_output_element_type(i))));
  }
  return outputs;
}

void PluginNode::validate_and_infer_types() {
  if (state_ == nullptr) return;
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const Status status = guarded([&] { return infer(); });
  if (status.is_ok()) return;
  state_->errors->set(status);
  OPENVINO_THROW(status.message());  // OpenVINO knows no other way; the slot keeps the Status
}

Status PluginNode::add_layer() {
  std::vector<host::TensorSpec> inputs, shape_inputs;
  const NodeMapping& mapping = state_->layer.mapping();
  const auto collect = [&](const std::vector<std::size_t>& indices,
                           std::vector<host::TensorSpec>& specs) -> Status {
    for (const std::size_t index : indices) {
      auto spec = describe(state_->input_names[index], state_->input_types[index],
                           get_input_partial_shape(index));
      if (!spec.is_ok()) {
        return Status(spec.status().code(), fmt::format("node \"{}\" ({}): {}", mapping.node_name,
                                                        mapping.op_type, spec.status().message()));
      }
      specs.push_back(std::move(*spec));
    }
    return Status::ok();
  };
  PLUGSMITH_RETURN_IF_ERROR(collect(mapping.device_inputs, inputs));
  PLUGSMITH_RETURN_IF_ERROR(collect(mapping.shape_inputs, shape_inputs));
  return state_->layer.add(std::move(inputs), std::move(shape_inputs), state_->output_count);
}

Status PluginNode::infer() {
  HostedLayer& layer = state_->layer;
  if (!layer.is_added()) PLUGSMITH_RETURN_IF_ERROR(add_layer());
  std::vector<DimValues> dims;
  bool ranks_are_known = true;
  for (const std::size_t index : layer.mapping().device_inputs) {
    const ov::PartialShape& shape = get_input_partial_shape(index);
    ranks_are_known = ranks_are_known && shape.rank().is_static();
    if (ranks_are_known) dims.push_back(dims_of(shape));
  }
  std::vector<DimValues> output_dims;
  if (ranks_are_known) {
    auto inferred = layer.infer(dims);
    if (!inferred.is_ok()) return inferred.status();
    output_dims = std::move(*inferred);
  }
  set_output_size(layer.outputs().size());
  for (std::size_t i = 0; i < layer.outputs().size(); ++i) {
    const auto type = to_openvino(layer.outputs()[i].type);
    if (!type.has_value()) {
      return unsupported(
          fmt::format("node \"{}\": output {} is {}, which the CPU engine cannot hold",
                      layer.node_name(), i, to_string(layer.outputs()[i].type)));
    }
    ov::PartialShape shape = ov::PartialShape::dynamic();
    if (ranks_are_known) shape = ov::PartialShape(output_dims[i]);
    set_output_type(i, engine_type(*type), shape);
  }
  return Status::ok();
}

bool PluginNode::evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const Status status = guarded([&] { return compute(outputs, inputs); });
  if (!status.is_ok()) state_->errors->set(status);
  return status.is_ok();
}

Status PluginNode::compute(ov::TensorVector& outputs, const ov::TensorVector& inputs) const {
  PluginNodeState& state = *state_;
  const NodeMapping& mapping = state.layer.mapping();
  if (state.on_node) state.on_node(mapping.node_name);
  PLUGSMITH_RETURN_IF_ERROR(read_inputs(inputs));
  state.shape_values.resize(mapping.shape_inputs.size());
  for (std::size_t i = 0; i < mapping.shape_inputs.size(); ++i) {
    PLUGSMITH_RETURN_IF_ERROR(
        read_shape_values(inputs[mapping.shape_inputs[i]], state.shape_values[i]));
  }
  auto capacities = state.layer.prepare(state.dims, state.shape_values);
  if (!capacities.is_ok()) return capacities.status();
  PLUGSMITH_RETURN_IF_ERROR(place_outputs(outputs, **capacities));
  PLUGSMITH_RETURN_IF_ERROR(state.layer.run(state.inputs, state.shape_values, state.outputs));
  return hand_over(outputs);
}

Status PluginNode::read_inputs(const ov::TensorVector& inputs) const {
  PluginNodeState& state = *state_;
  const auto& indices = state.layer.mapping().device_inputs;
  state.dims.resize(indices.size());
  state.inputs.resize(indices.size());
  state.input_scratch.resize(indices.size());
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const ov::Tensor& tensor = inputs[indices[i]];
    const DataType wanted = state.layer.inputs()[i].type;
    const auto given = from_openvino(tensor.get_element_type());
    if (!given.has_value()) return internal_error("OpenVINO changed an input's type beyond use");
    const ov::Shape& shape = tensor.get_shape();
    state.dims[i].assign(shape.begin(), shape.end());
    state.inputs[i].dims = state.dims[i];
    state.inputs[i].data = tensor.data();
    if (*given == wanted) continue;
    auto bytes = bytes_for(state.dims[i], wanted);
    if (!bytes.is_ok()) return bytes.status();
    state.input_scratch[i].resize(*bytes);
    PLUGSMITH_RETURN_IF_ERROR(convert_elements(tensor.data(), *given, state.input_scratch[i].data(),
                                               wanted, tensor.get_size()));
    state.inputs[i].data = state.input_scratch[i].data();
  }
  return Status::ok();
}

Status PluginNode::place_outputs(ov::TensorVector& outputs,
                                 const std::vector<DimValues>& capacities) const {
  PluginNodeState& state = *state_;
  const auto& specs = state.layer.outputs();
  state.outputs.resize(specs.size());
  state.output_scratch.resize(specs.size());
  state.is_direct.resize(specs.size());
  for (std::size_t i = 0; i < specs.size(); ++i) {
    state.outputs[i].dims = capacities[i];
    state.is_direct[i] = from_openvino(outputs[i].get_element_type()) == specs[i].type &&
                         equal_dims(capacities[i], outputs[i].get_shape());
    if (state.is_direct[i]) {
      state.outputs[i].data = outputs[i].data();
      continue;
    }
    auto bytes = bytes_for(capacities[i], specs[i].type);
    if (!bytes.is_ok()) return bytes.status();
    state.output_scratch[i].resize(*bytes);
    state.outputs[i].data = state.output_scratch[i].data();
  }
  return Status::ok();
}

Status PluginNode::hand_over(ov::TensorVector& outputs) const {
  PluginNodeState& state = *state_;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const DimValues& real = state.outputs[i].dims;
    // Where the result was written in place, it only shrinks: the memory stays.
    if (!equal_dims(real, outputs[i].get_shape())) {
      outputs[i].set_shape(ov::Shape(real.begin(), real.end()));
    }
    if (state.is_direct[i]) continue;
    const auto type = from_openvino(outputs[i].get_element_type());
    if (!type.has_value()) return internal_error("OpenVINO changed an output's type beyond use");
    PLUGSMITH_RETURN_IF_ERROR(convert_elements(state.outputs[i].data, state.layer.outputs()[i].type,
                                               outputs[i].data(), *type, outputs[i].get_size()));
  }
  return Status::ok();
}

}  // namespace plugsmith::graph
