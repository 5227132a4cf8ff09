// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <memory>

#include "src/check/fresh_memory.hpp"
#include "src/check/v2_plugin.hpp"
#include "src/host/shape_call.hpp"
#include "src/host/trace_format.hpp"

// Shapes, configuration and workspace of IPluginV2 plugins.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

using nvinfer1::Dims;

// Plugins copy dims whole, with the gap behind nbDims and the unused entries, and serialize them.
void scrub(Dims& dims) {
  const Dims kept = dims;
  std::memset(&dims, fresh_memory_fill(), sizeof(dims));
  dims.nbDims = kept.nbDims;
  std::copy(kept.d, kept.d + std::clamp(kept.nbDims, 0, Dims::MAX_DIMS), dims.d);
}

// Descriptors of all ports with other dims: those of the network, or the largest.
enum class Which { kNetwork, kMost };
std::vector<nvinfer1::PluginTensorDesc> descriptors(const host::Ports& ports, Which which) {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  for (const auto& port : ports.descs) {
    descs.push_back(port.desc);
    if (which == Which::kMost) descs.back().dims = port.max;
  }
  for (auto& desc : descs) scrub(desc.dims);
  descs.resize(descs.size() + kPadding);
  return descs;
}

}  // namespace

ShapesAnswer V2Plugin::static_shapes(const std::vector<host::DimValues>& inputs,
                                     std::size_t outputs) const {
  std::vector<Dims> in;
  for (const auto& dims : inputs) in.push_back(host::to_dims(dims));
  in.resize(inputs.size() + kPadding, Dims{0, {}});
  ShapesAnswer answer;
  auto graph = std::make_shared<host::DimGraph>();
  std::vector<std::vector<host::DimRef>> all;
  for (std::size_t i = 0; i < outputs; ++i) {
    const Dims got = call("getOutputDimensions", [&] {
      return plugin_->getOutputDimensions(static_cast<std::int32_t>(i), in.data(),
                                          static_cast<std::int32_t>(inputs.size()));
    });
    if (got.nbDims == -1) {
      answer.code = -1;
      return answer;
    }
    if (got.nbDims < 0 || got.nbDims > Dims::MAX_DIMS) {
      answer.fault = invalid_argument("getOutputDimensions gave output " + std::to_string(i) + " " +
                                      std::to_string(got.nbDims) + " dimensions; must be 0 to 8");
      return answer;
    }
    auto& refs = all.emplace_back();
    for (std::int32_t axis = 0; axis < got.nbDims; ++axis) {
      refs.push_back(graph->constant(got.d[axis]));
    }
  }
  answer.shapes = host::OutputShapes(std::move(graph), std::move(all),
                                     std::vector<host::DimRef>(outputs, host::kNoExpression));
  return answer;
}

ShapesAnswer V2Plugin::shapes(const std::vector<host::DimValues>& inputs,
                              const std::vector<std::int32_t>& /*shape_elements*/,
                              const std::vector<nvinfer1::DataType>& types) const {
  if (!is_dynamic()) return static_shapes(inputs, types.size());
  const auto outputs = static_cast<std::int32_t>(types.size());
  host::ShapeCall arguments(inputs, std::vector<std::int32_t>(), outputs,
                            host::ShapeCall::Method::kOutputDimensions);
  ShapesAnswer answer;
  for (std::int32_t i = 0; i < outputs && answer.code == 0; ++i) {
    arguments.outputs()[i] = call("getOutputDimensions", [&] {
      return as<PluginV2DynamicExt>()->getOutputDimensions(
          i, arguments.inputs(), static_cast<std::int32_t>(inputs.size()), arguments.builder());
    });
    if (arguments.outputs()[i].nbDims == -1) answer.code = -1;
  }
  answer.read_beyond = arguments.used_padding();
  if (answer.code != 0) return answer;
  auto given = arguments.finish(types, "the op");
  answer.read_beyond = arguments.used_padding();
  if (given.is_ok()) {
    answer.shapes = std::move(given).value();
  } else {
    answer.fault = given.status();
  }
  return answer;
}

void V2Plugin::configure_static(const host::Ports& ports) const {
  const auto inputs = static_cast<std::size_t>(ports.inputs);
  std::vector<Dims> dims;
  std::vector<nvinfer1::DataType> types;
  for (const auto& port : ports.descs) {
    dims.push_back(opt_of(port));
    types.push_back(port.desc.type);
  }
  for (Dims& one : dims) scrub(one);
  dims.resize(dims.size() + kPadding);
  types.resize(types.size() + kPadding);
  const auto& first = ports.descs.front().desc;
  if (level_ == V2Class::kV2) {
    call("configureWithFormat", [&] {
      plugin_->configureWithFormat(dims.data(), ports.inputs, dims.data() + inputs, ports.outputs(),
                                   first.type, first.format, kMostBatch);
    });
    return;
  }
  const auto broadcast = std::make_unique<bool[]>(ports.descs.size() + kPadding);
  call("configurePlugin", [&] {
    as<PluginV2Ext>()->configurePlugin(dims.data(), ports.inputs, dims.data() + inputs,
                                       ports.outputs(), types.data(), types.data() + inputs,
                                       broadcast.get(), broadcast.get(), first.format, kMostBatch);
  });
}

std::int32_t V2Plugin::configure(const host::Ports& ports) const {
  const auto inputs = static_cast<std::size_t>(ports.inputs);
  if (is_dynamic()) {
    host::Ports scrubbed = ports;
    for (auto& port : scrubbed.descs) {
      for (Dims* dims : {&port.desc.dims, &port.min, &port.max}) scrub(*dims);
    }
    call("configurePlugin", [&] {
      as<PluginV2DynamicExt>()->configurePlugin(scrubbed.in(), scrubbed.inputs, scrubbed.out(),
                                                scrubbed.outputs());
    });
  } else if (level_ == V2Class::kIOExt) {
    const auto descs = descriptors(ports, Which::kNetwork);
    call("configurePlugin", [&] {
      as<PluginV2IOExt>()->configurePlugin(descs.data(), ports.inputs, descs.data() + inputs,
                                           ports.outputs());
    });
  } else {
    configure_static(ports);
  }
  return 0;
}

std::size_t V2Plugin::workspace(const host::Ports& ports) const {
  if (!is_dynamic()) return batch_workspace(kMostBatch);
  const auto descs = descriptors(ports, Which::kMost);
  return call("getWorkspaceSize", [&] {
    return as<PluginV2DynamicExt>()->getWorkspaceSize(descs.data(), ports.inputs,
                                                      descs.data() + ports.inputs, ports.outputs());
  });
}

std::size_t V2Plugin::batch_workspace(std::int32_t batch) const {
  return call("getWorkspaceSize", [&] { return plugin_->getWorkspaceSize(batch); });
}

}  // namespace plugsmith::check
