// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <string>
#include <vector>

#include "plugsmith/types.hpp"

// What a plugin is told of its tensors.

namespace plugsmith::host {

/// Values of nvinfer1::DataType that the generation knows: up to kFP8 in 8.6.
inline constexpr std::int32_t kKnownDataTypes = PLUGSMITH_GENERATION >= 10 ? kDataTypeCount : 7;

/// Descriptors of a layer's device inputs, then outputs.
struct Ports {
  std::vector<nvinfer1::DynamicPluginTensorDesc> descs;
  std::int32_t inputs = 0;

  std::int32_t outputs() const { return static_cast<std::int32_t>(descs.size()) - inputs; }
  const nvinfer1::DynamicPluginTensorDesc* in() const { return descs.data(); }
  const nvinfer1::DynamicPluginTensorDesc* out() const { return descs.data() + inputs; }
};

/// The same with concrete dims.
struct RuntimePorts {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  std::int32_t inputs = 0;

  std::int32_t outputs() const { return static_cast<std::int32_t>(descs.size()) - inputs; }
  const nvinfer1::PluginTensorDesc* in() const { return descs.data(); }
  const nvinfer1::PluginTensorDesc* out() const { return descs.data() + inputs; }
};

/// Pointers and settings of one enqueue.
struct EnqueueBuffers {
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
  void* workspace = nullptr;
  std::int64_t tactic = 0;        ///< for the trace: the tactic in force
  cudaStream_t stream = nullptr;  ///< null: host memory and a stream that means nothing
};

/// Name, version and namespace as the plugin itself gives them.
struct PluginTriple {
  std::string name, version, name_space;
};

}  // namespace plugsmith::host
