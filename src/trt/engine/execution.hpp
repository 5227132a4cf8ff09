// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/trt/engine/device_memory.hpp"
#include "src/trt/engine/tensorrt.hpp"

namespace plugsmith::trt {

/// One execution context with its stream and its buffers, which are kept between runs. One thread.
class Execution {
 public:
  /// `tensors` are those of describe_tensors().
  static Result<std::unique_ptr<Execution>> create(TensorRt& tensorrt,
                                                   nvinfer1::ICudaEngine& engine,
                                                   std::vector<EngineTensor> tensors);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;
  ~Execution();

  /// Copies the inputs to the device, chooses the first profile that takes their shapes, and tells
  /// the context. Invalid argument when no profile takes them.
  Status set_inputs(const std::vector<HostTensorView>& inputs);
  /// enqueueV3, without waiting. Outputs are given memory as TensorRT asks for it.
  Status enqueue();
  /// Records enqueueV3 into a CUDA graph, which later calls of enqueue() launch. Unsupported where
  /// an output's size depends on the data, or a layer cannot be captured. Call after one enqueue()
  /// with the same inputs: layers may allocate in their first.
  Status capture();
  Status synchronize();
  /// Waits, and copies the outputs to the host, in the engine's order.
  Result<std::vector<HostTensor>> outputs();
  /// Copies an output, on the stream, over an input of the same type and shape.
  Status feed(const std::string& output, const std::string& input);

  cudaStream_t stream() const { return stream_; }
  nvinfer1::IExecutionContext& context() { return *context_; }
  int profile() const { return profile_; }

 private:
  struct Input;
  class Output;

  Execution(TensorRt& tensorrt, nvinfer1::ICudaEngine& engine, std::vector<EngineTensor> tensors);
  Status open();
  Status choose_profile(const std::vector<HostTensorView>& inputs);
  Status place(Input& input, const HostTensorView& given);
  Status bind_outputs();
  Status bind(Output& output);
  Status copy_out(const Output& output, HostTensor& tensor);
  Status fail(const std::string& what);

  TensorRt& tensorrt_;
  nvinfer1::ICudaEngine& engine_;
  std::vector<EngineTensor> tensors_;
  std::map<std::string, std::unique_ptr<Input>> inputs_;
  std::map<std::string, std::unique_ptr<Output>> outputs_;
  std::unique_ptr<nvinfer1::IExecutionContext> context_;
  cudaStream_t stream_ = nullptr;
  cudaGraphExec_t graph_ = nullptr;
  int profile_ = 0;
};

}  // namespace plugsmith::trt
