// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/cpu_engine.hpp"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <openvino/frontend/onnx/extension/conversion.hpp>
#include <openvino/frontend/onnx/frontend.hpp>
#include <openvino/openvino.hpp>
#include <sstream>
#include <utility>

#include "src/graph/external_data.hpp"
#include "src/graph/local_functions.hpp"
#include "src/graph/model_rewrite.hpp"
#include "src/graph/openvino_errors.hpp"
#include "src/graph/openvino_types.hpp"
#include "src/graph/plugin_node.hpp"

namespace plugsmith::graph {
namespace {

using NodeStates = std::map<std::size_t, std::shared_ptr<PluginNodeState>>;

class OpenVinoEngine : public CpuEngine {
 public:
  OpenVinoEngine(const Model& model, std::vector<NodeMapping> mappings)
      : inputs_(model.inputs()),
        outputs_(model.outputs()),
        mappings_(std::move(mappings)),
        errors_(std::make_shared<ErrorSlot>()) {}

  const std::vector<TensorInfo>& inputs() const override { return inputs_; }
  const std::vector<TensorInfo>& outputs() const override { return outputs_; }
  const std::vector<NodeMapping>& mappings() const override { return mappings_; }
  Result<std::vector<OutputTensor>> run(const std::vector<InputTensor>& inputs) override;

  Status prepare(Model model, const EngineOptions& options);

 private:
  std::shared_ptr<ov::Model> convert(const onnx::ModelProto& proto);
  Status fix_shapes(ov::Model& model, const EngineOptions& options);
  void compile(const std::shared_ptr<ov::Model>& model);
  void bind_inputs(const std::vector<InputTensor>& inputs);
  Result<std::vector<OutputTensor>> collect_outputs();
  /// `failed`, unless one of our own callbacks knows better.
  Status own_error_or(Status failed);

