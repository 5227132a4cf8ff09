// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <memory>

#include "src/host/plugin_object_call.hpp"
#include "src/host/trace_format.hpp"
#include "src/host/v2_object.hpp"

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

constexpr std::size_t kPadding = 8;  ///< tensors behind the last one, in legal memory

bool is_floating(nvinfer1::DataType type) {
  const auto known = static_cast<DataType>(type);
  return known != DataType::kInt32 && known != DataType::kInt64 && known != DataType::kInt8;
}

nvinfer1::Dims without_batch(const nvinfer1::Dims& dims) {
  nvinfer1::Dims rest{};
  rest.nbDims = dims.nbDims - 1;
  std::copy(dims.d + 1, dims.d + dims.nbDims, rest.d);
  return rest;
}

/// Dims of the ports from `begin` up to `end` without the batch.
std::vector<nvinfer1::Dims> dims_without_batch(const Ports& ports, std::int32_t begin,
                                               std::int32_t end) {
  std::vector<nvinfer1::Dims> dims;
  for (std::int32_t i = begin; i < end; ++i) {
    dims.push_back(without_batch(ports.descs[static_cast<std::size_t>(i)].desc.dims));
  }
  dims.resize(dims.size() + kPadding);
  return dims;
}

std::vector<nvinfer1::PluginTensorDesc> descs_without_batch(const Ports& ports) {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  for (const auto& port : ports.descs) {
    descs.push_back(port.desc);
    descs.back().dims = without_batch(port.desc.dims);
  }
  return descs;
}

std::int32_t batch_of_ports(const nvinfer1::Dims& first) {
  return static_cast<std::int32_t>(first.d[0]);
}

/// The port whose type and format stand for the floating-point ones.
const nvinfer1::PluginTensorDesc& leading_port(const Ports& ports) {
  const auto found = std::find_if(ports.descs.begin(), ports.descs.end(),
                                  [](const auto& port) { return is_floating(port.desc.type); });
  return (found == ports.descs.end() ? ports.descs.begin() : found)->desc;
}

std::string number(std::int64_t value) { return std::to_string(value); }

template <class Type>
std::string code(Type value) {
  return std::to_string(static_cast<std::int32_t>(value));
}

}  // namespace

nvinfer1::IPluginV2IOExt& V2StaticObject::io_ext() const {
  return static_cast<nvinfer1::IPluginV2IOExt&>(plugin());
}

// What addPluginV2 takes of these interfaces: static shapes whose outermost dimension is the batch.
Result<std::int64_t> V2StaticObject::batch_of(const std::vector<DimValues>& inputs) const {
  const std::string what = who() + ": the plugin is an " + to_string(v2_class()) + ", which ";
  if (inputs.empty()) return std::int64_t{1};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string input = "input " + std::to_string(i) + " is " + format_dims(inputs[i]);
    if (std::any_of(inputs[i].begin(), inputs[i].end(), [](auto dim) { return dim < 0; })) {
      return unsupported(what + "the embedded host runs with static shapes only, but " + input +
                         "; open dimensions need an IPluginV2DynamicExt or IPluginV3");
    }
    if (inputs[i].empty() || inputs[i][0] != inputs[0][0] ||
        inputs[i][0] > std::numeric_limits<std::int32_t>::max()) {
      return unsupported(what + "takes the outermost dimension of every input as the batch, but " +
                         input + " and input 0 is " + format_dims(inputs[0]) +
                         "; all must have the same one");
    }
  }
  return inputs[0][0];
}

Result<OutputShapes> V2StaticObject::output_shapes(const std::vector<DimValues>& inputs,
                                                   const ShapeInputs& /*shape_inputs*/,
                                                   const std::vector<nvinfer1::DataType>& types) {
  const auto batch = batch_of(inputs);
  if (!batch.is_ok()) return batch.status();
  std::vector<nvinfer1::Dims> in;
  for (const DimValues& dims : inputs) in.push_back(without_batch(to_dims(dims)));
  in.resize(in.size() + kPadding);
  auto graph = std::make_shared<DimGraph>();
  std::vector<std::vector<DimRef>> outputs;
  for (std::size_t i = 0; i < types.size(); ++i) {
    const auto index = static_cast<std::int32_t>(i);
    const auto count = static_cast<std::int32_t>(inputs.size());
    nvinfer1::Dims dims{};
    PLUGSMITH_RETURN_IF_ERROR(call("getOutputDimensions", [&] {
      dims = plugin().getOutputDimensions(index, in.data(), count);
    }));
    if (tracing()) {
      trace("getOutputDimensions " + std::to_string(i) + " ni " + std::to_string(inputs.size()) +
            (inputs.empty() ? "" : " in0 " + format_dims(in[0])) + " -> " + format_dims(dims));
    }
    if (dims.nbDims < 0 || dims.nbDims >= nvinfer1::Dims::MAX_DIMS) {
      return broken("getOutputDimensions gave output " + std::to_string(i) + " " +
                    std::to_string(dims.nbDims) +
                    " dimensions; must be 0 to 7, since the batch comes on top");
    }
    std::vector<DimRef>& refs = outputs.emplace_back();
    refs.push_back(graph->constant(batch.value()));
    for (std::int32_t axis = 0; axis < dims.nbDims; ++axis) {
      refs.push_back(graph->constant(dims.d[axis]));
    }
  }
  std::vector<DimRef> no_sizes(types.size(), kNoExpression);
  return OutputShapes(std::move(graph), std::move(outputs), std::move(no_sizes));
}

