// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/plugin_check.hpp"

#include "src/trt/engine/plugin_fields.hpp"
#include "src/trt/engine/plugin_library.hpp"

namespace plugsmith::trt {
namespace {

using Capability = nvinfer1::PluginCapabilityType;

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

Status check_capabilities(nvinfer1::IPluginV3& plugin, const std::string& name,
                          const char* of_what) {
  for (const auto& [type, text] :
       {std::pair{Capability::kCORE, "kCORE"}, std::pair{Capability::kBUILD, "kBUILD"},
        std::pair{Capability::kRUNTIME, "kRUNTIME"}}) {
    if (plugin.getCapabilityInterface(type) != nullptr) continue;
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

Status check_v3(nvinfer1::IPluginCreatorV3One& creator, const std::string& name,
                const std::string& layer_name, const std::vector<FieldData>& fields) {
  NoResources resources;  // outlives the object attached to it
  const PluginFields given(fields);
  const std::unique_ptr<nvinfer1::IPluginV3> plugin(
      creator.createPlugin(layer_name.c_str(), given.get(), nvinfer1::TensorRTPhase::kBUILD));
  if (plugin == nullptr) {
    return internal_error(name + ": createPlugin(kBUILD) returned null: it refuses the attributes");
  }
  PLUGSMITH_RETURN_IF_ERROR(check_capabilities(*plugin, name, "the plugin"));
  if (capability<nvinfer1::IPluginV3OneBuild>(*plugin, Capability::kBUILD).getNbOutputs() <= 0) {
    return crashes(name, "getNbOutputs() is not positive", "a plugin layer has at least 1 output");
  }
  const std::unique_ptr<nvinfer1::IPluginV3> clone(plugin->clone());
  if (clone == nullptr) return crashes(name, "clone() returned null", "return a copy");
  PLUGSMITH_RETURN_IF_ERROR(check_capabilities(*clone, name, "a clone"));
  auto& runtime = capability<nvinfer1::IPluginV3OneRuntime>(*clone, Capability::kRUNTIME);
  const std::unique_ptr<nvinfer1::IPluginV3> attached(runtime.attachToContext(&resources));
  if (attached == nullptr) {
    return crashes(name, "attachToContext() returned null", "return a copy for that context");
  }
  return check_capabilities(*attached, name, "an attached plugin");
}

Status check_v1(nvinfer1::IPluginCreator& creator, const std::string& name,
                const std::string& layer_name, const std::vector<FieldData>& fields) {
  using Plugin = std::unique_ptr<nvinfer1::IPluginV2, DestroyV2>;
  const PluginFields given(fields);
  const Plugin plugin(creator.createPlugin(layer_name.c_str(), given.get()));
  if (plugin == nullptr) {
    return internal_error(name + ": createPlugin returned null: it refuses the attributes");
  }
  if (plugin->getNbOutputs() <= 0) {
    return crashes(name, "getNbOutputs() is not positive", "a plugin layer has at least 1 output");
  }
  const Plugin clone(plugin->clone());
  return clone != nullptr ? Status::ok() : crashes(name, "clone() returned null", "return a copy");
}

}  // namespace

Status check_plugin(nvinfer1::IPluginCreatorInterface& creator, const std::string& name,
                    const std::string& layer_name, const std::vector<FieldData>& fields) {
  const CreatorKinds kinds = kinds_of(creator);
  if (kinds.v3 != nullptr) return check_v3(*kinds.v3, name, layer_name, fields);
  if (kinds.v1 != nullptr) return check_v1(*kinds.v1, name, layer_name, fields);
  return Status::ok();
}

}  // namespace plugsmith::trt
