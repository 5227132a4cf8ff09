// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/plugin_object.hpp"

#include <cstring>

#include "src/host/plugin_object_call.hpp"

namespace plugsmith::host {

PluginObject::PluginObject(std::shared_ptr<HostState> state, nvinfer1::IPluginV3* plugin,
                           std::string who)
    : state_(std::move(state)),
      plugin_(plugin),
      who_(std::move(who)),
      id_(state_->trace.next_object()),
      name_(std::string("#").append(std::to_string(id_))) {}

PluginObject::~PluginObject() {
  trace("~");
  const Status deleted = call("destructor", [&] { delete plugin_; });
  if (!deleted.is_ok()) {
    state_->logger.note(nvinfer1::ILogger::Severity::kERROR, deleted.message());
  }
}

void PluginObject::trace(const std::string& text) {
  if (state_->trace.enabled()) state_->trace.call(name_ + " " + text);
}

Status PluginObject::broken(const std::string& what_and_fix) const {
  return invalid_argument(who_ + ": " + what_and_fix + " (object " + name_ + ")");
}

Status PluginObject::non_zero(const char* method, std::int64_t code) const {
  return internal_error(who_ + ": " + method + " reported a non-zero return code: " +
                        std::to_string(code) + "; 0 means success (object " + name_ + ")");
}

Result<nvinfer1::IPluginCapability*> PluginObject::capability(nvinfer1::PluginCapabilityType type,
                                                              const char* type_name,
                                                              const char* kind) {
  nvinfer1::IPluginCapability* found = nullptr;
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(call("getCapabilityInterface", [&] {
    found = plugin_->getCapabilityInterface(type);
    if (found != nullptr) info = found->getInterfaceInfo();
  }));
  const std::string asked = std::string("getCapabilityInterface(") + type_name + ") ";
  if (found == nullptr) {
    return broken(asked +
                  "returned null; TensorRT crashes on that. Return a pointer converted "
                  "through the capability's own class");
  }
  if (info.kind == nullptr || std::strcmp(info.kind, kind) != 0) {
    return broken(asked + "returned an interface of kind \"" +
                  (info.kind == nullptr ? "(null)" : info.kind) + "\"; must be \"" + kind +
                  "\". Convert through the capability's own class, with static_cast");
  }
  return found;
}

Status PluginObject::bind(Phase phase) {
  using Type = nvinfer1::PluginCapabilityType;
  phase_ = phase;
  const auto core = capability(Type::kCORE, "kCORE", "PLUGIN_V3ONE_CORE");
  if (!core.is_ok()) return core.status();
  core_ = static_cast<nvinfer1::IPluginV3OneCore*>(core.value());
  const auto runtime = capability(Type::kRUNTIME, "kRUNTIME", "PLUGIN_V3ONE_RUNTIME");
  if (!runtime.is_ok()) return runtime.status();
  runtime_ = static_cast<nvinfer1::IPluginV3OneRuntime*>(runtime.value());
  if (phase == Phase::kRuntime) return Status::ok();

  const auto build = capability(Type::kBUILD, "kBUILD", "PLUGIN_V3ONE_BUILD");
  if (!build.is_ok()) return build.status();
  build_ = static_cast<nvinfer1::IPluginV3OneBuild*>(build.value());
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(call("getInterfaceInfo", [&] { info = build_->getInterfaceInfo(); }));
  if (info.major >= 2) build_v2_ = static_cast<nvinfer1::IPluginV3OneBuildV2*>(build_);
  return Status::ok();
}

Result<PluginTriple> PluginObject::triple() {
  const char *name = nullptr, *version = nullptr, *name_space = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("getPluginName", [&] { name = core_->getPluginName(); }));
  PLUGSMITH_RETURN_IF_ERROR(call("getPluginVersion", [&] { version = core_->getPluginVersion(); }));
  PLUGSMITH_RETURN_IF_ERROR(
      call("getPluginNamespace", [&] { name_space = core_->getPluginNamespace(); }));
  if (name == nullptr) return broken("getPluginName returned null; must be the creator's name");
  if (version == nullptr)
    return broken("getPluginVersion returned null; must be the creator's version");
  if (name_space == nullptr) {
    return broken("getPluginNamespace returned null; must be the creator's namespace");
  }
  return PluginTriple{name, version, name_space};
}

Result<std::unique_ptr<PluginObject>> PluginObject::adopt(nvinfer1::IPluginV3* made,
                                                          const char* method, Phase phase) {
  if (made == plugin_) {
    return broken(std::string(method) + " returned the object itself; must return a new one");
  }
  auto object = std::make_unique<PluginObject>(state_, made, who_);
  if (state_->trace.enabled()) {
    trace(std::string(method) + " -> " + object->name_ +
          (std::strcmp(method, "attachToContext") == 0 ? " (ctx set)" : ""));
  }
  PLUGSMITH_RETURN_IF_ERROR(object->bind(phase));
  return object;
}

Result<std::unique_ptr<PluginObject>> PluginObject::clone() {
  nvinfer1::IPluginV3* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("clone", [&] { made = plugin_->clone(); }));
  if (made == nullptr) {
    trace("clone -> null");
    return broken(
        "clone returned null; TensorRT crashes on that. It must return a copy of the plugin");
  }
  return adopt(made, "clone", phase_);
}

Result<trt::IReferenceCapability*> PluginObject::reference_capability() {
  nvinfer1::IPluginCapability* found = nullptr;
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(call("getCapabilityInterface", [&] {
    found = plugin_->getCapabilityInterface(trt::kReferenceCapability);
    if (found != nullptr) info = found->getInterfaceInfo();
  }));
  if (found == nullptr) return static_cast<trt::IReferenceCapability*>(nullptr);
  if (info.kind == nullptr || std::strcmp(info.kind, "PLUGSMITH_REFERENCE") != 0 ||
      info.major != 1) {
    return broken(
        "the reference capability is not PLUGSMITH_REFERENCE 1.x; rebuild the library with "
        "this version of Plugsmith");
  }
  return static_cast<trt::IReferenceCapability*>(found);
}

}  // namespace plugsmith::host
