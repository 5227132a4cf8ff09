// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "src/trt/engine/execution.hpp"
#include "src/trt/engine/tensor_dims.hpp"

// Where an execution keeps inputs and outputs; only execution.cpp includes this.

namespace plugsmith::trt {

struct Execution::Input {
  const EngineTensor* tensor = nullptr;
  DimList dims;
  DeviceMemory device;
  Blob host;  ///< of a shape input
};

/// Memory of an output: TensorRT asks for it while it runs, and says the shape when it is known.
class Execution::Output final : public nvinfer1::IOutputAllocator {
 public:
  explicit Output(const EngineTensor& tensor) : tensor_(tensor) {}

  void* reallocateOutputAsync(char const* /*name*/, void* /*memory*/, std::uint64_t size,
                              std::uint64_t /*alignment*/,
                              cudaStream_t /*stream*/) noexcept override {
    return memory_.reserve(size).is_ok() ? memory_.data() : nullptr;
  }
  void notifyShape(char const* /*name*/, nvinfer1::Dims const& dims) noexcept override {
    dims_.assign(dims.d, dims.d + std::max(dims.nbDims, 0));
  }

  const EngineTensor& tensor() const { return tensor_; }
  const DimList& dims() const { return dims_; }
  void set_dims(DimList dims) { dims_ = std::move(dims); }
  const void* device() const { return memory_.data(); }
  const void* host() const { return host_.data(); }
  /// Room for the dimensions as they are known now.
  void* host_memory() {
    host_.resize(std::max<std::size_t>(dense_bytes(tensor_.type, dims_), 1));
    return host_.data();
  }

 private:
  const EngineTensor& tensor_;
  DimList dims_;
  DeviceMemory memory_;
  Blob host_;
};

}  // namespace plugsmith::trt
