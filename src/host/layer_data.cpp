// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/layer_data.hpp"

#include <algorithm>

#include "src/host/trace_format.hpp"

namespace plugsmith::host {
namespace {

Status check_tensor(const std::string& who, const std::string& what, const TensorSpec& tensor) {
  const auto rank = static_cast<std::int32_t>(tensor.dims.size());
  if (rank > nvinfer1::Dims::MAX_DIMS) {
    return invalid_argument(who + ": " + what + " \"" + tensor.name + "\" has " +
                            std::to_string(rank) + " dimensions; TensorRT takes at most 8");
  }
  if (tensor.type == DataType::kBool || tensor.type == DataType::kUint8) {
    return unsupported(who + ": " + what + " \"" + tensor.name + "\" is " + to_string(tensor.type) +
                       "; TensorRT takes neither bool nor uint8 at a plugin: cast it before");
  }
  if (static_cast<std::int32_t>(tensor.type) >= kKnownDataTypes) {
    return unsupported(who + ": " + what + " \"" + tensor.name + "\" is " + to_string(tensor.type) +
                       ", a type that TensorRT " + std::to_string(PLUGSMITH_GENERATION) +
                       " does not know: cast it before");
  }
  return Status::ok();
}

Result<std::int32_t> element_count(const std::string& who, const TensorSpec& tensor) {
  const std::string name = who + ": shape input \"" + tensor.name + "\" ";
  if (tensor.type != DataType::kInt32 && tensor.type != DataType::kInt64) {
    return invalid_argument(name + "is " + to_string(tensor.type) + "; must be int32 or int64");
  }
  std::int64_t count = 1;
  for (const std::int64_t dim : tensor.dims) {
    if (dim < 0) return invalid_argument(name + "has an open dimension; its size must be known");
    if (__builtin_mul_overflow(count, dim, &count)) count = nvinfer1::Dims::MAX_DIMS + 1;
  }
  if (count > nvinfer1::Dims::MAX_DIMS) {
    return unsupported(name + "has more than 8 elements; TensorRT hands a plugin at most 8");
  }
  return static_cast<std::int32_t>(count);
}

bool ordered(const DimRange& range) {
  for (std::size_t i = 0; i < range.min.size(); ++i) {
    if (range.min[i] < 0 || range.min[i] > range.opt[i] || range.opt[i] > range.max[i])
      return false;
  }
  return true;
}

/// The inputs' ranges: those given, or the network's own dims.
Result<std::vector<DimRange>> input_ranges(const LayerData& layer, const BuildOptions& options) {
  const std::size_t inputs = layer.input_dims.size();
  std::vector<DimRange> ranges = options.profile;
  if (ranges.empty()) {
    ranges.reserve(inputs);
    for (const DimValues& dims : layer.input_dims) ranges.push_back({dims, dims, dims});
  }
  if (ranges.size() != inputs) {
    return invalid_argument(layer.who + ": the profile has " + std::to_string(ranges.size()) +
                            " entries for " + std::to_string(inputs) +
                            " inputs; give one for each");
  }
  for (std::size_t i = 0; i < inputs; ++i) {
    const DimRange& range = ranges[i];
    const std::size_t rank = layer.input_dims[i].size();
    const bool same_rank =
        range.min.size() == rank && range.opt.size() == rank && range.max.size() == rank;
    if (!same_rank || !ordered(range)) {
      return invalid_argument(layer.who + ": the profile of input \"" + layer.input_name(i) +
                              "\" is min " + format_dims(range.min) + " opt " +
                              format_dims(range.opt) + " max " + format_dims(range.max) +
                              " for a tensor " + format_dims(layer.input_dims[i]) +
                              "; give min <= opt <= max for every dimension");
    }
  }
  return ranges;
}

std::vector<DimValues> point(const std::vector<DimRange>& ranges, DimValues DimRange::*member) {
  std::vector<DimValues> values;
  values.reserve(ranges.size());
  for (const DimRange& range : ranges) values.push_back(range.*member);
  return values;
}

}  // namespace

std::string LayerData::input_name(std::size_t index) const {
  const std::string& given = spec.inputs[index].name;
  return given.empty() ? "input " + std::to_string(index) : given;
}

std::string LayerData::output_name(std::size_t index) const {
  const bool given = index < spec.output_names.size() && !spec.output_names[index].empty();
  return given ? spec.output_names[index] : "output " + std::to_string(index);
}

Result<LayerData> make_layer_data(const LayerSpec& spec) {
  LayerData layer;
  layer.spec = spec;
  layer.who = spec.creator_name + " \"" + spec.layer_name + "\"";
  for (const TensorSpec& input : spec.inputs) {
    PLUGSMITH_RETURN_IF_ERROR(check_tensor(layer.who, "input", input));
    layer.input_types.push_back(static_cast<nvinfer1::DataType>(input.type));
    layer.input_dims.push_back(input.dims);
  }
  for (const TensorSpec& input : spec.shape_inputs) {
    const Result<std::int32_t> count = element_count(layer.who, input);
    if (!count.is_ok()) return count.status();
    const std::size_t index = layer.shape_inputs.size();
    layer.shape_inputs.elements.push_back(count.value());
    layer.shape_inputs.constants.push_back(
        index < spec.shape_constants.size() ? spec.shape_constants[index] : DimValues());
    const std::size_t given = layer.shape_inputs.constants.back().size();
    if (given != 0 && given != static_cast<std::size_t>(count.value())) {
      return invalid_argument(layer.who + ": shape input \"" + input.name + "\" has " +
                              std::to_string(count.value()) + " elements, but " +
                              std::to_string(given) + " constant values");
    }
  }
  return layer;
}

Status check_input_dims(const LayerData& layer, const std::vector<DimValues>& dims,
                        Unknown unknown) {
  if (dims.size() != layer.input_dims.size()) {
    return invalid_argument(layer.who + ": got dims of " + std::to_string(dims.size()) +
                            " inputs; the layer has " + std::to_string(layer.input_dims.size()));
  }
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const DimValues& wanted = layer.input_dims[i];
    bool fits = dims[i].size() == wanted.size();
    for (std::size_t axis = 0; fits && axis < wanted.size(); ++axis) {
      const std::int64_t dim = dims[i][axis];
      const bool open = unknown == Unknown::kAllowed && dim == -1;
      fits = open || (dim >= 0 && (wanted[axis] == -1 || wanted[axis] == dim));
    }
    if (!fits) {
      return invalid_argument(layer.who + ": input \"" + layer.input_name(i) + "\" has dims " +
                              format_dims(dims[i]) + "; the network wants " + format_dims(wanted));
    }
  }
  return Status::ok();
}

