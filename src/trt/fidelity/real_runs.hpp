// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>
#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "src/trt/engine/device_memory.hpp"
#include "src/trt/fidelity/scenario.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::fidelity {

/// The contexts of a scenario's engine in real TensorRT, and its runs.
class RealRuns {
 public:
  RealRuns(nvinfer1::ICudaEngine& engine, const Scenario& scenario, trace::Trace& trace);
  ~RealRuns();
  RealRuns(const RealRuns&) = delete;
  RealRuns& operator=(const RealRuns&) = delete;

  bool make_contexts();
  void run_all();

 private:
  class Allocator;

  void run(std::size_t index);
  bool bind(nvinfer1::IExecutionContext& context, const Run& run);
  bool bind_outputs(nvinfer1::IExecutionContext& context);
  void capture(nvinfer1::IExecutionContext& context);
  void* memory(const std::string& tensor);
  bool succeeded(const char* what, cudaError_t error);

  nvinfer1::ICudaEngine& engine_;
  const Scenario& scenario_;
  trace::Trace& trace_;
  cudaStream_t stream_ = nullptr;
  std::map<std::string, trt::DeviceMemory> memory_;
  std::map<std::string, std::vector<unsigned char>> shape_values_;
  std::map<std::string, std::unique_ptr<Allocator>> allocators_;
  std::vector<std::unique_ptr<nvinfer1::IExecutionContext>> contexts_;
};

}  // namespace plugsmith::fidelity
