// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/plan.hpp"

#include "src/trt/engine/device_memory.hpp"
#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/tensor_dims.hpp"

namespace plugsmith::trt {
namespace {

std::string here(const TensorRt& tensorrt) {
  const auto device = device_facts();
  return "TensorRT " + to_string(tensorrt.version()) +
         (device.is_ok() ? " on a " + device->name : std::string());
}

std::vector<InputRange> ranges_of(const nvinfer1::ICudaEngine& engine, const char* name) {
  using Selector = nvinfer1::OptProfileSelector;
  std::vector<InputRange> ranges;
  for (std::int32_t p = 0; p < engine.getNbOptimizationProfiles(); ++p) {
    InputRange range;
    range.min = to_list(engine.getProfileShape(name, p, Selector::kMIN));
    range.opt = to_list(engine.getProfileShape(name, p, Selector::kOPT));
    range.max = to_list(engine.getProfileShape(name, p, Selector::kMAX));
    ranges.push_back(std::move(range));
  }
  return ranges;
}

}  // namespace

Result<std::unique_ptr<nvinfer1::ICudaEngine>> deserialize(TensorRt& tensorrt,
                                                           nvinfer1::IRuntime& runtime,
                                                           const void* plan, std::size_t bytes) {
  tensorrt.log().take();
  std::unique_ptr<nvinfer1::ICudaEngine> engine(runtime.deserializeCudaEngine(plan, bytes));
  if (engine == nullptr) return explain_plan(tensorrt.log().take(), here(tensorrt));
  return engine;
}

std::vector<EngineTensor> describe_tensors(const TensorRt& tensorrt,
                                           const nvinfer1::ICudaEngine& engine,
                                           const std::map<std::string, std::string>& aliases) {
  std::vector<EngineTensor> tensors;
  for (std::int32_t i = 0; i < engine.getNbIOTensors(); ++i) {
    const char* name = engine.getIOTensorName(i);
    EngineTensor tensor;
    tensor.name = name;
    tensor.type = static_cast<DataType>(engine.getTensorDataType(name));
    tensor.dims = to_list(engine.getTensorShape(name));
    tensor.is_input = engine.getTensorIOMode(name) == nvinfer1::TensorIOMode::kINPUT;
    tensor.on_host = engine.getTensorLocation(name) == nvinfer1::TensorLocation::kHOST;
    tensor.format = static_cast<TensorFormat>(engine.getTensorFormat(name));
    if (tensor.is_input) tensor.ranges = ranges_of(engine, name);
    const auto known = aliases.find(name);
    if (known != aliases.end()) tensor.aliased_input = known->second;
    if (!tensor.is_input && tensorrt.version().at_least(10, 16)) {
      const char* input = engine.getAliasedInputTensor(name);
      if (input != nullptr) tensor.aliased_input = input;
    }
    tensors.push_back(std::move(tensor));
  }
  return tensors;
}

Result<std::string> inspect(TensorRt& tensorrt, const nvinfer1::ICudaEngine& engine) {
  tensorrt.log().take();
  const std::unique_ptr<nvinfer1::IEngineInspector> inspector(engine.createEngineInspector());
  const char* text = inspector != nullptr
                         ? inspector->getEngineInformation(nvinfer1::LayerInformationFormat::kJSON)
                         : nullptr;
  if (text == nullptr) {
    return internal_error("TensorRT's engine inspector gives nothing" +
                          quote(tensorrt.log().take()));
  }
  return std::string(text);
}

}  // namespace plugsmith::trt
