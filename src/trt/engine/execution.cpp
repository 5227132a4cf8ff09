// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/execution.hpp"

#include <algorithm>
#include <cstring>

#include "plugsmith/cuda_status.hpp"
#include "src/trt/engine/execution_buffers.hpp"
#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/tensor_dims.hpp"

namespace plugsmith::trt {
namespace {

bool takes(const InputRange& range, const DimList& dims) {
  if (dims.size() != range.min.size()) return false;
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] < range.min[axis] || dims[axis] > range.max[axis]) return false;
  }
  return true;
}

std::string ranges_text(const EngineTensor& tensor) {
  std::string text;
  for (const InputRange& range : tensor.ranges) {
    text += (text.empty() ? "" : ", ") + to_text(range.min) + " to " + to_text(range.max);
  }
  return text;
}

bool has_open(const DimList& dims) {
  return std::any_of(dims.begin(), dims.end(), [](std::int64_t dim) { return dim < 0; });
}

}  // namespace

Execution::Execution(TensorRt& tensorrt, nvinfer1::ICudaEngine& engine,
                     std::vector<EngineTensor> tensors)
    : tensorrt_(tensorrt), engine_(engine), tensors_(std::move(tensors)) {}

Execution::~Execution() {
  if (stream_ != nullptr) cudaStreamSynchronize(stream_);
  if (graph_ != nullptr) cudaGraphExecDestroy(graph_);
  context_.reset();
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

Result<std::unique_ptr<Execution>> Execution::create(TensorRt& tensorrt,
                                                     nvinfer1::ICudaEngine& engine,
                                                     std::vector<EngineTensor> tensors) {
  std::unique_ptr<Execution> execution(new Execution(tensorrt, engine, std::move(tensors)));
  PLUGSMITH_RETURN_IF_ERROR(execution->open());
  return execution;
}

Status Execution::open() {
  for (const EngineTensor& tensor : tensors_) {
    if (tensor.format != TensorFormat::kLinear) {
      return unsupported("the engine keeps " + tensor.name + " as " + to_string(tensor.format) +
                         "; only kLINEAR inputs and outputs are handled here");
    }
    if (tensor.is_input) {
      inputs_[tensor.name] = std::make_unique<Input>();
      inputs_[tensor.name]->tensor = &tensor;
    } else {
      outputs_[tensor.name] = std::make_unique<Output>(tensor);
    }
  }
  tensorrt_.log().take();
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)));
  context_.reset(engine_.createExecutionContext());
  return context_ != nullptr ? Status::ok() : fail("createExecutionContext");
}

Status Execution::fail(const std::string& what) {
  return explain_execution(what, tensorrt_.log().take());
}

Status Execution::choose_profile(const std::vector<HostTensorView>& inputs) {
  const std::int32_t profiles = std::max(engine_.getNbOptimizationProfiles(), 1);
  for (std::int32_t p = 0; p < profiles; ++p) {
    const bool fits = std::all_of(inputs.begin(), inputs.end(), [&](const auto& given) {
      const auto found = inputs_.find(given.name);
      if (found == inputs_.end()) return true;
      const EngineTensor& tensor = *found->second->tensor;
      return static_cast<std::size_t>(p) >= tensor.ranges.size() ||
             takes(tensor.ranges[static_cast<std::size_t>(p)], given.dims);
    });
    if (!fits) continue;
    if (p != profile_ && !context_->setOptimizationProfileAsync(p, stream_)) {
      return fail("setOptimizationProfileAsync");
    }
    profile_ = p;
    return Status::ok();
  }
  std::string text;
  for (const auto& given : inputs) {
    const auto found = inputs_.find(given.name);
    if (found == inputs_.end()) continue;
    text += "; " + given.name + " is " + to_text(given.dims) + ", built for " +
            ranges_text(*found->second->tensor);
  }
  return invalid_argument("no profile of the engine takes these shapes" + text +
                          "; build with a wider --shape NAME=MIN:OPT:MAX");
}

Status Execution::place(Input& input, const HostTensorView& given) {
  if (given.type != input.tensor->type) {
    return invalid_argument("input " + given.name + " is " + to_string(given.type) +
                            ", but the engine takes " + to_string(input.tensor->type));
  }
  const std::size_t bytes = dense_bytes(input.tensor->type, given.dims);
  const char* name = input.tensor->name.c_str();
  input.dims = given.dims;
  const void* address = nullptr;
  if (input.tensor->on_host) {
    const auto* data = static_cast<const unsigned char*>(given.data);
    input.host.assign(data, data + bytes);
    input.host.resize(std::max<std::size_t>(bytes, 1));
    address = input.host.data();
  } else {
    PLUGSMITH_RETURN_IF_ERROR(input.device.reserve(bytes));
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
        cudaMemcpyAsync(input.device.data(), given.data, bytes, cudaMemcpyHostToDevice, stream_)));
    address = input.device.data();
  }
  if (!context_->setInputShape(name, to_dims(given.dims)) ||
      !context_->setInputTensorAddress(name, address)) {
    return invalid_argument("TensorRT does not take " + to_text(given.dims) + " for input " +
                            input.tensor->name + quote(tensorrt_.log().take()));
  }
  return Status::ok();
}

