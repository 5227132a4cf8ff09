// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/network.hpp"

#include <string_view>

#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/plugin_fields.hpp"
#include "src/trt/engine/plugin_library.hpp"
#include "src/trt/engine/tensor_dims.hpp"

namespace plugsmith::trt {
namespace {

using Tensors = std::vector<nvinfer1::ITensor*>;

/// Dimensions of the network's input: open where the range leaves them open.
DimList network_dims(const InputRange& range) {
  DimList dims = range.opt;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (range.min[axis] != range.max[axis]) dims[axis] = -1;
  }
  return dims;
}

Result<Tensors> add_inputs(TensorRt& tensorrt, Network& network, const OneOp& op) {
  Tensors tensors;
  for (const OneOpInput& input : op.inputs) {
    nvinfer1::ITensor* tensor = network.definition->addInput(
        input.name.c_str(), static_cast<nvinfer1::DataType>(input.type),
        to_dims(network_dims(input.range)));
    if (tensor == nullptr) {
      return invalid_argument("TensorRT takes no network input \"" + input.name + "\" of type " +
                              to_string(input.type) + quote(tensorrt.log().take()));
    }
    tensors.push_back(tensor);
  }
  return tensors;
}

Result<Tensors> add_shape_inputs(TensorRt& tensorrt, Network& network, const OneOp& op) {
  Tensors tensors;
  for (const DimList& values : op.shape_inputs) {
    const auto count = static_cast<std::int64_t>(values.size());
    network.constants.push_back(values);
    const nvinfer1::Weights weights{nvinfer1::DataType::kINT64, network.constants.back().data(),
                                    count};
    auto* layer = network.definition->addConstant(to_dims({count}), weights);
    if (layer == nullptr) {
      return internal_error("TensorRT takes no constant for a shape input" +
                            quote(tensorrt.log().take()));
    }
    tensors.push_back(layer->getOutput(0));
  }
  return tensors;
}

Status refused(TensorRt& tensorrt, const char* call, const OneOp& op) {
  const std::vector<EngineLogLine> lines = tensorrt.log().take();
  return explain_execution(
      std::string(call) + " of " + op.name + (lines.empty() ? ", which logged nothing," : ""),
      lines);
}

Result<nvinfer1::ILayer*> add_v3(TensorRt& tensorrt, Network& network,
                                 nvinfer1::IPluginCreatorV3One& creator, const OneOp& op,
                                 const Tensors& inputs, const Tensors& shapes) {
  const PluginFields fields(op.fields);
  const std::unique_ptr<nvinfer1::IPluginV3> plugin(
      creator.createPlugin(op.layer_name.c_str(), fields.get(), nvinfer1::TensorRTPhase::kBUILD));
  if (plugin == nullptr) return refused(tensorrt, "createPlugin", op);
  nvinfer1::ILayer* layer = network.definition->addPluginV3(
      inputs.data(), static_cast<std::int32_t>(inputs.size()), shapes.data(),
      static_cast<std::int32_t>(shapes.size()), *plugin);
  if (layer == nullptr) return refused(tensorrt, "addPluginV3", op);
  return layer;
}

struct DestroyV2 {
  void operator()(nvinfer1::IPluginV2* plugin) const { plugin->destroy(); }
};

Result<nvinfer1::ILayer*> add_v2(TensorRt& tensorrt, Network& network,
                                 nvinfer1::IPluginCreator& creator, const OneOp& op, Tensors inputs,
                                 const Tensors& shapes) {
  const PluginFields fields(op.fields);
  const std::unique_ptr<nvinfer1::IPluginV2, DestroyV2> plugin(
      creator.createPlugin(op.layer_name.c_str(), fields.get()));
  if (plugin == nullptr) return refused(tensorrt, "createPlugin", op);
  inputs.insert(inputs.end(), shapes.begin(), shapes.end());  // V2 plugins know no other kind
  nvinfer1::ILayer* layer = network.definition->addPluginV2(
      inputs.data(), static_cast<std::int32_t>(inputs.size()), *plugin);
  if (layer == nullptr) return refused(tensorrt, "addPluginV2", op);
  return layer;
}

std::string parser_errors(const nvonnxparser::IParser& parser) {
  std::string text;
  for (int i = 0; i < parser.getNbErrors(); ++i) {
    const nvonnxparser::IParserError& error = *parser.getError(i);
    text += "\n  parser error " + std::to_string(static_cast<int>(error.code()));
    if (error.node() >= 0) {
      text += " at node " + std::to_string(error.node()) + " (" +
              (error.nodeName() != nullptr ? error.nodeName() : "") + ", " +
              (error.nodeOperator() != nullptr ? error.nodeOperator() : "") + ")";
    }
    text += std::string(": ") + (error.desc() != nullptr ? error.desc() : "");
  }
  return text;
}

nvinfer1::IPluginV3OneBuildV2* aliasing_build(nvinfer1::ILayer& layer) {
  if (layer.getType() != nvinfer1::LayerType::kPLUGIN_V3) return nullptr;
  auto* build = static_cast<nvinfer1::IPluginV3Layer&>(layer).getPlugin().getCapabilityInterface(
      nvinfer1::PluginCapabilityType::kBUILD);
  if (build == nullptr || build->getInterfaceInfo().major < 2) return nullptr;
  return static_cast<nvinfer1::IPluginV3OneBuildV2*>(build);
}

}  // namespace

