// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/real_tensorrt.hpp"

#include <NvInfer.h>
#include <map>
#include <memory>

#include "src/trt/deprecated.hpp"
#include "src/trt/v2_plugin.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/same_results.hpp"
#include "tests/support/tensorrt_process.hpp"

namespace plugsmith::testing {
namespace {

using Place = GuardedBuffer::Place;

nvinfer1::Dims dims_of(const std::vector<std::int64_t>& values) {
  nvinfer1::Dims dims{};
  dims.nbDims = static_cast<std::int32_t>(values.size());
  std::copy(values.begin(), values.end(), dims.d);
  return dims;
}

std::vector<std::int64_t> values_of_shape(const Shape& shape) {
  std::vector<std::int64_t> values;
  for (int i = 0; i < shape.rank(); ++i) values.push_back(shape[i]);
  return values;
}

// Gives TensorRT memory for outputs whose size it learns only while it runs.
class Allocator final : public nvinfer1::IOutputAllocator {
 public:
  void* reallocateOutputAsync(char const*, void*, std::uint64_t size, std::uint64_t,
                              cudaStream_t) noexcept override {
    buffer_ = std::make_unique<GuardedBuffer>(Place::kDevice, size, 0);
    return buffer_->data();
  }
  void notifyShape(char const*, nvinfer1::Dims const& dims) noexcept override {
    shape_ = Shape(dims.d, dims.nbDims);
  }
  const Shape& shape() const { return shape_; }
  std::vector<unsigned char> read() const {
    return buffer_ != nullptr ? buffer_->read() : std::vector<unsigned char>();
  }

 private:
  std::unique_ptr<GuardedBuffer> buffer_;
  Shape shape_;
};

std::string input_name(std::size_t i) { return std::string("x").append(std::to_string(i)); }
std::string output_name(std::int32_t i) { return std::string("y").append(std::to_string(i)); }

enum class Form { kV3, kV2 };

class OneOpNetwork {
 public:
  OneOpNetwork(TensorRT& trt, const OpTraits& traits, const OpCall& call, Form form)
      : trt_(trt), traits_(traits), call_(call), form_(form) {
    const auto flag = nvinfer1::NetworkDefinitionCreationFlag::kSTRONGLY_TYPED;
    network_.reset(trt_.builder().createNetworkV2(1U << static_cast<std::uint32_t>(flag)));
  }

  Result<std::unique_ptr<nvinfer1::IHostMemory>> build() {
    PLUGSMITH_RETURN_IF_ERROR(add_layer());
    const std::unique_ptr<nvinfer1::IBuilderConfig> config(trt_.builder().createBuilderConfig());
    for (int i = 0; i < traits_.table.outputs(); ++i) {
      if (traits_.table.port(traits_.table.port_of_output(i)).alias != Alias::kRequired) continue;
      config->setPreviewFeature(nvinfer1::PreviewFeature::kALIASED_PLUGIN_IO_10_03, true);
    }
    std::unique_ptr<nvinfer1::IHostMemory> plan(
        trt_.builder().buildSerializedNetwork(*network_, *config));
    if (plan == nullptr) return failed(trt_, "buildSerializedNetwork");
    return plan;
  }

 private:
  Status add_layer() {
    std::vector<nvinfer1::PluginField> fields;
    for (const FieldData& f : call_.attributes) {
      fields.emplace_back(f.name.c_str(), f.bytes.data(),
                          static_cast<nvinfer1::PluginFieldType>(f.type), f.length);
    }
    const nvinfer1::PluginFieldCollection collection{static_cast<std::int32_t>(fields.size()),
                                                     fields.data()};
    std::vector<nvinfer1::ITensor*> inputs;
    for (std::size_t i = 0; i < call_.inputs.size(); ++i) {
      inputs.push_back(network_->addInput(input_name(i).c_str(),
                                          static_cast<nvinfer1::DataType>(call_.inputs[i].type),
                                          dims_of(values_of_shape(call_.inputs[i].shape))));
    }
    std::vector<nvinfer1::ITensor*> shapes;
    for (const auto& values : call_.host_inputs) {
      const auto count = static_cast<std::int64_t>(values.size());
      const nvinfer1::Weights weights{nvinfer1::DataType::kINT64, values.data(), count};
      shapes.push_back(network_->addConstant(dims_of({count}), weights)->getOutput(0));
    }
    return form_ == Form::kV3 ? add_v3(collection, inputs, shapes) : add_v2(collection, inputs);
  }

  using Tensors = std::vector<nvinfer1::ITensor*>;

  template <class Creator>
  Creator* creator_of(const std::string& version) {
    return static_cast<Creator*>(trt_.registry().getCreator(traits_.identity.name, version.c_str(),
                                                            traits_.identity.name_space));
  }

  Status add_v3(const nvinfer1::PluginFieldCollection& fields, const Tensors& inputs,
                const Tensors& shapes) {
    auto* creator = creator_of<nvinfer1::IPluginCreatorV3One>(traits_.identity.version);
    if (creator == nullptr) return failed(trt_, "getCreator");
    const std::unique_ptr<nvinfer1::IPluginV3> plugin(
        creator->createPlugin("op", &fields, nvinfer1::TensorRTPhase::kBUILD));
    if (plugin == nullptr) return failed(trt_, "createPlugin");
    return mark_outputs(
        network_->addPluginV3(inputs.data(), static_cast<std::int32_t>(inputs.size()),
                              shapes.data(), static_cast<std::int32_t>(shapes.size()), *plugin));
  }

