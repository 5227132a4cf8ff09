// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/trace/call_lines.hpp"

#include <algorithm>

#include "src/trt/trace/format.hpp"

namespace plugsmith::trace {
namespace {

constexpr std::uintptr_t kPromisedAlignment = 256;

template <class T, class Format>
std::string each(const char* name, Many<T> many, Format&& format) {
  std::string text;
  for (std::int32_t i = 0; i < many.count; ++i) {
    text += std::string(" ") + name + std::to_string(i) + " " + format(many.items[i]);
  }
  return text;
}

std::string format_dim(const nvinfer1::IDimensionExpr* dim) {
  if (dim == nullptr) return "null";
  if (dim->isConstant()) return std::to_string(dim->getConstantValue());
#if NV_TENSORRT_MAJOR >= 10
  if (dim->isSizeTensor()) return "#";
#endif
  return "?";
}

std::string format_type(DataType type) {
  return "t" + std::to_string(static_cast<std::int32_t>(type));
}

std::string format_exprs(const DimsExprs& exprs) {
  const std::int32_t rank = std::clamp(exprs.nbDims, 0, nvinfer1::Dims::MAX_DIMS);
  std::string text;
  for (std::int32_t i = 0; i < rank; ++i) text += (i == 0 ? "" : ",") + format_dim(exprs.d[i]);
  return "[" + text + "]";
}

std::string format_range(const DynamicPluginTensorDesc& port) {
  std::string text = format_desc(port.desc) + " min " + format_dims(port.min);
#if NV_TENSORRT_MAJOR >= 10
  text += " opt " + format_dims(port.opt);
#endif
  return text + " max " + format_dims(port.max);
}

std::string format_max(const DynamicPluginTensorDesc& port) {
  return "max " + format_dims(port.max);
}

const PluginTensorDesc& desc_of(const DynamicPluginTensorDesc& port) { return port.desc; }
const PluginTensorDesc& desc_of(const PluginTensorDesc& port) { return port; }

template <class Desc>
std::string format_question(std::int32_t position, const Desc* ports, bool accepted) {
  return "supportsFormat pos " + std::to_string(position) +
         each("io", Many<Desc>{ports, position + 1},
              [](const Desc& port) { return format_desc(desc_of(port)); }) +
         " -> " + (accepted ? "1" : "0");
}

template <class Data>
std::string format_data(const char* name, Many<PluginTensorDesc> ports, Data* const* data) {
  std::string text;
  for (std::int32_t i = 0; i < ports.count; ++i) {
    text += std::string(" ") + name + std::to_string(i) + " " + format_desc(ports.items[i]);
    if (data[i] == nullptr) text += " at null";
  }
  return text;
}

}  // namespace

std::string failure(std::int32_t code) { return code == 0 ? "" : " -> " + std::to_string(code); }

std::string data_types_line(Many<DataType> inputs) {
  return "getOutputDataTypes" + each("in", inputs, format_type);
}

std::string data_type_line(std::int32_t output, Many<DataType> inputs, DataType answer) {
  return "getOutputDataType " + std::to_string(output) + each("in", inputs, format_type) + " -> " +
         format_type(answer);
}

std::string output_dimensions_line(std::int32_t output, Many<DimsExprs> inputs) {
  return "getOutputDimensions " + std::to_string(output) + each("in", inputs, format_exprs);
}

std::string output_shapes_line(Many<DimsExprs> inputs, Many<DimsExprs> shape_inputs) {
  return "getOutputShapes" + each("in", inputs, format_exprs) +
         each("shape", shape_inputs, format_exprs);
}

std::string supports_format_line(std::int32_t position, const DynamicPluginTensorDesc* ports,
                                 bool accepted) {
  return format_question(position, ports, accepted);
}

std::string supports_format_line(std::int32_t position, const PluginTensorDesc* ports,
                                 bool accepted) {
  return format_question(position, ports, accepted);
}

std::string configure_line(Many<DynamicPluginTensorDesc> inputs,
                           Many<DynamicPluginTensorDesc> outputs) {
  return "configurePlugin" + each("in", inputs, format_range) + each("out", outputs, format_range);
}

std::string workspace_line(Many<DynamicPluginTensorDesc> inputs,
                           Many<DynamicPluginTensorDesc> outputs, std::size_t bytes) {
  return "getWorkspaceSize" + each("in", inputs, format_max) + each("out", outputs, format_max) +
         " -> " + std::to_string(bytes);
}

std::string workspace_line(Many<PluginTensorDesc> inputs, Many<PluginTensorDesc> outputs,
                           std::size_t bytes) {
  return "getWorkspaceSize" + each("in", inputs, format_desc) + each("out", outputs, format_desc) +
         " -> " + std::to_string(bytes);
}

std::string shape_change_line(Many<PluginTensorDesc> inputs, Many<PluginTensorDesc> outputs) {
  return "onShapeChange" + each("in", inputs, format_desc) + each("out", outputs, format_desc);
}

std::string timing_cache_line(const char* id) {
  return std::string("getTimingCacheID -> ") +
         (id == nullptr ? "null" : "\"" + std::string(id) + "\"");
}

std::string serialized_line(const nvinfer1::PluginFieldCollection* fields) {
  return "getFieldsToSerialize -> " + (fields == nullptr ? "null" : format_fields(*fields));
}

std::string enqueue_line(const EnqueueCall& call) {
  const auto address = reinterpret_cast<std::uintptr_t>(call.workspace);
  // Null and the two handles that stand for the default streams.
  const bool default_stream = reinterpret_cast<std::uintptr_t>(call.stream) <= 2;
  const bool same =
      call.inputs.count > 0 && call.outputs.count > 0 && call.input_data[0] == call.output_data[0];
  return "enqueue" + format_data("in", call.inputs, call.input_data) +
         format_data("out", call.outputs, call.output_data) + " ws " +
         (address == 0 ? "null" : "set") +
         "(mod256=" + std::to_string(address % kPromisedAlignment) + ")" +
         (call.tactic < 0 ? "" : " tactic " + std::to_string(call.tactic)) + " same-ptr " +
         (same ? "1" : "0") + " stream-default " + (default_stream ? "1" : "0");
}

}  // namespace plugsmith::trace
