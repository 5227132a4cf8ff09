// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/trial_reference.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "src/check/execution.hpp"
#include "src/host/reformat.hpp"
#include "src/host/resource_context.hpp"
#include "src/trt/reference_abi.hpp"

namespace plugsmith::check {
namespace {

constexpr std::int32_t kMessageBytes = 1024;
using Message = std::array<char, kMessageBytes>;

// What is to be computed.
struct Request {
  const Subject& subject;
  const Combination& combination;
  const TrialShapes& shapes;
  const std::vector<HostTensor>& inputs;
};

// Everything that one call of the reference takes.
struct Arguments {
  host::RuntimePorts ports;
  std::vector<std::vector<std::byte>> memory;  ///< of the outputs, and of aliased inputs
  std::vector<const void*> inputs;
  std::vector<void*> outputs;
};

using Reference = std::function<std::int32_t(Arguments& arguments, Message& message)>;

// Which input an output is aliased with; -1: with none, as all of an IPluginV2 are.
using Alias = std::function<std::int32_t(std::int32_t output)>;

Result<Arguments> make_arguments(const Request& request, const Alias& alias_of) {
  Arguments arguments;
  arguments.ports.inputs = static_cast<std::int32_t>(request.inputs.size());
  for (const HostTensor& input : request.inputs) {
    arguments.ports.descs.push_back(desc_of({input.type, TensorFormat::kLinear}, input.dims));
    arguments.inputs.push_back(input.bytes.data());
  }
  const TrialShapes& shapes = request.shapes;
  for (std::size_t i = 0; i < shapes.upper.size(); ++i) {
    const DataType type = request.combination[request.inputs.size() + i].type;
    arguments.ports.descs.push_back(desc_of({type, TensorFormat::kLinear}, shapes.outputs[i]));
    const auto layout = host::make_layout(TensorFormat::kLinear, type, shapes.upper[i]);
    if (!layout.is_ok()) return layout.status();
    auto& memory = arguments.memory.emplace_back(static_cast<std::size_t>(layout->bytes()));
    const std::int32_t alias = alias_of(static_cast<std::int32_t>(i));
    if (alias >= 0) {
      memory = request.inputs[static_cast<std::size_t>(alias)].bytes;
      arguments.inputs[static_cast<std::size_t>(alias)] = memory.data();
    }
    arguments.outputs.push_back(memory.data());
  }
  return arguments;
}

Result<host::DimValues> read_sizes(const Request& request, const Arguments& arguments) {
  const std::size_t inputs = arguments.inputs.size();
  host::DimValues sizes(arguments.outputs.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (!request.subject.use.shapes.shapes.is_size_tensor(i)) continue;
    if (request.combination[inputs + i].type == DataType::kInt64) {
      std::memcpy(&sizes[i], arguments.outputs[i], sizeof(std::int64_t));
    } else {
      std::int32_t narrow = 0;
      std::memcpy(&narrow, arguments.outputs[i], sizeof narrow);
      sizes[i] = narrow;
    }
  }
  return sizes;
}

Result<std::vector<HostTensor>> collect(const Request& request, Arguments& arguments) {
  const auto sizes = read_sizes(request, arguments);
  if (!sizes.is_ok()) return sizes.status();
  const auto real = real_output_dims(request.subject, request.shapes, sizes.value());
  if (!real.is_ok()) return real.status();
  std::vector<HostTensor> outputs;
  for (std::size_t i = 0; i < arguments.outputs.size(); ++i) {
    const DataType type = request.combination[arguments.inputs.size() + i].type;
    const auto layout = host::make_layout(TensorFormat::kLinear, type, real.value()[i]);
    if (!layout.is_ok()) return layout.status();
    arguments.memory[i].resize(static_cast<std::size_t>(layout->bytes()));
    outputs.push_back({type, real.value()[i], std::move(arguments.memory[i])});
  }
  return outputs;
}

// Tells the context's object its shapes and lets `reference` compute.
Result<std::vector<HostTensor>> compute(const Request& request, const AnyPlugin& attached,
                                        const Alias& alias_of, const Reference& reference) {
  auto made = make_arguments(request, alias_of);
  if (!made.is_ok()) return made.status();
  Arguments& arguments = made.value();
  const auto code = change_shapes(request.subject, attached, arguments.ports);
  if (code != 0) return failed_call(shape_method(request.subject), code);
  Message message{};
  const auto computed = attached.call("reference", [&] { return reference(arguments, message); });
  if (computed != 0) return internal_error(std::string("the reference refuses: ") + message.data());
  return collect(request, arguments);
}

Result<std::vector<HostTensor>> v2_outputs(const Request& request) {
  const Subject& subject = request.subject;
  const auto origin = subject.state->origins.find(subject.any_creator);
  if (origin == subject.state->origins.end() || origin->second.v2.reference == nullptr) {
    return unsupported("the op has no CPU reference");
  }
  auto object = make_v2(subject);
  if (object == nullptr) return internal_error("createPlugin gave no object");
  if (!object->is_dynamic()) return unsupported(kNotDynamic);
  object->configure(subject.ports(request.combination));
  const auto context = V2Context::make(subject, std::move(object));
  if (!context.is_ok()) return context.status();
  const V2Plugin& attached = (*context)->attached();
  const host::V2Reference& v2 = origin->second.v2;
  attached.call("plugsmithExpectReference", [&] { v2.expect(attached.raw()); });
  return compute(
      request, attached, [](std::int32_t) { return -1; },
      [&](Arguments& arguments, Message& message) {
        return v2.reference(attached.raw(), arguments.ports.in(), arguments.ports.out(),
                            arguments.inputs.data(), arguments.outputs.data(), message.data(),
                            kMessageBytes);
      });
}

}  // namespace

bool has_reference(const Subject& subject) { return subject.info.has_reference; }

Result<std::vector<HostTensor>> reference_outputs(const Subject& subject,
                                                  const Combination& combination,
                                                  const TrialShapes& shapes,
                                                  const std::vector<HostTensor>& inputs,
                                                  Buffers buffers) {
  const Request request{subject, combination, shapes, inputs};
  if (subject.is_v2()) return v2_outputs(request);
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
  const auto alias_of = [&](std::int32_t output) {
    if (plugin->build_v2() == nullptr || buffers == Buffers::kApart) return -1;
    return plugin->call("getAliasedInput",
                        [&] { return plugin->build_v2()->getAliasedInput(output); });
  };
  return compute(request, *attached, alias_of, [&](Arguments& arguments, Message& message) {
    return reference.reference(arguments.ports.in(), arguments.ports.out(), arguments.inputs.data(),
                               arguments.outputs.data(), message.data(), kMessageBytes);
  });
}

std::string refusal(const Subject& subject, const Combination& combination,
                    const TrialShapes& shapes, const std::vector<HostTensor>& inputs) {
  if (!has_reference(subject)) return "";
  const auto wanted = reference_outputs(subject, combination, shapes, inputs);
  const bool none = wanted.status().code() == StatusCode::kUnsupported;
  return wanted.is_ok() || none ? "" : wanted.status().message();
}

}  // namespace plugsmith::check