Status Execution::set_inputs(const std::vector<HostTensorView>& inputs) {
  tensorrt_.log().take();
  PLUGSMITH_RETURN_IF_ERROR(choose_profile(inputs));
  for (const HostTensorView& given : inputs) {
    const auto found = inputs_.find(given.name);
    if (found == inputs_.end()) {
      return invalid_argument("the engine has no input \"" + given.name + "\"");
    }
    PLUGSMITH_RETURN_IF_ERROR(place(*found->second, given));
  }
  if (context_->inferShapes(0, nullptr) != 0) return fail("inferShapes");
  return bind_outputs();
}

Status Execution::bind_outputs() {
  for (auto& [name, output] : outputs_) {
    output->set_dims(to_list(context_->getTensorShape(name.c_str())));
    PLUGSMITH_RETURN_IF_ERROR(bind(*output));
  }
  return Status::ok();
}

Status Execution::bind(Output& output) {
  const EngineTensor& tensor = output.tensor();
  const char* name = tensor.name.c_str();
  bool bound = false;
  const auto aliased = inputs_.find(tensor.aliased_input);
  if (aliased != inputs_.end()) {
    bound = context_->setTensorAddress(name, aliased->second->device.data());
  } else if (tensor.on_host) {
    bound = context_->setTensorAddress(name, output.host_memory());
  } else {
    bound = context_->setOutputAllocator(name, &output);
  }
  return bound ? Status::ok() : fail("binding output " + tensor.name);
}

Status Execution::enqueue() {
  if (graph_ != nullptr) return PLUGSMITH_CUDA_STATUS(cudaGraphLaunch(graph_, stream_));
  return context_->enqueueV3(stream_) ? Status::ok() : fail("enqueueV3");
}

Status Execution::capture() {
  for (const auto& [name, output] : outputs_) {
    if (!has_open(to_list(context_->getTensorShape(name.c_str())))) continue;
    return unsupported("--cuda-graph: the size of output " + name +
                       " depends on the data, which a graph cannot follow");
  }
  PLUGSMITH_RETURN_IF_ERROR(synchronize());
  tensorrt_.log().take();
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal)));
  const bool enqueued = context_->enqueueV3(stream_);
  cudaGraph_t graph = nullptr;
  const Status ended = PLUGSMITH_CUDA_STATUS(cudaStreamEndCapture(stream_, &graph));
  if (!enqueued || !ended.is_ok()) {
    if (graph != nullptr) cudaGraphDestroy(graph);
    cudaGetLastError();
    return unsupported("--cuda-graph: a layer cannot be captured (" +
                       (ended.is_ok() ? std::string("enqueueV3 failed") : ended.message()) +
                       "); leave --cuda-graph out" + quote(tensorrt_.log().take()));
  }
  const Status made = PLUGSMITH_CUDA_STATUS(cudaGraphInstantiate(&graph_, graph, 0));
  cudaGraphDestroy(graph);
  return made;
}

Status Execution::synchronize() {
  const Status status = PLUGSMITH_CUDA_STATUS(cudaStreamSynchronize(stream_));
  if (status.is_ok()) return status;
  return Status(status.code(), "the engine's run failed on the device: " + status.message() +
                                   quote(tensorrt_.log().take()));
}

Status Execution::copy_out(const Output& output, HostTensor& tensor) {
  tensor.name = output.tensor().name;
  tensor.type = output.tensor().type;
  tensor.dims = output.dims();
  tensor.bytes.resize(dense_bytes(tensor.type, tensor.dims));
  if (output.tensor().on_host) {
    std::memcpy(tensor.bytes.data(), output.host(), tensor.bytes.size());
    return Status::ok();
  }
  const auto aliased = inputs_.find(output.tensor().aliased_input);
  const void* source = aliased != inputs_.end() ? aliased->second->device.data() : output.device();
  if (tensor.bytes.empty()) return Status::ok();
  return PLUGSMITH_CUDA_STATUS(
      cudaMemcpy(tensor.bytes.data(), source, tensor.bytes.size(), cudaMemcpyDeviceToHost));
}

Result<std::vector<HostTensor>> Execution::outputs() {
  PLUGSMITH_RETURN_IF_ERROR(synchronize());
  std::vector<HostTensor> results;
  for (const EngineTensor& tensor : tensors_) {
    if (tensor.is_input) continue;
    results.emplace_back();
    PLUGSMITH_RETURN_IF_ERROR(copy_out(*outputs_.at(tensor.name), results.back()));
  }
  return results;
}

Status Execution::feed(const std::string& output, const std::string& input) {
  const auto from = outputs_.find(output);
  const auto to = inputs_.find(input);
  if (from == outputs_.end() || to == inputs_.end()) {
    return invalid_argument("--feed " + output + "=" + input + ": the engine has no " +
                            (from == outputs_.end() ? "output " + output : "input " + input));
  }
  const EngineTensor& source = from->second->tensor();
  const EngineTensor& target = *to->second->tensor;
  if (source.type != target.type || from->second->dims() != to->second->dims || source.on_host ||
      target.on_host) {
    return invalid_argument("--feed " + output + "=" + input + ": the output is " +
                            to_string(source.type) + to_text(from->second->dims()) +
                            ", the input is " + to_string(target.type) + to_text(to->second->dims) +
                            "; they must be the same, on the device");
  }
  if (source.aliased_input == input) return Status::ok();
  return PLUGSMITH_CUDA_STATUS(cudaMemcpyAsync(to->second->device.data(), from->second->device(),
                                               dense_bytes(target.type, to->second->dims),
                                               cudaMemcpyDeviceToDevice, stream_));
}

}  // namespace plugsmith::trt
