// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/plugin_object_call.hpp"
#include "src/host/shape_call.hpp"
#include "src/host/v2_object.hpp"
#include "src/trt/trace/call_lines.hpp"

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

std::vector<nvinfer1::PluginTensorDesc> static_descs(const Ports& ports) {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  descs.reserve(ports.descs.size());
  for (const auto& port : ports.descs) descs.push_back(port.desc);
  return descs;
}

}  // namespace

nvinfer1::IPluginV2DynamicExt& V2DynamicObject::dynamic() const {
  return static_cast<nvinfer1::IPluginV2DynamicExt&>(plugin());
}

Result<OutputShapes> V2DynamicObject::output_shapes(const std::vector<DimValues>& inputs,
                                                    const ShapeInputs& /*shape_inputs*/,
                                                    const std::vector<nvinfer1::DataType>& types) {
  const auto outputs = static_cast<std::int32_t>(types.size());
  const auto count = static_cast<std::int32_t>(inputs.size());
  ShapeCall arguments(inputs, {}, outputs, ShapeCall::Method::kOutputDimensions);
  for (std::int32_t i = 0; i < outputs; ++i) {
    PLUGSMITH_RETURN_IF_ERROR(call("getOutputDimensions", [&] {
      arguments.outputs()[i] =
          dynamic().getOutputDimensions(i, arguments.inputs(), count, arguments.builder());
    }));
    if (tracing()) trace(trace::output_dimensions_line(i, {arguments.inputs(), count}));
  }
  return arguments.finish(types, who());
}

Result<bool> V2DynamicObject::supports_format(std::int32_t position, const Ports& ports) {
  const auto descs = static_descs(ports);
  bool accepted = false;
  PLUGSMITH_RETURN_IF_ERROR(call("supportsFormatCombination", [&] {
    accepted =
        dynamic().supportsFormatCombination(position, descs.data(), ports.inputs, ports.outputs());
  }));
  if (tracing()) trace(trace::supports_format_line(position, descs.data(), accepted));
  return accepted;
}

Status V2DynamicObject::configure(const Ports& given) {
  Ports ports = given;
#if PLUGSMITH_GENERATION >= 10
  for (auto& port : ports.descs) port.opt = {};  // as recorded: rank 0
#endif
  if (tracing()) {
    trace(trace::configure_line({ports.in(), ports.inputs}, {ports.out(), ports.outputs()}));
  }
  return call("configurePlugin", [&] {
    dynamic().configurePlugin(ports.in(), ports.inputs, ports.out(), ports.outputs());
  });
}

Result<std::int64_t> V2DynamicObject::workspace_bytes(const Ports& ports) {
  auto descs = static_descs(ports);
  for (std::size_t i = 0; i < descs.size(); ++i) {
    descs[i].dims = ports.descs[i].max;
    descs[i].scale = 0.0F;  // as recorded
  }
  const nvinfer1::PluginTensorDesc* out = descs.data() + ports.inputs;
  std::size_t bytes = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getWorkspaceSize", [&] {
    bytes = dynamic().getWorkspaceSize(descs.data(), ports.inputs, out, ports.outputs());
  }));
  if (tracing()) {
    trace(trace::workspace_line({descs.data(), ports.inputs}, {out, ports.outputs()}, bytes));
  }
  return checked_workspace(bytes);
}

Status V2DynamicObject::shape_changed(const RuntimePorts& ports) {
  Ports concrete;
  concrete.inputs = ports.inputs;
  for (const auto& desc : ports.descs) {
    nvinfer1::DynamicPluginTensorDesc port{};
    port.desc = desc;
    port.min = desc.dims;
    port.max = desc.dims;
    concrete.descs.push_back(port);
  }
  return configure(concrete);
}

Status V2DynamicObject::enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("enqueue", [&] {
    code = dynamic().enqueue(ports.in(), ports.out(), buffers.inputs.data(), buffers.outputs.data(),
                             buffers.workspace, stream_of(buffers));
  }));
  if (tracing()) {
    trace(trace::enqueue_line({{ports.in(), ports.inputs},
                               {ports.out(), ports.outputs()},
                               buffers.inputs.data(),
                               buffers.outputs.data(),
                               buffers.workspace,
                               stream_of(buffers)}) +
          trace::failure(code));
  }
  return code == 0 ? Status::ok() : non_zero("enqueue", code);
}

}  // namespace plugsmith::host
