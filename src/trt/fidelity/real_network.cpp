// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/real_network.hpp"

#include <cstring>

#include "src/trt/engine/tensor_dims.hpp"
#include "src/trt/trace/format.hpp"

namespace plugsmith::fidelity {
namespace {

using trt::to_dims;

constexpr char kLayerName[] = "pad";  ///< given to createPlugin

nvinfer1::DataType nv(DataType type) { return static_cast<nvinfer1::DataType>(type); }

std::string numbered(const char* stem, std::size_t index) {
  return std::string(stem).append(std::to_string(index));
}

/// The way that every TensorRT of the generation has; the scenarios' values fit 32 bits.
void set_values(nvinfer1::IOptimizationProfile& profile, const std::string& input,
                nvinfer1::OptProfileSelector selector, const Dims& values) {
#if NV_TENSORRT_MAJOR >= 11
  profile.setShapeValuesV2(input.c_str(), selector, values.data(),
                           static_cast<std::int32_t>(values.size()));
#else
  const std::vector<std::int32_t> narrow(values.begin(), values.end());
  profile.setShapeValues(input.c_str(), selector, narrow.data(),
                         static_cast<std::int32_t>(narrow.size()));
#endif
}

bool is_size(const Scenario& scenario, std::size_t output) {
  return scenario.behaviour.outputs[output].shape == OutputShape::kSizeTensor;
}

}  // namespace

std::string input_name(std::size_t index) { return numbered("x", index); }
std::string shape_input_name(std::size_t index) { return numbered("s", index); }
std::string output_name(std::size_t index) { return numbered("y", index); }

RealNetwork::~RealNetwork() {
  network_.reset();
  for (auto* plugin : v3_plugins_) delete plugin;
  for (auto* plugin : v2_plugins_) plugin->destroy();
}

bool RealNetwork::make() {
  std::uint32_t flags = 0;
#if NV_TENSORRT_MAJOR < 11
  if (scenario_.typing == Typing::kStrong) {
    flags =
        1U << static_cast<std::uint32_t>(nvinfer1::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED);
  }
#else
  if (scenario_.typing != Typing::kStrong) {
    trace_.mark("TensorRT 11 has no weakly typed networks");
    return false;
  }
#endif
  network_.reset(builder_.createNetworkV2(flags));
  Tensors inputs = add_inputs();
  const Tensors shapes = add_shape_inputs();
  nvinfer1::ILayer* probe = nullptr;
  for (int i = 0; i < scenario_.layers; ++i) {
    probe = add_probe(inputs, shapes);
    if (probe == nullptr) return false;
    inputs = {probe->getOutput(0)};
  }
  trace_.mark("layer out0 dims " + trace::format_dims(probe->getOutput(0)->getDimensions()));
  mark_outputs(*probe);
  set_ranges_of_values();
  return true;
}

nvinfer1::ITensor& RealNetwork::constant(nvinfer1::DataType type, const Dims& dims,
                                         const void* data) {
  const std::size_t bytes = trt::dense_bytes(static_cast<DataType>(type), dims);
  const auto* first = static_cast<const unsigned char*>(data);
  constants_.emplace_back(first, first + bytes);
  std::int64_t count = 1;
  for (const auto dim : dims) count *= dim;
  return *network_->addConstant(to_dims(dims), {type, constants_.back().data(), count})
              ->getOutput(0);
}

nvinfer1::ITensor& RealNetwork::scale() {
  constexpr float kScale = 0.5F;
  return constant(nvinfer1::DataType::kFLOAT, {}, &kScale);
}

RealNetwork::Tensors RealNetwork::add_inputs() {
  Tensors tensors;
  for (const Input& input : scenario_.inputs) {
    if (input.absent) {
      tensors.push_back(nullptr);
      continue;
    }
    const bool quantized = scenario_.around == Around::kQuantize;
    auto* tensor = network_->addInput(input_name(tensors.size()).c_str(),
                                      quantized ? nvinfer1::DataType::kFLOAT : nv(input.type),
                                      to_dims(input.dims));
    if (quantized) {
      nvinfer1::ITensor& by = scale();
      tensor = network_->addQuantize(*tensor, by, nvinfer1::DataType::kINT8)->getOutput(0);
    } else if (scenario_.around != Around::kNothing) {
      tensor = network_->addUnary(*tensor, nvinfer1::UnaryOperation::kABS)->getOutput(0);
    }
    tensors.push_back(tensor);
  }
  return tensors;
}

RealNetwork::Tensors RealNetwork::add_shape_inputs() {
  Tensors tensors;
  for (const ShapeInput& input : scenario_.shape_inputs) {
    const Dims count{input.count()};
    if (!input.ranges.empty()) {
      tensors.push_back(network_->addInput(shape_input_name(tensors.size()).c_str(), nv(input.type),
                                           to_dims(count)));
    } else if (input.type == DataType::kInt64) {
      tensors.push_back(&constant(nv(input.type), count, input.values.data()));
    } else {
      const std::vector<std::int32_t> values(input.values.begin(), input.values.end());
      tensors.push_back(&constant(nv(input.type), count, values.data()));
    }
  }
  return tensors;
}

nvinfer1::ILayer* RealNetwork::add_probe(const Tensors& inputs, const Tensors& shapes) {
  auto* found = tensorrt_.registry().getCreator("Probe", "1", "");
  if (found == nullptr) {
    trace_.mark("creator null");
    return nullptr;
  }
  const auto count = static_cast<std::int32_t>(inputs.size());
  nvinfer1::ILayer* layer = nullptr;
  if (scenario_.v2) {
    auto& creator = static_cast<nvinfer1::IPluginCreator&>(*found);
    auto* plugin = creator.createPlugin(kLayerName, creator.getFieldNames());
    if (plugin != nullptr) {
      v2_plugins_.push_back(plugin);
      layer = network_->addPluginV2(inputs.data(), count, *plugin);
    }
  } else {
    auto& creator = static_cast<nvinfer1::IPluginCreatorV3One&>(*found);
    auto* plugin =
        creator.createPlugin(kLayerName, creator.getFieldNames(), nvinfer1::TensorRTPhase::kBUILD);
    if (plugin != nullptr) {
      v3_plugins_.push_back(plugin);
      layer = network_->addPluginV3(inputs.data(), count, shapes.data(),
                                    static_cast<std::int32_t>(shapes.size()), *plugin);
    }
  }
  trace_.mark(layer == nullptr ? "layer null" : "layer ok");
  return layer;
}

void RealNetwork::mark_outputs(nvinfer1::ILayer& probe) {
  for (std::int32_t i = 0; i < probe.getNbOutputs(); ++i) {
    const auto index = static_cast<std::size_t>(i);
    auto* tensor = probe.getOutput(i);
    if (scenario_.around == Around::kAbsNeg && !is_size(scenario_, index)) {
      tensor = network_->addUnary(*tensor, nvinfer1::UnaryOperation::kNEG)->getOutput(0);
    }
    if (scenario_.around == Around::kQuantize) {
      nvinfer1::ITensor& by = scale();
      tensor = network_->addDequantize(*tensor, by, nvinfer1::DataType::kFLOAT)->getOutput(0);
    }
    tensor->setName(output_name(index).c_str());
    network_->markOutput(*tensor);
  }
}

void RealNetwork::set_ranges_of_values() {
#if NV_TENSORRT_MAJOR < 11
  if (scenario_.typing != Typing::kWeakInt8) return;
  constexpr float kLargest = 3.0F;
  for (std::int32_t i = 0; i < network_->getNbInputs(); ++i) {
    network_->getInput(i)->setDynamicRange(-kLargest, kLargest);
  }
  for (std::int32_t i = 0; i < network_->getNbLayers(); ++i) {
    network_->getLayer(i)->getOutput(0)->setDynamicRange(-kLargest, kLargest);
  }
#endif
}

bool RealNetwork::add_profiles(nvinfer1::IBuilderConfig& config) {
  using Selector = nvinfer1::OptProfileSelector;
  std::size_t profiles = 1;
  for (const Input& input : scenario_.inputs) profiles = std::max(profiles, input.ranges.size());
  for (std::size_t p = 0; p < profiles; ++p) {
    auto* profile = builder_.createOptimizationProfile();
    for (std::size_t i = 0; i < scenario_.inputs.size(); ++i) {
      const Input& input = scenario_.inputs[i];
      if (input.absent) continue;
      const Range range = input.ranges.empty() ? default_range(input.dims) : input.ranges[p];
      const std::string name = input_name(i);
      profile->setDimensions(name.c_str(), Selector::kMIN, to_dims(range.min));
      profile->setDimensions(name.c_str(), Selector::kOPT, to_dims(range.opt));
      profile->setDimensions(name.c_str(), Selector::kMAX, to_dims(range.max));
    }
    for (std::size_t i = 0; i < scenario_.shape_inputs.size(); ++i) {
      const ShapeInput& input = scenario_.shape_inputs[i];
      if (input.ranges.empty()) continue;
      const std::string name = shape_input_name(i);
      const Range& range = input.ranges[p];
      set_values(*profile, name, Selector::kMIN, range.min);
      set_values(*profile, name, Selector::kOPT, range.opt);
      set_values(*profile, name, Selector::kMAX, range.max);
    }
    if (config.addOptimizationProfile(profile) < 0) {
      trace_.mark("profile refused");
      return false;
    }
  }
  return true;
}

void RealNetwork::set_options(nvinfer1::IBuilderConfig& config) {
#if NV_TENSORRT_MAJOR < 11
  if (scenario_.typing == Typing::kWeakFp16) config.setFlag(nvinfer1::BuilderFlag::kFP16);
  if (scenario_.typing == Typing::kWeakInt8) config.setFlag(nvinfer1::BuilderFlag::kINT8);
#endif
  if (scenario_.alias_preview) {
    config.setPreviewFeature(nvinfer1::PreviewFeature::kALIASED_PLUGIN_IO_10_03, true);
  }
  if (scenario_.workspace_limit_bytes > 0) {
    config.setMemoryPoolLimit(nvinfer1::MemoryPoolType::kWORKSPACE,
                              static_cast<std::size_t>(scenario_.workspace_limit_bytes));
  }
}

std::unique_ptr<nvinfer1::IHostMemory> RealNetwork::build() {
  const std::unique_ptr<nvinfer1::IBuilderConfig> config(builder_.createBuilderConfig());
  set_options(*config);
  if (!add_profiles(*config)) return nullptr;
  std::unique_ptr<nvinfer1::ITimingCache> cache;
  if (scenario_.builds > 1) {
    cache.reset(config->createTimingCache(nullptr, 0));
    config->setTimingCache(*cache, false);
  }
  std::unique_ptr<nvinfer1::IHostMemory> plan;
  for (int i = 0; i < scenario_.builds; ++i) {
    trace_.mark(i == 0 ? "== build" : "== build again");
    plan.reset(builder_.buildSerializedNetwork(*network_, *config));
    trace_.mark(plan == nullptr ? "plan null" : "plan ok");
  }
  return plan;
}

}  // namespace plugsmith::fidelity
