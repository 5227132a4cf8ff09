// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/traced/traced_v3.hpp"

#include <cstring>

#include "src/trt/trace/call_lines.hpp"
#include "src/trt/traced/traced.hpp"

namespace plugsmith::traced {

using namespace nvinfer1;
using trace::failure;

template <class Capability>
std::int32_t TracedBuild<Capability>::configurePlugin(DynamicPluginTensorDesc const* in,
                                                      std::int32_t nb_in,
                                                      DynamicPluginTensorDesc const* out,
                                                      std::int32_t nb_out) noexcept {
  state_.inputs = nb_in;
  state_.outputs = nb_out;
  const std::int32_t code = inner->configurePlugin(in, nb_in, out, nb_out);
  state_.call(trace::configure_line({in, nb_in}, {out, nb_out}) + failure(code));
  return code;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getOutputDataTypes(DataType* out, std::int32_t nb_out,
                                                         DataType const* in,
                                                         std::int32_t nb_in) const noexcept {
  const std::int32_t code = inner->getOutputDataTypes(out, nb_out, in, nb_in);
  state_.call(trace::data_types_line({in, nb_in}) + failure(code));
  return code;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getOutputShapes(DimsExprs const* in, std::int32_t nb_in,
                                                      DimsExprs const* shapes,
                                                      std::int32_t nb_shapes, DimsExprs* out,
                                                      std::int32_t nb_out,
                                                      IExprBuilder& builder) noexcept {
  const std::string line = trace::output_shapes_line({in, nb_in}, {shapes, nb_shapes});
  const std::int32_t code =
      inner->getOutputShapes(in, nb_in, shapes, nb_shapes, out, nb_out, builder);
  state_.call(line + failure(code));
  return code;
}

template <class Capability>
bool TracedBuild<Capability>::supportsFormatCombination(std::int32_t position,
                                                        DynamicPluginTensorDesc const* ports,
                                                        std::int32_t nb_in,
                                                        std::int32_t nb_out) noexcept {
  const bool accepted = inner->supportsFormatCombination(position, ports, nb_in, nb_out);
  state_.call(trace::supports_format_line(position, ports, accepted));
  return accepted;
}

template <class Capability>
std::size_t TracedBuild<Capability>::getWorkspaceSize(DynamicPluginTensorDesc const* in,
                                                      std::int32_t nb_in,
                                                      DynamicPluginTensorDesc const* out,
                                                      std::int32_t nb_out) const noexcept {
  const std::size_t bytes = inner->getWorkspaceSize(in, nb_in, out, nb_out);
  state_.call(trace::workspace_line({in, nb_in}, {out, nb_out}, bytes));
  return bytes;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getValidTactics(std::int32_t* tactics,
                                                      std::int32_t count) noexcept {
  const std::int32_t code = inner->getValidTactics(tactics, count);
  state_.call("getValidTactics n " + std::to_string(count) + failure(code));
  return code;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getNbTactics() noexcept {
  const std::int32_t count = inner->getNbTactics();
  state_.call("getNbTactics -> " + std::to_string(count));
  return count;
}

template <class Capability>
char const* TracedBuild<Capability>::getTimingCacheID() noexcept {
  const char* id = inner->getTimingCacheID();
  state_.call(trace::timing_cache_line(id));
  return id;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getFormatCombinationLimit() noexcept {
  const std::int32_t limit = inner->getFormatCombinationLimit();
  state_.call("getFormatCombinationLimit -> " + std::to_string(limit));
  return limit;
}

template <class Capability>
std::int32_t TracedBuild<Capability>::getAliasedInput(std::int32_t output) noexcept {
  std::int32_t input = -1;
  if constexpr (std::is_same_v<Capability, IPluginV3OneBuildV2>) {
    input = inner->getAliasedInput(output);
  }
  state_.call("getAliasedInput(" + std::to_string(output) + ") -> " + std::to_string(input));
  return input;
}

template class TracedBuild<IPluginV3OneBuild>;
template class TracedBuild<IPluginV3OneBuildV2>;

std::int32_t TracedRuntime::setTactic(std::int32_t tactic) noexcept {
  state_.tactic = tactic;
  const std::int32_t code = inner->setTactic(tactic);
  state_.call("setTactic " + std::to_string(tactic) + failure(code));
  return code;
}

std::int32_t TracedRuntime::onShapeChange(PluginTensorDesc const* in, std::int32_t nb_in,
                                          PluginTensorDesc const* out,
                                          std::int32_t nb_out) noexcept {
  state_.inputs = nb_in;
  state_.outputs = nb_out;
  const std::int32_t code = inner->onShapeChange(in, nb_in, out, nb_out);
  state_.call(trace::shape_change_line({in, nb_in}, {out, nb_out}) + failure(code));
  return code;
}

std::int32_t TracedRuntime::enqueue(PluginTensorDesc const* in, PluginTensorDesc const* out,
                                    void const* const* inputs, void* const* outputs,
                                    void* workspace, cudaStream_t stream) noexcept {
  const std::int32_t code = inner->enqueue(in, out, inputs, outputs, workspace, stream);
  trace::EnqueueCall call{{in, state_.inputs}, {out, state_.outputs}, inputs, outputs};
  call.workspace = workspace;
  call.stream = stream;
  call.tactic = state_.tactic;
  state_.call(trace::enqueue_line(call) + failure(code));
  return code;
}

IPluginV3* TracedRuntime::attachToContext(IPluginResourceContext* context) noexcept {
  return wrap_made(inner->attachToContext(context), state_, "attachToContext",
                   context == nullptr ? " (ctx null)" : " (ctx set)");
}

PluginFieldCollection const* TracedRuntime::getFieldsToSerialize() noexcept {
  const PluginFieldCollection* fields = inner->getFieldsToSerialize();
  state_.call(trace::serialized_line(fields));
  return fields;
}

TracedV3::~TracedV3() {
  state_.call("~");
  delete &inner_;
}

IPluginCapability* TracedV3::getCapabilityInterface(PluginCapabilityType type) noexcept {
  IPluginCapability* found = inner_.getCapabilityInterface(type);
  if (found == nullptr) return nullptr;
  const InterfaceInfo info = found->getInterfaceInfo();
  const auto is = [&](const char* kind) {
    return info.kind != nullptr && std::strcmp(info.kind, kind) == 0;
  };
  if (type == PluginCapabilityType::kCORE && is("PLUGIN_V3ONE_CORE")) {
    core_.inner = static_cast<IPluginV3OneCore*>(found);
    return &core_;
  }
  if (type == PluginCapabilityType::kBUILD && is("PLUGIN_V3ONE_BUILD")) {
    auto* build = static_cast<IPluginV3OneBuild*>(found);
    if (info.major < 2) {
      build_.inner = build;
      return &build_;
    }
    build_v2_.inner = static_cast<IPluginV3OneBuildV2*>(build);
    return &build_v2_;
  }
  if (type == PluginCapabilityType::kRUNTIME && is("PLUGIN_V3ONE_RUNTIME")) {
    runtime_.inner = static_cast<IPluginV3OneRuntime*>(found);
    return &runtime_;
  }
  return found;  // what we do not know we do not touch
}

IPluginV3* TracedV3::clone() noexcept { return wrap_made(inner_.clone(), state_, "clone", ""); }

IPluginV3* wrap_made(IPluginV3* made, const ObjectState& maker, const char* method,
                     const char* remark) {
  const std::string line = std::string(method) + " -> ";
  if (made == nullptr) {
    maker.call(line + "null");
    return nullptr;
  }
  auto* wrapped = new TracedV3(*made, maker.copy());
  maker.call(line + wrapped->name() + remark);
  return wrapped;
}

IPluginV3* traced_plugin(IPluginV3& inner, trace::Trace& trace, std::int32_t id) {
  return new TracedV3(inner, {trace, id});
}

}  // namespace plugsmith::traced
