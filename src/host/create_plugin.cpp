// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/create_plugin.hpp"

#include "src/host/call_guard.hpp"
#include "src/host/creator_info.hpp"
#include "src/host/fields.hpp"
#include "src/host/trace_format.hpp"

namespace plugsmith::host {
namespace {

Status refuse_kind(const CreatorIdentity& identity) {
  const std::string what = "creator " + describe(identity) + " is an " + to_string(identity.kind);
  if (identity.kind == InterfaceKind::kV3Quick) {
    return unsupported(what +
                       ": such plugins are made by TensorRT's Python API only; the embedded "
                       "host runs IPluginV3 plugins of an IPluginCreatorV3One");
  }
  return unsupported(what +
                     " of the older IPluginV2 family; the embedded host runs IPluginV3 plugins "
                     "of an IPluginCreatorV3One");
}

}  // namespace

Result<std::unique_ptr<PluginObject>> create_plugin(const std::shared_ptr<HostState>& state,
                                                    nvinfer1::IPluginCreatorInterface& creator,
                                                    const CreateRequest& request) {
  const Result<CreatorIdentity> identity = read_identity(state->observer(), creator);
  if (!identity.is_ok()) return identity.status();
  if (identity->kind != InterfaceKind::kV3One) return refuse_kind(identity.value());

  auto& v3_creator = static_cast<nvinfer1::IPluginCreatorV3One&>(creator);
  const bool build = request.phase == PluginObject::Phase::kBuild;
  const auto phase = build ? nvinfer1::TensorRTPhase::kBUILD : nvinfer1::TensorRTPhase::kRUNTIME;
  const FieldCollection fields(request.fields);
  nvinfer1::IPluginV3* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(state->observer(), "creator " + identity->name, "createPlugin",
              [&] { made = v3_creator.createPlugin(request.name.c_str(), &fields.get(), phase); }));
  const std::string line = state->trace.enabled()
                               ? "createPlugin '" + request.name + "' phase " +
                                     (build ? "0 " : "1 ") + format_fields(fields.get()) + " -> "
                               : std::string();
  if (made == nullptr) {
    state->trace.call(line + "null");
    return invalid_argument(
        request.who + ": createPlugin of creator " + describe(identity.value()) +
        (build ? " refused the attributes (it returned null)"
               : " returned null when the engine was deserialized; TensorRT "
                 "crashes on that. It must take what getFieldsToSerialize gave"));
  }
  auto object = std::make_unique<PluginObject>(state, made, request.who);
  state->trace.call((line + "#").append(std::to_string(object->id())));
  PLUGSMITH_RETURN_IF_ERROR(object->bind(request.phase));
  return object;
}

}  // namespace plugsmith::host
