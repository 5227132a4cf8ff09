// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/scenario_tables.hpp"

// A probe that misbehaves in one method each, weakly typed networks, and IPluginV2DynamicExt.

namespace plugsmith::fidelity {
namespace {

Scenario failing(const char* name, Fault fault, const char* message) {
  Scenario s = plain("failures", name, "refusal or failure of one method");
  s.behaviour.fault = fault;
  s.message = message;
  return s;
}

/// The same at a later call of the method.
Scenario from_call(Scenario s, int call, const char* name, const char* shows) {
  s.behaviour.fault_from_call = call;
  s.name = name;
  s.shows = shows;
  return s;
}

/// With two tactics, so that the method is called while they are timed.
Scenario timed(Scenario s, const char* name) {
  s.name = name;
  s.shows = "the method fails while tactics are timed";
  s.behaviour.tactics = {1, 2};
  return s;
}

Scenario v2(const char* name, const char* shows) {
  Scenario s = plain("v2", name, shows);
  s.v2 = true;
  return s;
}

Scenario v2_failing(const char* name, Fault fault, const char* message) {
  Scenario s = failing(name, fault, message);
  s.group = "v2";
  s.v2 = true;
  return s;
}

}  // namespace

std::vector<Scenario> failure_scenarios() {
  const Scenario clone = failing("fail-clone", Fault::kClone, "clone returned null");
  const Scenario shapes =
      failing("fail-shapes", Fault::kShapes, "getOutputShapes reported a non-zero return code: 1");
  const Scenario set_tactic =
      failing("fail-settactic", Fault::kSetTactic, "setTactic reported a non-zero return code: 1");
  const Scenario shape_change = failing("fail-onshape", Fault::kOnShapeChange,
                                        "onShapeChange reported a non-zero return code: 1");
  const Scenario enqueue =
      failing("fail-enqueue", Fault::kEnqueue, "enqueue reported a non-zero return code: 1");
  const Scenario attach = failing("fail-attach", Fault::kAttach, "attachToContext returned null");
  const Scenario configure = failing("fail-configure", Fault::kConfigure,
                                     "configurePlugin reported a non-zero return code: 1");

  Scenario format = failing("fail-format", Fault::kNone, "could not find any supported formats");
  format.behaviour.accepts = {};
  Scenario unregistered = failing("fail-unregistered", Fault::kNone,
                                  "Cannot find plugin: Probe, version: 1, namespace:.");
  unregistered.deregister_before_runtime = true;
  Scenario alias = failing("fail-alias", Fault::kAliasOutOfRange, "getAliasedInput");
  alias.behaviour.aliases = true;
  alias.alias_preview = true;
  Scenario zero_tactic = failing("fail-zero-tactic", Fault::kZeroTactic, "getValidTactics");
  zero_tactic.behaviour.tactics = {1, 2};
  Scenario tactics = failing("fail-tactics", Fault::kTactics,
                             "getValidTactics reported a non-zero return code: 1");
  tactics.behaviour.tactics = {1, 2};

  return {
      failing("fail-create", Fault::kCreate, "refused the attributes"),
      failing("fail-create-runtime", Fault::kCreateAtRuntime,
              "returned null when the engine was deserialized"),
      failing("fail-nobuildcap", Fault::kNoBuildCapability,
              "getCapabilityInterface(kBUILD) returned null"),
      failing("fail-noruntimecap", Fault::kNoRuntimeCapability,
              "getCapabilityInterface(kRUNTIME) returned null"),
      clone,
      from_call(clone, 2, "fail-clone-2", "the second clone, the builder's, is null"),
      from_call(clone, 3, "fail-clone-3", "the third clone, the layer's, is null"),
      failing("fail-name", Fault::kName, "Cannot find plugin: Other, version: 1, namespace:."),
      failing("fail-nbout", Fault::kOutputCount, "getNbOutputs returned 0"),
      failing("fail-dtype", Fault::kDataTypes,
              "getOutputDataTypes reported a non-zero return code: 1"),
      from_call(
          failing("", Fault::kDataTypes, "getOutputDataTypes reported a non-zero return code: 1"),
          2, "fail-dtype-2", "the second call, on the network's clone, fails"),
      failing("fail-bool", Fault::kBoolOutput, "TensorRT takes neither bool nor uint8"),
      shapes,
      from_call(shapes, 2, "fail-shapes-2", "the second call, in the build, fails"),
      failing("fail-shapes-unset", Fault::kShapesNotWritten, "getOutputShapes"),
      format,
      failing("fail-format-inconsistent", Fault::kFormatsByCallCount, ""),
      failing("fail-limit", Fault::kZeroLimit, "getFormatCombinationLimit returned 0"),
      configure,
      from_call(configure, 2, "fail-configure-2", "the second call, on the winner, fails"),
      tactics,
      zero_tactic,
      failing("fail-workspace", Fault::kWorkspace,
              "requires 1125899906842624 bytes of scratch space"),
      set_tactic,
      from_call(set_tactic, 2, "fail-settactic-2", "setTactic fails at deserialization"),
      timed(set_tactic, "fail-settactic-timed"),
      shape_change,
      timed(shape_change, "fail-onshape-timed"),
      enqueue,
      timed(enqueue, "fail-enqueue-timed"),
      attach,
      from_call(attach, 2, "fail-attach-2", "the second attachToContext, the winner's, is null"),
      from_call(attach, 3, "fail-attach-3", "attachToContext is null for the execution context"),
      alias,
      failing("fail-fields", Fault::kFields, ""),
      failing("fail-field-data", Fault::kFieldWithoutData, "getFieldsToSerialize"),
      unregistered,
  };
}

std::vector<Scenario> weak_scenarios() {
  Scenario fp16 = plain("weak", "weak-fp16", "a weakly typed network with the FP16 flag");
  fp16.typing = Typing::kWeakFp16;
  Scenario int8 = plain("weak", "weak-int8", "a weakly typed network with INT8 and its scales");
  int8.typing = Typing::kWeakInt8;
  int8.behaviour.accepts = {{-1, DataType::kFloat, TensorFormat::kLinear},
                            {-1, DataType::kInt8, TensorFormat::kLinear},
                            {-1, DataType::kInt8, TensorFormat::kChw4},
                            {-1, DataType::kInt8, TensorFormat::kChw32}};
  int8.behaviour.alike = true;
  Scenario plain_weak = plain("weak", "weak", "a weakly typed network");
  plain_weak.typing = Typing::kWeak;
  return {plain_weak, fp16, int8};
}

std::vector<Scenario> v2_scenarios() {
  Scenario change = v2("v2-shape-change", "configurePlugin again where the shape changes");
  change.runs = {{{{2, 8, 16, 16}}}, {{{2, 8, 16, 16}}}, {{{4, 8, 16, 16}}}};
  Scenario hwc8 = v2("v2-hwc8", "a vectorized format");
  hwc8.inputs[0].type = DataType::kHalf;
  hwc8.behaviour.accepts = {{-1, {}, TensorFormat::kHwc8}};
  Scenario any = v2("v2-any", "several accepted combinations are timed");
  any.behaviour.accepts = {{-1, {}, {}}};
  any.behaviour.alike = true;
  Scenario two = v2("v2-two-inputs-two-outputs", "two inputs, two outputs");
  two.inputs = {{}, {}};
  two.behaviour.outputs = {{}, {}};
  two.runs = {{{{2, 8, 16, 16}, {2, 8, 16, 16}}}};
  Scenario contexts = v2("v2-two-contexts", "two contexts of one engine");
  contexts.contexts = 2;
  contexts.runs = {{{{2, 8, 16, 16}}}, {{{4, 8, 16, 16}}, {}, 0, 1}};
  Scenario profiles = v2("v2-two-profiles", "two profiles, a run with each");
  profiles.inputs[0].ranges = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}},
                               {{1, 8, 1, 1}, {3, 8, 8, 8}, {8, 8, 8, 8}}};
  profiles.contexts = 2;
  profiles.runs = {{{{2, 8, 16, 16}}}, {{{3, 8, 8, 8}}, {}, 1, 1}};
  Scenario weak = v2("v2-weak-int8", "a weakly typed network with INT8 and its scales");
  weak.typing = Typing::kWeakInt8;
  weak.behaviour.accepts = {{-1, DataType::kFloat, TensorFormat::kLinear},
                            {-1, DataType::kInt8, TensorFormat::kLinear}};
  weak.behaviour.alike = true;
  Scenario format = v2_failing("v2-fail-format", Fault::kNone, "supported formats");
  format.behaviour.accepts = {};
  Scenario workspace = v2("v2-workspace", "a workspace of 1000 bytes");
  workspace.behaviour.workspace_bytes = {1000};
  Scenario graph = v2("v2-graph", "enqueueV3 captured into a CUDA graph, which is launched");
  graph.runs.push_back({{{2, 8, 16, 16}}, {}, 0, 0, true});
  const Scenario clone = v2_failing("v2-fail-clone", Fault::kClone, "clone returned null");
  return {v2("v2-basic", "one input, one output, one format"),
          change,
          hwc8,
          any,
          two,
          contexts,
          profiles,
          workspace,
          graph,
          weak,
          v2_failing("v2-fail-create", Fault::kCreate, "refused the attributes"),
          clone,
          from_call(clone, 3, "v2-fail-clone-3", "the third clone is null"),
          v2_failing("v2-fail-nbout", Fault::kOutputCount, "getNbOutputs returned 0"),
          v2_failing("v2-fail-dims", Fault::kShapes, "getOutputDimensions"),
          v2_failing("v2-fail-bool", Fault::kBoolOutput, "bool"),
          format,
          v2_failing("v2-fail-workspace", Fault::kWorkspace, "scratch space"),
          v2_failing("v2-fail-initialize", Fault::kInitialize, "initialize"),
          v2_failing("v2-fail-enqueue", Fault::kEnqueue, "enqueue"),
          v2_failing("v2-fail-deserialize", Fault::kDeserialize, "deserializePlugin")};
}

}  // namespace plugsmith::fidelity