Result<Network> make_network(TensorRt& tensorrt, nvinfer1::IBuilder& builder, bool strongly_typed) {
  Network network;
  network.strongly_typed = strongly_typed || NV_TENSORRT_MAJOR >= 11;
#if NV_TENSORRT_MAJOR >= 11
  const std::uint32_t flags = 0;  // it knows no other kind
#else
  const std::uint32_t flags = strongly_typed
                                  ? 1U << static_cast<std::uint32_t>(
                                        nvinfer1::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED)
                                  : 0U;
#endif
  network.definition.reset(builder.createNetworkV2(flags));
  if (network.definition == nullptr) {
    return internal_error("TensorRT makes no network" + quote(tensorrt.log().take()));
  }
  return network;
}

Status add_one_op(TensorRt& tensorrt, Network& network, nvinfer1::IPluginCreatorInterface& creator,
                  const OneOp& op) {
  tensorrt.log().take();
  const Result<Tensors> inputs = add_inputs(tensorrt, network, op);
  if (!inputs.is_ok()) return inputs.status();
  const Result<Tensors> shapes = add_shape_inputs(tensorrt, network, op);
  if (!shapes.is_ok()) return shapes.status();
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 == nullptr && kinds.v1 == nullptr) {
    return unsupported(op.name + ": its creator is a " + creator.getInterfaceInfo().kind +
                       ", which neither addPluginV3 nor addPluginV2 takes");
  }
  const Result<nvinfer1::ILayer*> layer =
      kinds.v3 != nullptr ? add_v3(tensorrt, network, *kinds.v3, op, *inputs, *shapes)
                          : add_v2(tensorrt, network, *kinds.v1, op, *inputs, *shapes);
  if (!layer.is_ok()) return layer.status();
  (*layer)->setName(op.layer_name.c_str());
  for (std::int32_t i = 0; i < (*layer)->getNbOutputs(); ++i) {
    nvinfer1::ITensor* output = (*layer)->getOutput(i);
    output->setName(("output" + std::to_string(i)).c_str());
    network.definition->markOutput(*output);
  }
  return Status::ok();
}

Status add_model(TensorRt& tensorrt, Network& network, const std::string& path) {
  auto parser = tensorrt.make_parser(*network.definition);
  if (!parser.is_ok()) return parser.status();
  tensorrt.log().take();
  constexpr int kWarnings = static_cast<int>(nvinfer1::ILogger::Severity::kWARNING);
  if ((*parser)->parseFromFile(path.c_str(), kWarnings)) {
    network.parser = std::move(parser).value();
    return Status::ok();
  }
  // The lines that the parser logged repeat its list of errors.
  const std::string errors = parser_errors(**parser);
  return invalid_argument(path + ": TensorRT " + to_string(tensorrt.version()) +
                          "'s ONNX parser refused the model" +
                          (errors.empty() ? quote(tensorrt.log().take()) : errors));
}

std::map<std::string, std::string> aliased_outputs(const nvinfer1::INetworkDefinition& network) {
  std::map<std::string, std::string> aliases;
  for (std::int32_t i = 0; i < network.getNbLayers(); ++i) {
    nvinfer1::ILayer& layer = *network.getLayer(i);
    nvinfer1::IPluginV3OneBuildV2* build = aliasing_build(layer);
    for (std::int32_t o = 0; build != nullptr && o < layer.getNbOutputs(); ++o) {
      const std::int32_t input = build->getAliasedInput(o);
      if (input < 0 || input >= layer.getNbInputs()) continue;
      aliases[layer.getOutput(o)->getName()] = layer.getInput(input)->getName();
    }
  }
  return aliases;
}

}  // namespace plugsmith::trt
