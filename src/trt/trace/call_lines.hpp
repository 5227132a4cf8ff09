// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <string>

// One line of a trace for each method of a plugin, without the "#n " of the object before it.

namespace plugsmith::trace {

using nvinfer1::DataType;
using nvinfer1::DimsExprs;
using nvinfer1::DynamicPluginTensorDesc;
using nvinfer1::PluginTensorDesc;

/// A pointer and a count, as TensorRT hands them over.
template <class T>
struct Many {
  const T* items = nullptr;
  std::int32_t count = 0;
};

/// " -> CODE" behind a line whose method failed; nothing for 0.
std::string failure(std::int32_t code);

std::string data_types_line(Many<DataType> inputs);
/// Dimensions are numbers where the expression is constant, "?" where not, "#" for size tensors.
std::string output_shapes_line(Many<DimsExprs> inputs, Many<DimsExprs> shape_inputs);
/// All ports up to the position asked about.
std::string supports_format_line(std::int32_t position, const DynamicPluginTensorDesc* ports,
                                 bool accepted);
std::string supports_format_line(std::int32_t position, const PluginTensorDesc* ports,
                                 bool accepted);
std::string configure_line(Many<DynamicPluginTensorDesc> inputs,
                           Many<DynamicPluginTensorDesc> outputs);
std::string workspace_line(Many<DynamicPluginTensorDesc> inputs,
                           Many<DynamicPluginTensorDesc> outputs, std::size_t bytes);
// Of an IPluginV2DynamicExt.
std::string data_type_line(std::int32_t output, Many<DataType> inputs, DataType answer);
std::string output_dimensions_line(std::int32_t output, Many<DimsExprs> inputs);
std::string workspace_line(Many<PluginTensorDesc> inputs, Many<PluginTensorDesc> outputs,
                           std::size_t bytes);
std::string shape_change_line(Many<PluginTensorDesc> inputs, Many<PluginTensorDesc> outputs);
std::string timing_cache_line(const char* id);
/// "fields 1 [..]", or "null".
std::string serialized_line(const nvinfer1::PluginFieldCollection* fields);

struct EnqueueCall {
  Many<PluginTensorDesc> inputs, outputs;
  const void* const* input_data = nullptr;
  void* const* output_data = nullptr;
  const void* workspace = nullptr;
  cudaStream_t stream = nullptr;
  std::int64_t tactic = -1;  ///< in force; -1: the interface knows none
};
std::string enqueue_line(const EnqueueCall& call);

}  // namespace plugsmith::trace
