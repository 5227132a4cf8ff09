// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/fields.hpp"
#include "src/host/plugin_object_call.hpp"
#include "src/host/resource_context.hpp"
#include "src/host/v3_object.hpp"
#include "src/trt/trace/call_lines.hpp"

// The runtime capability's methods.

namespace plugsmith::host {
Status V3Object::set_tactic(std::int64_t tactic) {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("setTactic", [&] { code = runtime_->setTactic(static_cast<std::int32_t>(tactic)); }));
  trace("setTactic " + std::to_string(tactic) + trace::failure(code));
  return code == 0 ? Status::ok() : non_zero("setTactic", code);
}

Result<std::unique_ptr<V3Object>> V3Object::attach(nvinfer1::IPluginResourceContext& context,
                                                   Phase phase) {
  nvinfer1::IPluginV3* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      call("attachToContext", [&] { made = runtime_->attachToContext(&context); }));
  if (made == nullptr) {
    trace("attachToContext -> null");
    return broken(
        "attachToContext returned null; TensorRT crashes on that. It must return a new "
        "plugin object for the context");
  }
  return adopt(made, "attachToContext", phase);
}

Result<std::unique_ptr<PluginObject>> V3Object::make_context_object(ContextResources& resources) {
  auto attached = attach(resources.v3, Phase::kRuntime);
  if (!attached.is_ok()) return attached.status();
  return std::unique_ptr<PluginObject>(std::move(attached).value());
}

Status V3Object::shape_changed(const RuntimePorts& ports) {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("onShapeChange", [&] {
    code = runtime_->onShapeChange(ports.in(), ports.inputs, ports.out(), ports.outputs());
  }));
  if (tracing()) {
    trace(trace::shape_change_line({ports.in(), ports.inputs}, {ports.out(), ports.outputs()}) +
          trace::failure(code));
  }
  return code == 0 ? Status::ok() : non_zero("onShapeChange", code);
}

Status V3Object::enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("enqueue", [&] {
    code = runtime_->enqueue(ports.in(), ports.out(), buffers.inputs.data(), buffers.outputs.data(),
                             buffers.workspace, stream_of(buffers));
  }));
  if (tracing()) {
    trace(trace::enqueue_line({{ports.in(), ports.inputs},
                               {ports.out(), ports.outputs()},
                               buffers.inputs.data(),
                               buffers.outputs.data(),
                               buffers.workspace,
                               stream_of(buffers),
                               buffers.tactic}) +
          trace::failure(code));
  }
  return code == 0 ? Status::ok() : non_zero("enqueue", code);
}

Result<std::vector<FieldValue>> V3Object::fields_to_serialize() {
  const nvinfer1::PluginFieldCollection* fields = nullptr;
  std::string line;
  PLUGSMITH_RETURN_IF_ERROR(call("getFieldsToSerialize", [&] {
    fields = runtime_->getFieldsToSerialize();
    if (tracing()) line = trace::serialized_line(fields);
  }));
  trace(line);
  if (fields == nullptr) return std::vector<FieldValue>();  // TensorRT 10 takes null as no fields
  auto copied = copy_fields(*fields);
  if (copied.is_ok()) return copied;
  return broken("getFieldsToSerialize " + copied.status().message());
}

}  // namespace plugsmith::host
