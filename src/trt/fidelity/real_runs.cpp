// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/real_runs.hpp"

#include <cstring>

#include "src/trt/engine/tensor_dims.hpp"
#include "src/trt/fidelity/real_network.hpp"
#include "src/trt/trace/format.hpp"

namespace plugsmith::fidelity {
namespace {

constexpr std::size_t kEnoughBytes = std::size_t{4} << 20;  ///< for any tensor of the scenarios

}  // namespace

/// Memory for an output whose size TensorRT learns while it runs.
class RealRuns::Allocator final : public nvinfer1::IOutputAllocator {
 public:
  Allocator(trace::Trace& trace, void* memory) : trace_(trace), memory_(memory) {}

  void* reallocateOutputAsync(char const* name, void*, std::uint64_t bytes, std::uint64_t alignment,
                              cudaStream_t) noexcept override {
    trace_.call("reallocateOutput " + std::string(name) + " size " + std::to_string(bytes) +
                " align " + std::to_string(alignment));
    return bytes <= kEnoughBytes ? memory_ : nullptr;
  }
  void notifyShape(char const* name, nvinfer1::Dims const& dims) noexcept override {
    trace_.call("notifyShape " + std::string(name) + " " + trace::format_dims(dims));
  }

 private:
  trace::Trace& trace_;
  void* memory_;
};

RealRuns::RealRuns(nvinfer1::ICudaEngine& engine, const Scenario& scenario, trace::Trace& trace)
    : engine_(engine), scenario_(scenario), trace_(trace) {
  succeeded("cudaStreamCreate", cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

RealRuns::~RealRuns() {
  contexts_.clear();
  cudaStreamDestroy(stream_);
}

bool RealRuns::succeeded(const char* what, cudaError_t error) {
  if (error == cudaSuccess) return true;
  trace_.mark(std::string(what) + " " + cudaGetErrorName(error));
  cudaGetLastError();  // else the next call reports it again
  return false;
}

void* RealRuns::memory(const std::string& tensor) {
  trt::DeviceMemory& memory = memory_[tensor];
  const Status reserved = memory.reserve(kEnoughBytes);
  if (!reserved.is_ok()) trace_.mark(reserved.message());
  return memory.data();
}

bool RealRuns::make_contexts() {
  for (int i = 0; i < scenario_.contexts; ++i) {
    trace_.mark("== context");
    contexts_.emplace_back(engine_.createExecutionContext());
    if (contexts_.back() != nullptr) continue;
    trace_.mark("context null");
    return false;
  }
  return true;
}

void RealRuns::run_all() {
  for (std::size_t i = 0; i < scenario_.runs.size(); ++i) run(i);
}

bool RealRuns::bind_outputs(nvinfer1::IExecutionContext& context) {
  for (std::size_t i = 0; i < scenario_.behaviour.outputs.size(); ++i) {
    const std::string name = output_name(i);
    const bool aliased = scenario_.behaviour.aliases && scenario_.around == Around::kNothing;
    void* target = memory(aliased ? input_name(i) : name);
    if (scenario_.behaviour.outputs[i].shape == OutputShape::kRowsFound) {
      auto& allocator = allocators_[name];
      if (allocator == nullptr) allocator = std::make_unique<Allocator>(trace_, target);
      if (!context.setOutputAllocator(name.c_str(), allocator.get())) return false;
    } else if (!context.setTensorAddress(name.c_str(), target)) {
      return false;
    }
  }
  return true;
}

bool RealRuns::bind(nvinfer1::IExecutionContext& context, const Run& run) {
  if (context.getOptimizationProfile() != run.profile) {
    context.setOptimizationProfileAsync(run.profile, stream_);
  }
  std::size_t given = 0;
  for (std::size_t i = 0; i < scenario_.inputs.size(); ++i) {
    if (scenario_.inputs[i].absent) continue;
    const std::string name = input_name(i);
    if (!context.setInputShape(name.c_str(), trt::to_dims(run.inputs[given++]))) return false;
    if (!context.setTensorAddress(name.c_str(), memory(name))) return false;
  }
  given = 0;
  for (std::size_t i = 0; i < scenario_.shape_inputs.size(); ++i) {
    const ShapeInput& input = scenario_.shape_inputs[i];
    if (input.ranges.empty()) continue;
    const Dims& values = run.shape_values[given++];
    auto& host = shape_values_[shape_input_name(i)];
    host.resize(values.size() * sizeof(std::int64_t));
    std::memcpy(host.data(), values.data(), host.size());
    if (!context.setTensorAddress(shape_input_name(i).c_str(), host.data())) return false;
  }
  return bind_outputs(context);
}

void RealRuns::run(std::size_t index) {
  const Run& run = scenario_.runs[index];
  auto& context = *contexts_[static_cast<std::size_t>(run.context)];
  trace_.mark(run.captured ? "== capture" : "== run " + std::to_string(index));
  if (!bind(context, run)) {
    trace_.mark("the context refuses shapes or addresses");
    return;
  }
  if (run.captured) {
    capture(context);
    return;
  }
  const bool accepted = context.enqueueV3(stream_);
  trace_.mark("enqueueV3 " + std::to_string(accepted));
  succeeded("cudaStreamSynchronize", cudaStreamSynchronize(stream_));
}

void RealRuns::capture(nvinfer1::IExecutionContext& context) {
  if (!succeeded("cudaStreamBeginCapture",
                 cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal))) {
    return;
  }
  trace_.mark("enqueueV3 " + std::to_string(context.enqueueV3(stream_)));
  cudaGraph_t graph = nullptr;
  if (!succeeded("cudaStreamEndCapture", cudaStreamEndCapture(stream_, &graph))) return;
  cudaGraphExec_t executable = nullptr;
  if (succeeded("cudaGraphInstantiate", cudaGraphInstantiate(&executable, graph, 0))) {
    const bool launched = succeeded("cudaGraphLaunch", cudaGraphLaunch(executable, stream_)) &&
                          succeeded("cudaStreamSynchronize", cudaStreamSynchronize(stream_));
    if (launched) trace_.mark("launched");
    cudaGraphExecDestroy(executable);
  }
  cudaGraphDestroy(graph);
}

}  // namespace plugsmith::fidelity