Result<std::vector<DimValues>> port_dims(const LayerData& layer,
                                         const std::vector<DimValues>& inputs,
                                         const std::vector<DimValues>& shape_values,
                                         DimBindings::Sizes sizes) {
  DimBindings bindings;
  bindings.inputs = &inputs;
  bindings.shape_inputs = &shape_values;
  bindings.sizes = sizes;
  const auto outputs = layer.shapes.evaluate(bindings, layer.who);
  if (!outputs.is_ok()) return outputs.status();
  std::vector<DimValues> dims = inputs;
  dims.insert(dims.end(), outputs->begin(), outputs->end());
  return dims;
}

Result<ProfileDims> make_profile(const LayerData& layer, const BuildOptions& options) {
  const auto ranges = input_ranges(layer, options);
  if (!ranges.is_ok()) return ranges.status();
  ProfileDims profile;
  const auto fill = [&](std::vector<DimValues>& dims, DimValues DimRange::*member,
                        DimBindings::Sizes sizes) -> Status {
    const std::vector<DimValues> inputs = point(ranges.value(), member);
    PLUGSMITH_RETURN_IF_ERROR(check_input_dims(layer, inputs, Unknown::kRefused));
    auto computed = port_dims(layer, inputs, point(options.shape_input_profile, member), sizes);
    if (!computed.is_ok()) return computed.status();
    dims = std::move(computed).value();
    return Status::ok();
  };
  PLUGSMITH_RETURN_IF_ERROR(fill(profile.min, &DimRange::min, DimBindings::Sizes::kZero));
  PLUGSMITH_RETURN_IF_ERROR(fill(profile.opt, &DimRange::opt, DimBindings::Sizes::kOptimum));
  PLUGSMITH_RETURN_IF_ERROR(fill(profile.max, &DimRange::max, DimBindings::Sizes::kUpper));
  PLUGSMITH_RETURN_IF_ERROR(fill(profile.timed, &DimRange::opt, DimBindings::Sizes::kUnknown));
  return profile;
}

Ports make_ports(const LayerData& layer, const ProfileDims& profile, float scale) {
  Ports ports;
  ports.inputs = static_cast<std::int32_t>(layer.input_dims.size());
  const std::size_t count = layer.input_dims.size() + layer.output_dims.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool input = i < layer.input_dims.size();
    const std::size_t at = input ? i : i - layer.input_dims.size();
    nvinfer1::DynamicPluginTensorDesc port{};
    port.desc.dims = to_dims(input ? layer.input_dims[at] : layer.output_dims[at]);
    port.desc.type = input ? layer.input_types[at] : layer.output_types[at];
    port.desc.format = nvinfer1::TensorFormat::kLINEAR;
    port.desc.scale = scale;
    port.min = to_dims(profile.min[i]);
#if PLUGSMITH_GENERATION >= 10
    port.opt = to_dims(profile.opt[i]);
#endif
    port.max = to_dims(profile.max[i]);
    ports.descs.push_back(port);
  }
  return ports;
}

RuntimePorts concrete_ports(const Ports& ports, const std::vector<DimValues>& dims) {
  RuntimePorts result;
  result.inputs = ports.inputs;
  for (std::size_t i = 0; i < ports.descs.size(); ++i) {
    nvinfer1::PluginTensorDesc desc = ports.descs[i].desc;
    desc.dims = to_dims(dims[i]);
    result.descs.push_back(desc);
  }
  return result;
}

}  // namespace plugsmith::host