  PLUGSMITH_BEGIN_V2
  Status add_v2(const nvinfer1::PluginFieldCollection& fields, const Tensors& inputs) {
    auto* creator =
        creator_of<nvinfer1::IPluginCreator>(std::string(traits_.identity.version) + ".v2");
    if (creator == nullptr) return failed(trt_, "getCreator of the V2 form");
    nvinfer1::IPluginV2* plugin = creator->createPlugin("op", &fields);
    if (plugin == nullptr) return failed(trt_, "createPlugin of the V2 form");
    auto* layer =
        network_->addPluginV2(inputs.data(), static_cast<std::int32_t>(inputs.size()), *plugin);
    plugin->destroy();
    return mark_outputs(layer);
  }
  PLUGSMITH_END_V2

  Status mark_outputs(nvinfer1::ILayer* layer) {
    if (layer == nullptr) return failed(trt_, "adding the layer");
    for (std::int32_t i = 0; i < layer->getNbOutputs(); ++i) {
      layer->getOutput(i)->setName(output_name(i).c_str());
      network_->markOutput(*layer->getOutput(i));
    }
    return Status::ok();
  }

  TensorRT& trt_;
  const OpTraits& traits_;
  const OpCall& call_;
  Form form_;
  std::unique_ptr<nvinfer1::INetworkDefinition> network_;
};

// One execution of a plan.
class PlanRun {
 public:
  PlanRun(TensorRT& trt, const OpTraits& traits, const OpCall& call)
      : trt_(trt), traits_(traits), call_(call) {}

  Result<std::vector<TestTensor>> run(const nvinfer1::IHostMemory& plan) {
    engine_.reset(trt_.runtime().deserializeCudaEngine(plan.data(), plan.size()));
    if (engine_ == nullptr) return failed(trt_, "deserializeCudaEngine");
    context_.reset(engine_->createExecutionContext());
    if (context_ == nullptr) return failed(trt_, "createExecutionContext");
    for (std::size_t i = 0; i < call_.inputs.size(); ++i) {
      inputs_.push_back(
          std::make_unique<GuardedBuffer>(Place::kDevice, call_.inputs[i].bytes.size(), 0));
      inputs_.back()->write(call_.inputs[i].bytes);
      context_->setTensorAddress(input_name(i).c_str(), inputs_.back()->data());
    }
    for (int i = 0; i < traits_.table.outputs(); ++i) bind_output(i);
    TestStream stream;
    if (!context_->enqueueV3(stream.get())) return failed(trt_, "enqueueV3");
    PLUGSMITH_RETURN_IF_ERROR(stream.synchronize());
    std::vector<TestTensor> results;
    for (int i = 0; i < traits_.table.outputs(); ++i) {
      Result<TestTensor> output = read_output(i);
      if (!output.is_ok()) return output.status();
      results.push_back(std::move(*output));
    }
    return results;
  }

 private:
  // An aliased output lies in its input's buffer; all others are allocated on request, which also
  // serves those whose size depends on the data.
  void bind_output(int i) {
    const std::string name = output_name(i);
    const bool aliased =
        traits_.table.port(traits_.table.port_of_output(i)).alias == Alias::kRequired;
    if (aliased) {
      const auto source = static_cast<std::size_t>(traits_.table.alias_position(i));
      context_->setTensorAddress(name.c_str(), inputs_[source]->data());
    } else {
      context_->setOutputAllocator(name.c_str(), &allocators_[i]);
    }
  }

  Result<TestTensor> read_output(int i) {
    TestTensor tensor;
    tensor.type = static_cast<DataType>(engine_->getTensorDataType(output_name(i).c_str()));
    const auto found = allocators_.find(i);
    if (found == allocators_.end()) {
      const auto source = static_cast<std::size_t>(traits_.table.alias_position(i));
      PLUGSMITH_RETURN_IF_ERROR(inputs_[source]->check_guards("aliased output"));
      tensor.shape = call_.inputs[source].shape;
      tensor.bytes = inputs_[source]->read();
      return tensor;
    }
    tensor.shape = found->second.shape();
    tensor.bytes = found->second.read();
    tensor.bytes.resize(static_cast<std::size_t>(bytes_of(tensor.type, tensor.shape.volume())));
    return tensor;
  }

  TensorRT& trt_;
  const OpTraits& traits_;
  const OpCall& call_;
  std::unique_ptr<nvinfer1::ICudaEngine> engine_;
  std::map<int, Allocator> allocators_;
  std::vector<std::unique_ptr<GuardedBuffer>> inputs_;
  std::unique_ptr<nvinfer1::IExecutionContext> context_;
};

}  // namespace

std::string why_no_real_tensorrt() {
  const std::string no_device = why_no_cuda_device();
  if (!no_device.empty()) return no_device;
  const Result<TensorRT*> trt = TensorRT::get();
  return trt.is_ok() ? "" : trt.status().message();
}

Result<std::vector<TestTensor>> run_real_tensorrt(const OpTraits& traits, const OpCall& call) {
  const Result<TensorRT*> trt = TensorRT::get();
  if (!trt.is_ok()) return trt.status();
  const auto run = [&](Form form) -> Result<std::vector<TestTensor>> {
    (*trt)->logger().take();
    OneOpNetwork network(**trt, traits, call, form);
    const auto plan = network.build();
    if (!plan.is_ok()) return plan.status();
    return PlanRun(**trt, traits, call).run(**plan);
  };
  auto v3 = run(Form::kV3);
  if (!v3.is_ok() || !trt::v2_obstacle(traits).empty() || !v2_may_give(*v3)) return v3;
  const auto v2 = run(Form::kV2);
  if (!v2.is_ok()) return v2;
  PLUGSMITH_RETURN_IF_ERROR(check_same_results(*v3, *v2));
  return v3;
}

}  // namespace plugsmith::testing
