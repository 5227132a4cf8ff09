// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/plugin.hpp"

#include <algorithm>
#include <cstring>

#include "src/host/fields.hpp"
#include "src/host/shape_call.hpp"

namespace plugsmith::check {
namespace {

using Type = nvinfer1::PluginCapabilityType;

bool is_kind(const nvinfer1::InterfaceInfo& info, const char* kind) {
  return info.kind != nullptr && std::strcmp(info.kind, kind) == 0;
}

}  // namespace

Plugin::Plugin(std::shared_ptr<host::HostState> state, nvinfer1::IPluginV3* plugin,
               std::string name)
    : AnyPlugin(std::move(state), std::move(name)), plugin_(plugin) {
  const auto find = [&](Type type, const char* kind) {
    nvinfer1::IPluginCapability* found = capability(type);
    if (found == nullptr) return found;
    const auto info = call("getInterfaceInfo", [&] { return found->getInterfaceInfo(); });
    return is_kind(info, kind) ? found : nullptr;
  };
  core_ = static_cast<nvinfer1::IPluginV3OneCore*>(find(Type::kCORE, "PLUGIN_V3ONE_CORE"));
  build_ = static_cast<nvinfer1::IPluginV3OneBuild*>(find(Type::kBUILD, "PLUGIN_V3ONE_BUILD"));
  runtime_ =
      static_cast<nvinfer1::IPluginV3OneRuntime*>(find(Type::kRUNTIME, "PLUGIN_V3ONE_RUNTIME"));
  if (build_ != nullptr && build_->getInterfaceInfo().major >= 2) {
    build_v2_ = static_cast<nvinfer1::IPluginV3OneBuildV2*>(build_);
  }
}

Plugin::~Plugin() {
  call("destructor", [&] { delete plugin_; });
}

nvinfer1::IPluginCapability* Plugin::capability(Type type) const {
  return call("getCapabilityInterface", [&] { return plugin_->getCapabilityInterface(type); });
}

std::unique_ptr<Plugin> Plugin::adopt(nvinfer1::IPluginV3* made, const char* how) const {
  // An object that is returned twice must not be deleted twice.
  if (made == nullptr || made == plugin_) return nullptr;
  return std::make_unique<Plugin>(host_state(), made, std::string(how) + " of " + name());
}

std::unique_ptr<Plugin> Plugin::clone() const {
  return adopt(call("clone", [&] { return plugin_->clone(); }), "clone");
}

std::unique_ptr<Plugin> Plugin::attach(nvinfer1::IPluginResourceContext& context) const {
  return adopt(call("attachToContext", [&] { return runtime_->attachToContext(&context); }),
               "context's object");
}

Result<std::vector<host::FieldValue>> Plugin::fields() const {
  const auto* collection =
      call("getFieldsToSerialize", [&] { return runtime_->getFieldsToSerialize(); });
  if (collection == nullptr) return std::vector<host::FieldValue>();  // contract P9
  return host::copy_fields(*collection);
}

std::string Plugin::unbuildable() const {
  return build_ == nullptr ? "there is no build capability (CK02)" : "";
}

Result<std::vector<host::FieldValue>> Plugin::state() const {
  if (runtime_ == nullptr) return invalid_argument("there is no runtime capability (CK02)");
  auto given = fields();
  if (!given.is_ok()) return invalid_argument("getFieldsToSerialize is broken (CK19)");
  return given;
}

std::int32_t Plugin::output_count() const {
  return call("getNbOutputs", [&] { return build_->getNbOutputs(); });
}

TypesAnswer Plugin::types(const std::vector<nvinfer1::DataType>& inputs,
                          std::int32_t outputs) const {
  constexpr auto kPoison = static_cast<nvinfer1::DataType>(-1);
  const auto count = static_cast<std::size_t>(outputs);
  std::vector<nvinfer1::DataType> in = inputs;
  in.resize(inputs.size() + kPadding, nvinfer1::DataType::kFLOAT);
  TypesAnswer answer;
  answer.types.assign(count + kPadding, kPoison);
  answer.code = call("getOutputDataTypes", [&] {
    return build_->getOutputDataTypes(answer.types.data(), outputs, in.data(),
                                      static_cast<std::int32_t>(inputs.size()));
  });
  answer.wrote_beyond = std::any_of(answer.types.begin() + outputs, answer.types.end(),
                                    [](nvinfer1::DataType type) { return type != kPoison; });
  answer.types.resize(count);
  return answer;
}

ShapesAnswer Plugin::shapes(const std::vector<host::DimValues>& inputs,
                            const std::vector<std::int32_t>& shape_elements,
                            const std::vector<nvinfer1::DataType>& types) const {
  const auto outputs = static_cast<std::int32_t>(types.size());
  host::ShapeCall arguments(inputs, shape_elements, outputs);
  ShapesAnswer answer;
  answer.code = call("getOutputShapes", [&] {
    return build_->getOutputShapes(arguments.inputs(), static_cast<std::int32_t>(inputs.size()),
                                   arguments.shape_inputs(),
                                   static_cast<std::int32_t>(shape_elements.size()),
                                   arguments.outputs(), outputs, arguments.builder());
  });
  answer.read_beyond = arguments.used_padding();
  if (answer.code != 0) return answer;
  auto shapes = arguments.finish(types, "the op");
  answer.read_beyond = arguments.used_padding();
  if (shapes.is_ok()) {
    answer.shapes = std::move(shapes).value();
  } else {
    answer.fault = shapes.status();
  }
  return answer;
}

bool Plugin::supports(std::int32_t position, const host::Ports& ports) const {
  return call("supportsFormatCombination", [&] {
    return build_->supportsFormatCombination(position, ports.descs.data(), ports.inputs,
                                             ports.outputs());
  });
}

std::int32_t Plugin::combination_limit() const {
  return call("getFormatCombinationLimit", [&] { return build_->getFormatCombinationLimit(); });
}

std::int32_t Plugin::configure(const host::Ports& ports) const {
  return call("configurePlugin", [&] {
    return build_->configurePlugin(ports.in(), ports.inputs, ports.out(), ports.outputs());
  });
}

std::size_t Plugin::workspace(const host::Ports& ports) const {
  return call("getWorkspaceSize", [&] {
    return build_->getWorkspaceSize(ports.in(), ports.inputs, ports.out(), ports.outputs());
  });
}

std::int32_t Plugin::tactic_count() const {
  return call("getNbTactics", [&] { return build_->getNbTactics(); });
}

std::string Plugin::timing_cache_id() const {
  const char* id = call("getTimingCacheID", [&] { return build_->getTimingCacheID(); });
  return id == nullptr ? "" : id;
}

}  // namespace plugsmith::check
