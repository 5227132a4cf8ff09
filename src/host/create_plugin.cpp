// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/create_plugin.hpp"

#include "src/host/call_guard.hpp"
#include "src/host/fields.hpp"
#include "src/host/trace_format.hpp"

// The IPluginV2 family is deprecated, but TensorRT 10 and 11 still run it.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

Status refused_attributes(const CreateRequest& request) {
  return invalid_argument(request.who + ": createPlugin of creator " + describe(request.identity) +
                          " refused the attributes (it returned null)");
}

V2Reference reference_of(const HostState& state, const Creator& creator) {
  const auto origin = state.origins.find(&creator);
  return origin == state.origins.end() ? V2Reference{} : origin->second.v2;
}

Result<std::unique_ptr<V2Object>> deserialize_v2(const std::shared_ptr<HostState>& state,
                                                 const CreateRequest& request,
                                                 const std::vector<std::byte>& blob) {
  auto& creator = static_cast<nvinfer1::IPluginCreator&>(request.creator);
  // Memory of its own and of exactly that size, gone after the call.
  auto memory = std::make_unique<std::vector<std::byte>>(blob.begin(), blob.end());
  nvinfer1::IPluginV2* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(state->observer(), "creator " + request.identity.name, "deserializePlugin", [&] {
        made = creator.deserializePlugin(request.name.c_str(), memory->data(), memory->size());
      }));
  memory.reset();
  const std::string line =
      "deserializePlugin '" + request.name + "' length " + std::to_string(blob.size()) + " -> ";
  if (made == nullptr) {
    state->trace.call(line + "null");
    return invalid_argument(request.who + ": deserializePlugin of creator " +
                            describe(request.identity) + " returned null for the " +
                            std::to_string(blob.size()) +
                            " bytes that serialize wrote; it must take them");
  }
  auto object = V2Object::make(state, made, request.who, reference_of(*state, request.creator));
  if (!object.is_ok()) return object;
  state->trace.call((line + "#").append(std::to_string(object.value()->id())));
  PLUGSMITH_RETURN_IF_ERROR(object.value()->initialize());
  return object;
}

}  // namespace

Status check_kind(const CreatorIdentity& identity) {
  if (identity.kind == InterfaceKind::kV3One || identity.kind == InterfaceKind::kV1) {
    return Status::ok();
  }
  return unsupported("creator " + describe(identity) + " is an " + to_string(identity.kind) +
                     ": such plugins are made by TensorRT's Python API only; the embedded host "
                     "runs plugins of an IPluginCreatorV3One or IPluginCreator");
}

#if PLUGSMITH_GENERATION >= 10
Result<std::unique_ptr<V3Object>> create_v3(const std::shared_ptr<HostState>& state,
                                            const CreateRequest& request, V3Object::Phase phase) {
  auto& creator = static_cast<nvinfer1::IPluginCreatorV3One&>(request.creator);
  const bool build = phase == V3Object::Phase::kBuild;
  const auto told = build ? nvinfer1::TensorRTPhase::kBUILD : nvinfer1::TensorRTPhase::kRUNTIME;
  const FieldCollection fields(request.fields);
  nvinfer1::IPluginV3* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(state->observer(), "creator " + request.identity.name, "createPlugin",
              [&] { made = creator.createPlugin(request.name.c_str(), &fields.get(), told); }));
  const std::string line = state->trace.enabled()
                               ? "createPlugin '" + request.name + "' phase " +
                                     (build ? "0 " : "1 ") + format_fields(fields.get()) + " -> "
                               : std::string();
  if (made == nullptr) {
    state->trace.call(line + "null");
    if (build) return refused_attributes(request);
    return invalid_argument(
        request.who + ": createPlugin of creator " + describe(request.identity) +
        " returned null when the engine was deserialized; TensorRT crashes on that. It must take "
        "what getFieldsToSerialize gave");
  }
  auto object = std::make_unique<V3Object>(state, made, request.who);
  state->trace.call((line + "#").append(std::to_string(object->id())));
  PLUGSMITH_RETURN_IF_ERROR(object->bind(phase));
  return object;
}
#endif

Result<std::unique_ptr<V2Object>> create_v2(const std::shared_ptr<HostState>& state,
                                            const CreateRequest& request) {
  auto& creator = static_cast<nvinfer1::IPluginCreator&>(request.creator);
  const FieldCollection fields(request.fields);
  nvinfer1::IPluginV2* made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(state->observer(), "creator " + request.identity.name, "createPlugin",
              [&] { made = creator.createPlugin(request.name.c_str(), &fields.get()); }));
  const std::string line = state->trace.enabled() ? "createPlugin '" + request.name + "' " +
                                                        format_fields(fields.get()) + " -> "
                                                  : std::string();
  if (made == nullptr) {
    state->trace.call(line + "null");
    return refused_attributes(request);
  }
  auto object = V2Object::make(state, made, request.who, reference_of(*state, request.creator));
  if (object.is_ok()) {
    state->trace.call((line + "#").append(std::to_string(object.value()->id())));
  }
  return object;
}

Result<std::unique_ptr<PluginObject>> deserialize_plugin(const std::shared_ptr<HostState>& state,
                                                         const EngineData& data) {
  const PluginTriple& triple = data.triple;
  const CreatorIdentity wanted{triple.name, triple.version, triple.name_space, data.creator_kind};
  Creator* creator = state->registry.look_up(wanted);
  if (creator == nullptr) {
    return invalid_argument(
        data.layer.who + ": cannot deserialize the plugin: Cannot find plugin: " + triple.name +
        ", version: " + triple.version + ", namespace:" + triple.name_space +
        ".; that is what the plugin's " +
        (data.creator_kind == InterfaceKind::kV1 ? "getPluginType" : "getPluginName") +
        ", getPluginVersion and getPluginNamespace say, and they must equal those of a registered "
        "creator");
  }
  auto identity = read_identity(state->observer(), *creator);
  if (!identity.is_ok()) return identity.status();
  if (identity->kind != data.creator_kind) {
    return invalid_argument(data.layer.who + ": cannot deserialize the plugin: creator " +
                            describe(identity.value()) + " is an " + to_string(identity->kind) +
                            " now, but an " + to_string(data.creator_kind) +
                            " made the plugin; give them different versions");
  }
  const CreateRequest request{*creator, std::move(identity).value(), data.layer.name,
                              data.layer.who, data.info.serialized};
#if PLUGSMITH_GENERATION >= 10
  if (data.creator_kind == InterfaceKind::kV3One) {
    auto object = create_v3(state, request, V3Object::Phase::kRuntime);
    if (!object.is_ok()) return object.status();
    PLUGSMITH_RETURN_IF_ERROR(object.value()->set_tactic(data.info.tactic));
    return std::unique_ptr<PluginObject>(std::move(object).value());
  }
#endif
  auto object = deserialize_v2(state, request, data.info.blob);
  if (!object.is_ok()) return object.status();
  return std::unique_ptr<PluginObject>(std::move(object).value());
}

}  // namespace plugsmith::host