Result<bool> V2StaticObject::supports_one_format(std::int32_t position, const Ports& ports) {
  using Format = nvinfer1::TensorFormat;
  const auto& desc = ports.descs[static_cast<std::size_t>(position)].desc;
  const bool told = desc.format == Format::kLINEAR || desc.format == Format::kCHW2 ||
                    desc.format == Format::kHWC8;  // contract W5
  const nvinfer1::PluginTensorDesc& leading = leading_port(ports);
  const bool fits = is_floating(desc.type) ? &desc == &leading || desc.format == leading.format
                                           : desc.format == Format::kLINEAR;
  if (!told || !fits) return false;
  bool accepted = false;
  PLUGSMITH_RETURN_IF_ERROR(
      call("supportsFormat", [&] { accepted = plugin().supportsFormat(desc.type, desc.format); }));
  trace("supportsFormat type " + code(desc.type) + " format " + code(desc.format) + " -> " +
        (accepted ? "1" : "0"));
  return accepted;
}

Result<bool> V2StaticObject::supports_format(std::int32_t position, const Ports& ports) {
  if (v2_class() != V2Class::kIoExt) return supports_one_format(position, ports);
  const auto descs = descs_without_batch(ports);
  bool accepted = false;
  PLUGSMITH_RETURN_IF_ERROR(call("supportsFormatCombination", [&] {
    accepted =
        io_ext().supportsFormatCombination(position, descs.data(), ports.inputs, ports.outputs());
  }));
  trace("supportsFormat pos " + number(position) + " io" + number(position) + " " +
        format_desc(descs[static_cast<std::size_t>(position)]) + " -> " + (accepted ? "1" : "0"));
  return accepted;
}

Status V2StaticObject::configure(const Ports& ports) {
  const std::int32_t batch = batch_of_ports(ports.descs[0].desc.dims);
  if (v2_class() == V2Class::kV2) return configure_with_format(ports, batch);
  if (v2_class() == V2Class::kExt) return configure_ext(ports, batch);
  const auto descs = descs_without_batch(ports);
  const nvinfer1::PluginTensorDesc* out = descs.data() + ports.inputs;
  trace("configurePlugin ni " + number(ports.inputs) + " no " + number(ports.outputs()) + " io0 " +
        format_desc(descs[0]) + " out0 " + format_desc(*out));
  return call("configurePlugin",
              [&] { io_ext().configurePlugin(descs.data(), ports.inputs, out, ports.outputs()); });
}

Status V2StaticObject::configure_with_format(const Ports& ports, std::int32_t batch) {
  const auto count = static_cast<std::int32_t>(ports.descs.size());
  const auto in = dims_without_batch(ports, 0, ports.inputs);
  const auto out = dims_without_batch(ports, ports.inputs, count);
  const nvinfer1::PluginTensorDesc& leading = leading_port(ports);
  trace("configureWithFormat ni " + number(ports.inputs) + " no " + number(ports.outputs()) +
        " in0 " + format_dims(in[0]) + " out0 " + format_dims(out[0]) + " type " +
        code(leading.type) + " format " + code(leading.format) + " batch " + number(batch));
  return call("configureWithFormat", [&] {
    plugin().configureWithFormat(in.data(), ports.inputs, out.data(), ports.outputs(), leading.type,
                                 leading.format, batch);
  });
}

Status V2StaticObject::configure_ext(const Ports& ports, std::int32_t batch) {
  const auto count = static_cast<std::int32_t>(ports.descs.size());
  const auto in = dims_without_batch(ports, 0, ports.inputs);
  const auto out = dims_without_batch(ports, ports.inputs, count);
  std::vector<nvinfer1::DataType> types;
  for (const auto& port : ports.descs) types.push_back(port.desc.type);
  // Nothing is broadcast where the batch is explicit.
  const auto broadcast = std::make_unique<bool[]>(ports.descs.size());
  const nvinfer1::TensorFormat format = leading_port(ports).format;
  trace("configurePlugin ni " + number(ports.inputs) + " no " + number(ports.outputs()) + " in0 " +
        format_dims(in[0]) + " out0 " + format_dims(out[0]) + " format " + code(format) +
        " batch " + number(batch));
  auto& ext = static_cast<nvinfer1::IPluginV2Ext&>(plugin());
  return call("configurePlugin", [&] {
    ext.configurePlugin(in.data(), ports.inputs, out.data(), ports.outputs(), types.data(),
                        types.data() + ports.inputs, broadcast.get(),
                        broadcast.get() + ports.inputs, format, batch);
  });
}

Result<std::int64_t> V2StaticObject::workspace_bytes(const Ports& ports) {
  const std::int32_t batch = batch_of_ports(ports.descs[0].desc.dims);
  std::size_t bytes = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("getWorkspaceSize", [&] { bytes = plugin().getWorkspaceSize(batch); }));
  trace("getWorkspaceSize batch " + number(batch) + " -> " + std::to_string(bytes));
  return checked_workspace(bytes);
}

Status V2StaticObject::shape_changed(const RuntimePorts& /*ports*/) { return Status::ok(); }

Status V2StaticObject::enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  const std::int32_t batch = batch_of_ports(ports.descs[0].dims);
  trace("enqueue batch " + number(batch) + " ws " +
        (buffers.workspace == nullptr ? "null" : "set"));
  std::int32_t result = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("enqueue", [&] {
    result = plugin().enqueue(batch, buffers.inputs.data(), buffers.outputs.data(),
                              buffers.workspace, stream_of(buffers));
  }));
  return result == 0 ? Status::ok() : non_zero("enqueue", result);
}

}  // namespace plugsmith::host
