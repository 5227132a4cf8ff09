// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/trial_reference.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "src/host/reformat.hpp"
#include "src/host/resource_context.hpp"
#include "src/host/trace_format.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::check {
namespace {

// Everything that one call of the reference takes.
struct Arguments {
  std::vector<nvinfer1::PluginTensorDesc> descs;
  std::vector<std::vector<std::byte>> memory;  ///< of the outputs, and of aliased inputs
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
};

nvinfer1::PluginTensorDesc linear_desc(DataType type, const host::DimValues& dims) {
  nvinfer1::PluginTensorDesc desc{};
  desc.dims = host::to_dims(dims);
  desc.type = static_cast<nvinfer1::DataType>(type);
  desc.format = nvinfer1::TensorFormat::kLINEAR;
  desc.scale = 1.0F;
  return desc;
}

Result<Arguments> make_arguments(const Plugin& plugin, const Combination& combination,
                                 const TrialShapes& shapes, const std::vector<HostTensor>& inputs,
                                 Buffers buffers) {
  Arguments arguments;
  for (const HostTensor& input : inputs) {
    arguments.descs.push_back(linear_desc(input.type, input.dims));
    arguments.inputs.push_back(input.bytes.data());
  }
  for (std::size_t i = 0; i < shapes.upper.size(); ++i) {
    const DataType type = combination[inputs.size() + i].type;
    arguments.descs.push_back(linear_desc(type, shapes.outputs[i]));
    const auto layout = host::make_layout(TensorFormat::kLinear, type, shapes.upper[i]);
    if (!layout.is_ok()) return layout.status();
    auto& memory = arguments.memory.emplace_back(static_cast<std::size_t>(layout->bytes()));
    const auto output = static_cast<std::int32_t>(i);
    const std::int32_t alias = plugin.build_v2() == nullptr || buffers == Buffers::kApart
                                   ? -1
                                   : plugin.call("getAliasedInput", [&] {
                                       return plugin.build_v2()->getAliasedInput(output);
                                     });
    if (alias >= 0) {
      memory = inputs[static_cast<std::size_t>(alias)].bytes;
      arguments.inputs[static_cast<std::size_t>(alias)] = memory.data();
    }
    arguments.outputs.push_back(memory.data());
  }
  return arguments;
}

Result<host::DimValues> read_sizes(const Subject& subject, const Combination& combination,
                                   const Arguments& arguments) {
  const std::size_t inputs = arguments.inputs.size();
  host::DimValues sizes(arguments.outputs.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!subject.use.shapes.shapes.is_size_tensor(i)) continue;
    if (combination[inputs + i].type == DataType::kInt64) {
      std::memcpy(&sizes[i], arguments.outputs[i], sizeof(std::int64_t));
    } else {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, arguments.outputs[i], sizeof narrow);
      sizes[i] = narrow;
    }
  }
  return sizes;
}

Result<std::vector<HostTensor>> collect(const Subject& subject, const Combination& combination,
                                        const TrialShapes& shapes, Arguments& arguments) {
  const auto sizes = read_sizes(subject, combination, arguments);
  if (!sizes.is_ok()) return sizes.status();
  const auto real = real_output_dims(subject, shapes, sizes.value());
  if (!real.is_ok()) return real.status();
  std::vector<HostTensor> outputs;
  for (std::size_t i = 0; i < arguments.outputs.size(); ++i) {
    const DataType type = combination[arguments.inputs.size() + i].type;
    const auto layout = host::make_layout(TensorFormat::kLinear, type, real.value()[i]);
    if (!layout.is_ok()) return layout.status();
    arguments.memory[i].resize(static_cast<std::size_t>(layout->bytes()));
    outputs.push_back({type, real.value()[i], std::move(arguments.memory[i])});
  }
  return outputs;
}

}  // namespace

bool has_reference(const Subject& subject) { return subject.info.has_reference; }

Result<std::vector<HostTensor>> reference_outputs(const Subject& subject,
                                                  const Combination& combination,
                                                  const TrialShapes& shapes,
                                                  const std::vector<HostTensor>& inputs,
                                                  Buffers buffers) {
  const auto plugin = subject.create();
  if (plugin == nullptr || plugin->runtime() == nullptr) {
    return internal_error("createPlugin gave no object with a runtime capability");
  }
  if (plugin->configure(subject.ports(combination)) != 0) {
    return internal_error("configurePlugin refuses the combination");
  }
  host::ResourceContext context(nullptr);
  const auto attached = plugin->attach(context);
  auto* found = attached == nullptr ? nullptr : attached->capability(trt::kReferenceCapability);
  if (found == nullptr) return unsupported("the op has no CPU reference");
  auto& reference = *static_cast<trt::IReferenceCapability*>(found);
  attached->call("expect_reference", [&] { reference.expect_reference(); });
  auto arguments = make_arguments(*plugin, combination, shapes, inputs, buffers);
  if (!arguments.is_ok()) return arguments.status();
  const nvinfer1::PluginTensorDesc* descs = arguments->descs.data();
  const auto count = static_cast<std::int32_t>(inputs.size());
  const auto outputs = static_cast<std::int32_t>(arguments->outputs.size());
  const auto code = attached->call("onShapeChange", [&] {
    return attached->runtime()->onShapeChange(descs, count, descs + count, outputs);
  });
  if (code != 0) return internal_error("onShapeChange returned " + std::to_string(code));
  std::array<char, 1024> message{};
  const auto computed = attached->call("reference", [&] {
    return reference.reference(descs, descs + count, arguments->inputs.data(),
                               arguments->outputs.data(), message.data(),
                               static_cast<std::int32_t>(message.size()));
  });
  if (computed != 0) return internal_error(std::string("the reference refuses: ") + message.data());
  return collect(subject, combination, shapes, arguments.value());
}

std::string refusal(const Subject& subject, const Combination& combination,
                    const TrialShapes& shapes, const std::vector<HostTensor>& inputs) {
  if (!has_reference(subject)) return "";
  const auto wanted = reference_outputs(subject, combination, shapes, inputs);
  const bool none = wanted.status().code() == StatusCode::kUnsupported;
  return wanted.is_ok() || none ? "" : wanted.status().message();
}

}  // namespace plugsmith::check
