// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "src/host/fields.hpp"
#include "src/host/plugin_object.hpp"
#include "src/host/plugin_object_call.hpp"
#include "src/host/trace_format.hpp"

// The runtime capability's methods, and the reference that stands in for enqueue on a CPU.

namespace plugsmith::host {
namespace {

constexpr std::size_t kMessageBytes = 1024;
constexpr std::uintptr_t kPromisedAlignment = 256;

// Plugins that run on host memory get a stream that is not the default one and means nothing.
cudaStream_t fake_stream() {
  static char anchor = 0;
  return reinterpret_cast<cudaStream_t>(&anchor);
}

std::string first_ports(const RuntimePorts& ports) {
  return (ports.inputs > 0 ? " in0 " + format_desc(ports.in()[0]) : std::string()) + " out0 " +
         format_desc(ports.out()[0]);
}

std::string enqueue_line(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  const auto address = reinterpret_cast<std::uintptr_t>(buffers.workspace);
  const bool same = !buffers.inputs.empty() && buffers.inputs[0] == buffers.outputs[0];
  return "enqueue" + first_ports(ports) + " ws " + (address == 0 ? "null" : "set") +
         "(mod256=" + std::to_string(address % kPromisedAlignment) + ") tactic " +
         std::to_string(buffers.tactic) + " same-ptr " + (same ? "1" : "0") + " stream-default 0";
}

StatusCode code_of(std::int32_t code) {
  const bool known = code > 0 && code <= static_cast<std::int32_t>(StatusCode::kInternal);
  return known ? static_cast<StatusCode>(code) : StatusCode::kInternal;
}

}  // namespace

Status PluginObject::set_tactic(std::int64_t tactic) {
  trace("setTactic " + std::to_string(tactic));
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("setTactic", [&] { code = runtime_->setTactic(static_cast<std::int32_t>(tactic)); }));
  return code == 0 ? Status::ok() : non_zero("setTactic", code);
}

Result<std::unique_ptr<PluginObject>> PluginObject::attach(
    nvinfer1::IPluginResourceContext& context, Phase phase) {
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

Status PluginObject::on_shape_change(const RuntimePorts& ports) {
  if (state_->trace.enabled()) trace("onShapeChange" + first_ports(ports));
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("onShapeChange", [&] {
    code = runtime_->onShapeChange(ports.in(), ports.inputs, ports.out(), ports.outputs());
  }));
  return code == 0 ? Status::ok() : non_zero("onShapeChange", code);
}

Status PluginObject::enqueue(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  if (state_->trace.enabled()) trace(enqueue_line(ports, buffers));
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("enqueue", [&] {
    code = runtime_->enqueue(ports.in(), ports.out(), buffers.inputs.data(), buffers.outputs.data(),
                             buffers.workspace, fake_stream());
  }));
  return code == 0 ? Status::ok() : non_zero("enqueue", code);
}

Status PluginObject::expect_reference(trt::IReferenceCapability& reference) {
  return call("expect_reference", [&] { reference.expect_reference(); });
}

Status PluginObject::run_reference(trt::IReferenceCapability& reference, const RuntimePorts& ports,
                                   const EnqueueBuffers& buffers) {
  if (state_->trace.enabled()) trace("reference" + first_ports(ports));
  std::array<char, kMessageBytes> message{};
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("reference", [&] {
    code =
        reference.reference(ports.in(), ports.out(), buffers.inputs.data(), buffers.outputs.data(),
                            message.data(), static_cast<std::int32_t>(message.size()));
  }));
  if (code == 0) return Status::ok();
  message.back() = '\0';
  return {code_of(code), who_ + ": " +
                             (message[0] == '\0' ? "reference reported code " + std::to_string(code)
                                                 : std::string(message.data()))};
}

Result<std::vector<FieldValue>> PluginObject::fields_to_serialize() {
  const nvinfer1::PluginFieldCollection* fields = nullptr;
  trace("getFieldsToSerialize");
  PLUGSMITH_RETURN_IF_ERROR(
      call("getFieldsToSerialize", [&] { fields = runtime_->getFieldsToSerialize(); }));
  if (fields == nullptr) return std::vector<FieldValue>();  // TensorRT 10 takes null as no fields
  auto copied = copy_fields(*fields);
  if (copied.is_ok()) return copied;
  return broken("getFieldsToSerialize " + copied.status().message());
}

}  // namespace plugsmith::host
