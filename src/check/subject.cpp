// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/subject.hpp"

#include <algorithm>

#include "src/check/v2_plugin.hpp"
#include "src/host/fields.hpp"
#include "src/host/trace_format.hpp"

namespace plugsmith::check {
namespace {

host::DimValues open_dims(const ShapesAnswer& shapes, std::size_t output,
                          const std::vector<host::DimValues>& network) {
  const auto dims = shapes.shapes.evaluate({&network, nullptr, {}, nullptr}, "the op");
  if (dims.is_ok()) return dims.value()[output];
  return host::DimValues(shapes.shapes.rank(output), -1);
}

}  // namespace

std::vector<std::vector<PortFormat>> Case::matching() const {
  std::vector<std::vector<PortFormat>> result;
  for (const auto& combination : combinations) {
    bool same = true;
    for (std::size_t i = 0; i < combination.size(); ++i) {
      const auto wanted = i < inputs() ? input_types[i] : output_types[i - inputs()];
      same = same && combination[i].type == static_cast<DataType>(wanted);
    }
    if (same) result.push_back(combination);
  }
  return result.empty() && loosely_typed ? combinations : result;
}

std::unique_ptr<AnyPlugin> Subject::make(const nvinfer1::PluginFieldCollection& fields,
                                         nvinfer1::TensorRTPhase phase) const {
  if (is_v2()) return make_v2(*this, fields);
  const std::string who = "creator " + info.name;
  nvinfer1::IPluginV3* made = nullptr;
  {
    const host::CallMark mark(state->observer(), who.c_str(), "createPlugin");
    made = creator->createPlugin("checked", &fields, phase);
  }
  if (made == nullptr) return nullptr;
  return std::make_unique<Plugin>(state, made, info.name);
}

std::unique_ptr<AnyPlugin> Subject::make(const std::vector<host::FieldValue>& fields,
                                         nvinfer1::TensorRTPhase phase) const {
  const host::FieldCollection collection(fields);
  return make(collection.get(), phase);
}

std::unique_ptr<Plugin> Subject::create(const std::vector<host::FieldValue>& fields,
                                        nvinfer1::TensorRTPhase phase) const {
  if (is_v2()) return nullptr;
  auto made = make(fields, phase);
  return std::unique_ptr<Plugin>(static_cast<Plugin*>(made.release()));
}

host::Ports blank_ports(const Case& use) {
  host::Ports ports;
  ports.inputs = static_cast<std::int32_t>(use.inputs());
  ports.descs.resize(use.ports() + kPadding);
  for (auto& port : ports.descs) port = {};
  for (std::size_t i = 0; i < use.ports(); ++i) {
    auto& port = ports.descs[i];
    const bool input = i < use.inputs();
    const std::size_t output = input ? 0 : i - use.inputs();
    const auto pick = [&](const auto& inputs, const auto& outputs) {
      if (input) return host::to_dims(inputs[i]);
      return output < outputs.size() ? host::to_dims(outputs[output]) : nvinfer1::Dims{};
    };
    port.desc.dims = input ? host::to_dims(use.network[i])
                     : use.shapes.shapes.output_count() > output
                         ? host::to_dims(open_dims(use.shapes, output, use.network))
                         : nvinfer1::Dims{};
    port.min = pick(use.min, use.output_min);
    opt_of(port) = pick(use.opt, use.output_opt);
    port.max = pick(use.max, use.output_max);
  }
  ports.descs.resize(use.ports());  // the padding stays behind the last one
  return ports;
}

host::Ports Subject::ports(const std::vector<PortFormat>& combination, float scale) const {
  host::Ports ports = blank_ports(use);
  for (std::size_t i = 0; i < combination.size(); ++i) {
    ports.descs[i].desc.type = static_cast<nvinfer1::DataType>(combination[i].type);
    ports.descs[i].desc.format = static_cast<nvinfer1::TensorFormat>(combination[i].format);
    ports.descs[i].desc.scale = scale;
  }
  return ports;
}

host::RuntimePorts Subject::runtime_ports(const std::vector<PortFormat>& combination) const {
  const host::Ports build = ports(combination);
  host::RuntimePorts result;
  result.inputs = build.inputs;
  for (const auto& port : build.descs) {
    result.descs.push_back(port.desc);
    result.descs.back().dims = opt_of(port);
  }
  return result;
}

std::string describe(const std::vector<PortFormat>& combination, std::size_t inputs) {
  std::string text;
  for (std::size_t i = 0; i < combination.size(); ++i) {
    text += i == inputs ? (i == 0 ? "-> " : " -> ") : (i == 0 ? "" : ", ");
    text += std::string(to_string(combination[i].type)) + " " + to_string(combination[i].format);
  }
  return text;
}

std::string describe(const std::vector<host::DimValues>& dims) {
  std::string text;
  for (const auto& tensor : dims) {
    text += text.empty() ? "[" : " [";
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      text += (i == 0 ? "" : ",") + std::to_string(tensor[i]);
    }
    text += "]";
  }
  return text;
}

}  // namespace plugsmith::check
