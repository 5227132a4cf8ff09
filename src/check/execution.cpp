// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/execution.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {

Status failed_call(const char* method, std::int64_t code) {
  return internal_error(std::string(method) + " returned " + std::to_string(code));
}

const char* shape_method(const Subject& subject) {
  return subject.is_v2() ? "configurePlugin" : "onShapeChange";
}

std::int32_t change_shapes(const Subject& subject, const AnyPlugin& attached,
                           const host::RuntimePorts& ports) {
  if (!subject.is_v2()) {
    const auto& plugin = static_cast<const Plugin&>(attached);
    return plugin.call("onShapeChange", [&] {
      return plugin.runtime()->onShapeChange(ports.in(), ports.inputs, ports.out(),
                                             ports.outputs());
    });
  }
  host::Ports concrete;
  concrete.inputs = ports.inputs;
  for (const auto& desc : ports.descs) {
    nvinfer1::DynamicPluginTensorDesc port{};
    port.desc = desc;
    port.min = opt_of(port) = port.max = desc.dims;
    concrete.descs.push_back(port);
  }
  return attached.configure(concrete);
}

std::int32_t enqueue(const Subject& subject, const AnyPlugin& attached,
                     const host::RuntimePorts& ports, const EnqueuePointers& pointers) {
  const auto run = [&](auto* plugin) {
    return attached.call("enqueue", [&] {
      return plugin->enqueue(ports.in(), ports.out(), pointers.inputs, pointers.outputs,
                             pointers.workspace, pointers.stream);
    });
  };
  if (!subject.is_v2()) return run(static_cast<const Plugin&>(attached).runtime());
  return run(static_cast<PluginV2DynamicExt*>(static_cast<const V2Plugin&>(attached).raw()));
}

V2Context::V2Context(const Subject& subject, std::unique_ptr<V2Plugin> object)
    : allocator_(subject.state->logger), object_(std::move(object)) {}

V2Context::~V2Context() {
  if (attached_ != nullptr) attached_->detach();
  attached_.reset();
  if (initialized_) object_->call("terminate", [&] { object_->raw()->terminate(); });
}

Result<std::unique_ptr<V2Context>> V2Context::make(const Subject& subject,
                                                   std::unique_ptr<V2Plugin> object) {
  std::unique_ptr<V2Context> made(new V2Context(subject, std::move(object)));
  const V2Plugin& plugin = *made->object_;
  const auto code = plugin.call("initialize", [&] { return plugin.raw()->initialize(); });
  if (code != 0) return failed_call("initialize", code);
  made->initialized_ = true;
  auto copy = plugin.clone();
  if (copy == nullptr) return internal_error("clone gave no object");
  copy->attach(&made->allocator_);
  made->attached_ = std::move(copy);
  return Result<std::unique_ptr<V2Context>>(std::move(made));
}

}  // namespace plugsmith::check