  std::vector<TensorInfo> inputs_, outputs_;
  std::vector<NodeMapping> mappings_;
  std::shared_ptr<ErrorSlot> errors_;
  NodeStates nodes_;  // by index into mappings_
  ov::CompiledModel compiled_;
  ov::InferRequest request_;
};

Status OpenVinoEngine::own_error_or(Status failed) {
  auto own = errors_->take();
  return own.has_value() ? *std::move(own) : std::move(failed);
}

std::shared_ptr<ov::Model> OpenVinoEngine::convert(const onnx::ModelProto& proto) {
  auto front_end = std::make_shared<ov::frontend::onnx::FrontEnd>();
  front_end->add_extension(std::make_shared<ov::frontend::onnx::ConversionExtension>(
      kPluginNodeType, kPluginNodeDomain, [this](const ov::frontend::NodeContext& context) {
        ov::OutputVector inputs;
        for (std::size_t i = 0; i < context.get_input_size(); ++i) {
          inputs.push_back(context.get_input(static_cast<int>(i)));
        }
        const auto index = context.get_attribute<std::int64_t>(kPluginNodeIndex);
        const auto& state = nodes_.at(static_cast<std::size_t>(index));
        return make_plugin_node(inputs, state);
      }));
  std::stringstream bytes;
  proto.SerializeToOstream(&bytes);
  std::istream* stream = &bytes;
  return front_end->convert(front_end->load(stream));
}

Status OpenVinoEngine::fix_shapes(ov::Model& model, const EngineOptions& options) {
  std::map<std::string, ov::PartialShape> shapes;
  for (TensorInfo& input : inputs_) {
    const auto given = options.input_shapes.find(input.name);
    if (given == options.input_shapes.end()) continue;
    shapes[input.name] = ov::PartialShape(given->second);
    // run() holds its inputs against these.
    input.has_shape = true;
    input.symbols.resize(given->second.size());
    input.dims.resize(given->second.size(), -1);
    for (std::size_t axis = 0; axis < given->second.size(); ++axis) {
      if (given->second[axis] >= 0) input.dims[axis] = given->second[axis];
    }
  }
  if (shapes.empty()) return Status::ok();
  try {
    model.reshape(shapes);
  } catch (const std::exception& error) {
    return own_error_or(invalid_argument(
        fmt::format("the model cannot take these input shapes: {}", openvino_reason(error))));
  }
  return Status::ok();
}

void OpenVinoEngine::compile(const std::shared_ptr<ov::Model>& model) {
  ov::Core core;
  compiled_ = core.compile_model(model, "CPU", ov::hint::inference_precision(ov::element::f32),
                                 ov::hint::performance_mode(ov::hint::PerformanceMode::LATENCY));
  request_ = compiled_.create_infer_request();
}

Status OpenVinoEngine::prepare(Model model, const EngineOptions& options) {
  PLUGSMITH_RETURN_IF_ERROR(embed_external_data(model.mutable_proto(), model.folder()));
  for (RewrittenNode& node : rewrite_plugin_nodes(model.mutable_proto(), mappings_)) {
    auto state = std::make_shared<PluginNodeState>(*options.host, mappings_[node.mapping],
                                                   options.build, options.execution);
    state->output_count = node.output_names.size();
    state->layer.set_place(static_cast<std::int32_t>(node.mapping), std::move(node.output_names),
                           node.ends_the_network);
    state->input_names = std::move(node.input_names);
    state->errors = errors_;
    state->on_node = options.on_node;
    nodes_[node.mapping] = std::move(state);
  }
  std::shared_ptr<ov::Model> converted;
  try {
    converted = convert(model.proto());
  } catch (const std::exception& error) {
    return own_error_or(explain_conversion(model, error));
  }
  PLUGSMITH_RETURN_IF_ERROR(fix_shapes(*converted, options));
  try {
    compile(converted);
  } catch (const std::exception& error) {
    return own_error_or(unsupported(fmt::format("{}: OpenVINO cannot prepare the model: {}",
                                                model.name(), openvino_reason(error))));
  }
  return own_error_or(Status::ok());
}

/// OpenVINO cuts int64 to int32 without a word.
Status check_integers(const std::vector<InputTensor>& inputs) {
  for (const InputTensor& input : inputs) {
    if (input.type != DataType::kInt64) continue;
    std::int64_t count = 1;
    for (const std::int64_t dim : input.dims) count *= dim;
    const auto* values = static_cast<const std::int64_t*>(input.data);
    for (std::int64_t i = 0; i < count; ++i) {
      if (values[i] == static_cast<std::int32_t>(values[i])) continue;
      return out_of_range(
          fmt::format("input \"{}\" holds {}; the CPU engine computes integers in 32 "
                      "bits",
                      input.name, values[i]));
    }
  }
  return Status::ok();
}

void OpenVinoEngine::bind_inputs(const std::vector<InputTensor>& inputs) {
  for (const auto& port : compiled_.inputs()) {
    const auto& names = port.get_names();
    const auto given = std::find_if(inputs.begin(), inputs.end(), [&](const InputTensor& input) {
      return names.count(input.name) != 0;
    });
    const ov::Shape shape(given->dims.begin(), given->dims.end());
    if (ov::shape_size(shape) == 0) {
      request_.set_tensor(port, ov::Tensor(port.get_element_type(), shape));
    } else {
      // OpenVINO takes the memory of an input as mutable, but only reads it.
      request_.set_tensor(
          port, ov::Tensor(port.get_element_type(), shape, const_cast<void*>(given->data)));
    }
  }
}

Result<std::vector<OutputTensor>> OpenVinoEngine::collect_outputs() {
  std::vector<OutputTensor> outputs;
  for (const TensorInfo& declared : outputs_) {
    const ov::Tensor tensor = request_.get_tensor(compiled_.output(declared.name));
    const auto type = from_openvino(tensor.get_element_type());
    if (!type.has_value()) {
      return unsupported(fmt::format("output \"{}\" is {}, which cannot be returned", declared.name,
                                     tensor.get_element_type().to_string()));
    }
    OutputTensor output{declared.name, *type, {}, tensor.data(), tensor.get_byte_size()};
    const ov::Shape& shape = tensor.get_shape();
    output.dims.assign(shape.begin(), shape.end());
    outputs.push_back(std::move(output));
  }
  return outputs;
}

Result<std::vector<OutputTensor>> OpenVinoEngine::run(const std::vector<InputTensor>& inputs) {
  PLUGSMITH_RETURN_IF_ERROR(check_inputs(inputs_, inputs));
  PLUGSMITH_RETURN_IF_ERROR(check_integers(inputs));
  try {
    bind_inputs(inputs);
    request_.infer();
    return collect_outputs();
  } catch (const std::exception& error) {
    return own_error_or(
        invalid_argument(fmt::format("the model cannot run: {}", openvino_reason(error))));
  }
}

/// Whether each tensor that passes the model's border can be handed over.
Status check_border(const Model& model) {
  for (const auto& [kind, tensors] :
       {std::pair{"input", model.inputs()}, std::pair{"output", model.outputs()}}) {
    for (const TensorInfo& tensor : tensors) {
      if (tensor.type.has_value() && to_openvino(*tensor.type).has_value()) continue;
      return unsupported(
          fmt::format("{}: {} \"{}\" is {}; the CPU engine takes and returns float32, "
                      "float16, bfloat16, int8, uint8, int32, int64 and bool",
                      model.name(), kind, tensor.name, to_string(tensor)));
    }
  }
  return Status::ok();
}

Status check_references(const std::vector<NodeMapping>& mappings,
                        const std::vector<host::CreatorInfo>& creators) {
  for (const NodeMapping& mapping : mappings) {
    if (mapping.served_by != ServedBy::kPlugin || creators[mapping.creator].has_reference) continue;
    return unsupported(
        fmt::format("node \"{}\": {} has no CPU reference for {}, so its values cannot be computed "
                    "without a GPU",
                    mapping.node_name, creators[mapping.creator].library, mapping.op_type));
  }
  return Status::ok();
}

}  // namespace

Result<std::unique_ptr<CpuEngine>> CpuEngine::create(Model model, const EngineOptions& options) {
  PLUGSMITH_RETURN_IF_ERROR(check_border(model));
  PLUGSMITH_RETURN_IF_ERROR(check_input_shapes(model.inputs(), options.input_shapes));
  const auto creators =
      options.host == nullptr ? std::vector<host::CreatorInfo>() : options.host->creators();
  PLUGSMITH_RETURN_IF_ERROR(inline_local_functions(model, creators, options.rules));
  auto mappings = map_nodes(model, creators, options.rules);
  PLUGSMITH_RETURN_IF_ERROR(first_error(mappings));
  if (options.execution == host::Execution::kReference) {
    PLUGSMITH_RETURN_IF_ERROR(check_references(mappings, creators));
  }
  auto engine = std::make_unique<OpenVinoEngine>(model, std::move(mappings));
  PLUGSMITH_RETURN_IF_ERROR(engine->prepare(std::move(model), options));
  return std::unique_ptr<CpuEngine>(std::move(engine));
}

}  // namespace plugsmith::graph
