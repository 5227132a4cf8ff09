// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/plugin_check.hpp"

#include "src/trt/engine/plugin_fields.hpp"
#include "src/trt/engine/plugin_library.hpp"

namespace plugsmith::trt {
namespace {

using Capability = nvinfer1::PluginCapabilityType;

// Says which method of which plugin is at work while it is.
template <class Method>
auto ask(const CreatorWatch& watch, const std::string& object, const char* name, Method&& method) {
  if (watch.begin) watch.begin(object, name);
  auto answer = method();
  if (watch.end) watch.end();
  return answer;
}

/// A context has no allocator and no recorder here; TensorRT allows both answers to be null.
class NoResources final : public nvinfer1::IPluginResourceContext {
 public:
  nvinfer1::IGpuAllocator* getGpuAllocator() const noexcept override { return nullptr; }
  nvinfer1::IErrorRecorder* getErrorRecorder() const noexcept override { return nullptr; }
};

struct DestroyV2 {
  void operator()(nvinfer1::IPluginV2* plugin) const { plugin->destroy(); }
};

Status crashes(const std::string& name, const std::string& what, const char* mend) {
  return internal_error(name + ": " + what + ", where TensorRT crashes; " + mend);
}

Status check_capabilities(nvinfer1::IPluginV3& plugin, const std::string& name, const char* of_what,
                          const CreatorWatch& watch) {
  for (const auto& [kind, text] :
       {std::pair{Capability::kCORE, "kCORE"}, std::pair{Capability::kBUILD, "kBUILD"},
        std::pair{Capability::kRUNTIME, "kRUNTIME"}}) {
    const Capability type = kind;
    const auto* found = ask(watch, name, "getCapabilityInterface",
                            [&] { return plugin.getCapabilityInterface(type); });
    if (found != nullptr) continue;
    return crashes(
        name, std::string("getCapabilityInterface(") + text + ") of " + of_what + " returned null",
        "return the capability, converted by static_cast from the class itself");
  }
  return Status::ok();
}

template <class T>
T& capability(nvinfer1::IPluginV3& plugin, Capability type) {
  return *static_cast<T*>(plugin.getCapabilityInterface(type));
}

Status check_v3(nvinfer1::IPluginCreatorV3One& creator, const OneOp& op,
                const CreatorWatch& watch) {
  using Plugin = std::unique_ptr<nvinfer1::IPluginV3>;
  const std::string& name = op.name;
  NoResources resources;  // outlives the object attached to it
  const PluginFields fields(op.fields);
  const Plugin plugin(
      creator.createPlugin(op.layer_name.c_str(), fields.get(), nvinfer1::TensorRTPhase::kBUILD));
  if (plugin == nullptr) {
    return internal_error(name + ": createPlugin(kBUILD) returned null: it refuses the attributes");
  }
  PLUGSMITH_RETURN_IF_ERROR(check_capabilities(*plugin, name, "the plugin", watch));
  auto& build = capability<nvinfer1::IPluginV3OneBuild>(*plugin, Capability::kBUILD);
  if (ask(watch, name, "getNbOutputs", [&] { return build.getNbOutputs(); }) <= 0) {
    return crashes(name, "getNbOutputs() is not positive", "a plugin layer has at least 1 output");
  }
  const Plugin clone(ask(watch, name, "clone", [&] { return plugin->clone(); }));
  if (clone == nullptr) return crashes(name, "clone() returned null", "return a copy");
  PLUGSMITH_RETURN_IF_ERROR(check_capabilities(*clone, name, "a clone", watch));
  auto& runtime = capability<nvinfer1::IPluginV3OneRuntime>(*clone, Capability::kRUNTIME);
  const Plugin attached(
      ask(watch, name, "attachToContext", [&] { return runtime.attachToContext(&resources); }));
  if (attached == nullptr) {
    return crashes(name, "attachToContext() returned null", "return a copy for that context");
  }
  return check_capabilities(*attached, name, "an attached plugin", watch);
}

Status check_v1(nvinfer1::IPluginCreator& creator, const OneOp& op, const CreatorWatch& watch) {
  using Plugin = std::unique_ptr<nvinfer1::IPluginV2, DestroyV2>;
  const PluginFields fields(op.fields);
  const Plugin plugin(ask(watch, "creator " + op.name, "createPlugin", [&] {
    return creator.createPlugin(op.layer_name.c_str(), fields.get());
  }));
  if (plugin == nullptr) {
    return internal_error(op.name + ": createPlugin returned null: it refuses the attributes");
  }
  if (ask(watch, op.name, "getNbOutputs", [&] { return plugin->getNbOutputs(); }) <= 0) {
    return crashes(op.name, "getNbOutputs() is not positive",
                   "a plugin layer has at least 1 output");
  }
  const Plugin clone(ask(watch, op.name, "clone", [&] { return plugin->clone(); }));
  return clone != nullptr ? Status::ok()
                          : crashes(op.name, "clone() returned null", "return a copy");
}

}  // namespace

Status check_plugin(nvinfer1::IPluginCreatorInterface& creator, const OneOp& op,
                    const CreatorWatch& watch) {
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 != nullptr) return check_v3(*kinds.v3, op, watch);
  if (kinds.v1 != nullptr) return check_v1(*kinds.v1, op, watch);
  return Status::ok();
}

}  // namespace plugsmith::trt
