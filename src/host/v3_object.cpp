// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/v3_object.hpp"

#include <cstring>

#include "src/host/plugin_object_call.hpp"

namespace plugsmith::host {

V3Object::V3Object(std::shared_ptr<HostState> state, nvinfer1::IPluginV3* plugin, std::string who)
    : PluginObject(std::move(state), std::move(who)), plugin_(plugin) {}

V3Object::~V3Object() {
  trace("~");
  const Status deleted = call("destructor", [&] { delete plugin_; });
  if (!deleted.is_ok()) {
    state()->logger.note(nvinfer1::ILogger::Severity::kERROR, deleted.message());
  }
}

Result<nvinfer1::IPluginCapability*> V3Object::capability(nvinfer1::PluginCapabilityType type,
                                                          const char* type_name, const char* kind) {
  nvinfer1::IPluginCapability* found = nullptr;
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(call("getCapabilityInterface", [&] {
    found = plugin_->getCapabilityInterface(type);
    if (found != nullptr) info = found->getInterfaceInfo();
  }));
  const std::string asked = std::string("getCapabilityInterface(") + type_name + ") ";
  if (found == nullptr) {
    const bool crashes = type != nvinfer1::PluginCapabilityType::kRUNTIME;  // the build fails then
    return broken(asked + "returned null; TensorRT " + (crashes ? "crashes" : "fails") +
                  " on that. Return a pointer converted through the capability's own class");
  }
  if (info.kind == nullptr || std::strcmp(info.kind, kind) != 0) {
    return broken(asked + "returned an interface of kind \"" +
                  (info.kind == nullptr ? "(null)" : info.kind) + "\"; must be \"" + kind +
                  "\". Convert through the capability's own class, with static_cast");
  }
  return found;
}

Status V3Object::bind(Phase phase) {
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

Result<PluginTriple> V3Object::triple() {
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

Result<std::unique_ptr<V3Object>> V3Object::adopt(nvinfer1::IPluginV3* made, const char* method,
                                                  Phase phase) {
  if (made == plugin_) {
    return broken(std::string(method) + " returned the object itself; must return a new one");
  }
  auto object = std::make_unique<V3Object>(state(), made, who());
  if (tracing()) {
    trace(std::string(method) + " -> " + object->name() +
          (std::strcmp(method, "attachToContext") == 0 ? " (ctx set)" : ""));
  }
  PLUGSMITH_RETURN_IF_ERROR(object->bind(phase));
  return object;
}

Result<std::unique_ptr<V3Object>> V3Object::clone() {
  nvinfer1::IPluginV3* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("clone", [&] { made = plugin_->clone(); }));
  if (made == nullptr) {
    trace("clone -> null");
    return broken(
        "clone returned null; TensorRT crashes on that. It must return a copy of the plugin");
  }
  return adopt(made, "clone", phase_);
}

Status V3Object::find_reference() {
  nvinfer1::IPluginCapability* found = nullptr;
  nvinfer1::InterfaceInfo info{nullptr, 0, 0};
  PLUGSMITH_RETURN_IF_ERROR(call("getCapabilityInterface", [&] {
    found = plugin_->getCapabilityInterface(trt::kReferenceCapability);
    if (found != nullptr) info = found->getInterfaceInfo();
  }));
  if (found == nullptr) return Status::ok();
  if (info.kind == nullptr || std::strcmp(info.kind, "PLUGSMITH_REFERENCE") != 0 ||
      info.major != 1) {
    return broken(
        "the reference capability is not PLUGSMITH_REFERENCE 1.x; rebuild the library with "
        "this version of Plugsmith");
  }
  reference_ = static_cast<trt::IReferenceCapability*>(found);
  return Status::ok();
}

Status V3Object::expect_reference() {
  return call("expect_reference", [&] { reference_->expect_reference(); });
}

std::int32_t V3Object::call_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers,
                                      MessageBuffer message) {
  return reference_->reference(ports.in(), ports.out(), buffers.inputs.data(),
                               buffers.outputs.data(), message.text, message.bytes);
}

}  // namespace plugsmith::host
