// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/plugin_object.hpp"

#include <array>
#include <limits>

#include "src/host/plugin_object_call.hpp"
#include "src/host/trace_format.hpp"

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxOutputs = 4096;
constexpr std::size_t kMessageBytes = 1024;

StatusCode code_of(std::int32_t code) {
  const bool known = code > 0 && code <= static_cast<std::int32_t>(StatusCode::kInternal);
  return known ? static_cast<StatusCode>(code) : StatusCode::kInternal;
}

}  // namespace

PluginObject::PluginObject(std::shared_ptr<HostState> state, std::string who)
    : state_(std::move(state)),
      who_(std::move(who)),
      id_(state_->trace.next_object()),
      name_(std::string("#").append(std::to_string(id_))) {}

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

Status PluginObject::check_output_count(std::int32_t count) const {
  if (count >= 0 && count <= kMaxOutputs) return Status::ok();
  return broken("getNbOutputs returned " + std::to_string(count) + "; must be at least 1");
}

Status PluginObject::check_type(const char* method, std::size_t output,
                                nvinfer1::DataType type) const {
  const auto value = static_cast<std::int32_t>(type);
  if (value >= 0 && value < kKnownDataTypes) return Status::ok();
  return broken(std::string(method) + " gave output " + std::to_string(output) + " type " +
                std::to_string(value) + ", which is no nvinfer1::DataType");
}

Result<std::int64_t> PluginObject::checked_workspace(std::size_t bytes) const {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max())) {
    return broken("getWorkspaceSize returned " + std::to_string(bytes) +
                  " bytes: a negative number or an overflow; compute it in 64 bits from max");
  }
  return static_cast<std::int64_t>(bytes);
}

Status PluginObject::run_reference(const RuntimePorts& ports, const EnqueueBuffers& buffers) {
  if (tracing()) {
    trace("reference" + (ports.inputs > 0 ? " in0 " + format_desc(ports.in()[0]) : std::string()) +
          " out0 " + format_desc(ports.out()[0]));
  }
  std::array<char, kMessageBytes> message{};
  const MessageBuffer buffer{message.data(), static_cast<std::int32_t>(message.size())};
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("reference", [&] { code = call_reference(ports, buffers, buffer); }));
  if (code == 0) return Status::ok();
  message.back() = '\0';
  return {code_of(code), who_ + ": " +
                             (message[0] == '\0' ? "reference reported code " + std::to_string(code)
                                                 : std::string(message.data()))};
}

}  // namespace plugsmith::host
