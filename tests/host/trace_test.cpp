// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>

#include "src/host/trace_format.hpp"
#include "tests/host/probe_host.hpp"
#include "tests/host/recording.hpp"

// Plays the scenarios in which real TensorRT was recorded on the embedded host and compares every
// call. Not played: int8 and weak-fp16 (weakly typed networks, which TensorRT 11 no longer has) and
// fail-format-inconsistent (a probe whose answers depend on the number of calls).

namespace plugsmith::testing {
namespace {

constexpr char kOk[] = PLUGSMITH_RECORDINGS "/v3-10.6-ok.txt";
constexpr char kFail[] = PLUGSMITH_RECORDINGS "/v3-10.6-fail.txt";
constexpr char kLimit[] = PLUGSMITH_RECORDINGS "/v3-10.6-workspace-limit.txt";

using nvinfer1::PluginTensorDesc;

struct Scenario {
  const char* file = kOk;
  std::string name;
  ProbeBehaviour behaviour;
  host::LayerSpec layer = probe_layer();
  host::BuildOptions options = probe_profile();
  host::DimValues input_dims = {2, 8, 16, 16};
  int runs = 2;
  bool third_run_is_captured = false;
  bool register_twice = false;
  bool deregister_before_runtime = false;
  End end = End::kOrderly;
  std::string message;  ///< part of the Status in which the scenario ends; empty: it succeeds
};

void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }

Scenario scenario(const char* file, const char* name) {
  Scenario result;
  result.file = file;
  result.name = name;
  return result;
}

Scenario tactic(const char* file) {
  Scenario result = scenario(file, "tactic");
  result.behaviour.tactics = {1, 2, 5};
  result.behaviour.workspace_bytes = 1000;
  result.behaviour.timing_cache_id = "probe-32";
  result.options.preferred_tactic = 2;  // the one that won the recorded timing
  result.options.time_with_enqueue = true;
  return result;
}

Scenario workspace_limit() {
  Scenario result = tactic(kLimit);
  result.options.workspace_limit_bytes = 64;
  result.message = "Could not find any implementation for node (Unnamed Layer* 1) [PluginV3_V3ONE]";
  return result;
}

Scenario data_dependent() {
  Scenario result = scenario(kOk, "datadep");
  result.behaviour.data_dependent = true;
  result.layer.inputs[0].dims = {-1, -1};
  result.layer.outputs_are_network_outputs = true;
  result.layer.output_names = {"y", "n"};
  result.options.profile = {{{1, 1}, {4, 4}, {8, 8}}};
  result.input_dims = {4, 4};
  return result;
}

Scenario shape_input() {
  Scenario result = scenario(kOk, "shapein");
  result.layer.shape_inputs = {{"size", DataType::kInt64, {2}}};
  result.behaviour.accepts = [](int position, const PluginTensorDesc& desc) {
    const auto type = position == 0 ? nvinfer1::DataType::kFLOAT : nvinfer1::DataType::kINT64;
    return desc.type == type && desc.format == nvinfer1::TensorFormat::kLINEAR;
  };
  result.message = "could not find any supported formats consistent with input/output data types";
  return result;
}

Scenario alias(const char* name) {
  Scenario result = scenario(kOk, name);
  result.behaviour.build_v2 = true;
  result.layer.layer_index = 0;
  result.layer.outputs_are_network_outputs = true;
  result.options.alias_preview = result.name == "alias";
  if (!result.options.alias_preview) {
    result.message = "PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled";
  }
  return result;
}

Scenario hwc8() {
  Scenario result = scenario(kOk, "hwc8");
  result.layer.inputs[0].type = DataType::kHalf;
  result.behaviour.accepts = [](int, const PluginTensorDesc& desc) {
    return desc.format == nvinfer1::TensorFormat::kHWC8;
  };
  return result;
}

Scenario captured(const char* name) {
  Scenario result = scenario(kOk, name);
  result.third_run_is_captured = true;
  return result;
}

Scenario registered_twice() {
  Scenario result = scenario(kOk, "dup");
  result.register_twice = true;
  return result;
}

Scenario failing(const char* name, Fault fault, const char* message, End end = End::kOrderly) {
  Scenario result = scenario(kFail, name);
  result.behaviour.fault = fault;
  result.message = message;
  result.end = end;
  if (fault == Fault::kFields) result.message.clear();
  return result;
}

Scenario no_format() {
  Scenario result = failing("fail-format", Fault::kNone, "could not find any supported formats");
  result.behaviour.accepts = [](int, const PluginTensorDesc&) { return false; };
  return result;
}

Scenario deregistered() {
  Scenario result = failing("fail-unregistered", Fault::kNone,
                            "Cannot find plugin: Probe, version: 1, namespace:.");
  result.deregister_before_runtime = true;
  return result;
}

std::vector<Scenario> scenarios() {
  return {
      scenario(kOk, "basic"),
      tactic(kOk),
      data_dependent(),
      shape_input(),
      alias("alias"),
      alias("alias-noflag"),
      hwc8(),
      captured("graph"),
      captured("sync"),
      captured("alloc"),
      registered_twice(),
      failing("fail-nobuildcap", Fault::kNoBuildCapability,
              "getCapabilityInterface(kBUILD) returned null", End::kCutShort),
      failing("fail-clone", Fault::kClone, "clone returned null", End::kCutShort),
      failing("fail-name", Fault::kName, "Cannot find plugin: Other, version: 1, namespace:."),
      failing("fail-nbout", Fault::kOutputCount, "getNbOutputs returned 0", End::kCutShort),
      failing("fail-configure", Fault::kConfigure,
              "configurePlugin reported a non-zero return code: 1"),
      no_format(),
      failing("fail-dtype", Fault::kDataTypes,
              "getOutputDataTypes reported a non-zero return code: 1", End::kCutShort),
      failing("fail-shapes", Fault::kShapes, "getOutputShapes reported a non-zero return code: 1"),
      failing("fail-workspace", Fault::kWorkspace,
              "requires 1125899906842624 bytes of scratch space, but only 4294967296 is available"),
      failing("fail-settactic", Fault::kSetTactic, "setTactic reported a non-zero return code: 1"),
      failing("fail-onshape", Fault::kOnShapeChange,
              "onShapeChange reported a non-zero return code: 1"),
      failing("fail-enqueue", Fault::kEnqueue, "enqueue reported a non-zero return code: 1"),
      failing("fail-attach", Fault::kAttach, "attachToContext returned null", End::kCutShort),
      failing("fail-fields", Fault::kFields, ""),
      failing("fail-create", Fault::kCreateAtRuntime,
              "returned null when the engine was deserialized", End::kCutShort),
      deregistered(),
      workspace_limit(),
  };
}

/// Plays one scenario: the same steps, marked with the same lines, as the recording program.
class Player {
 public:
  explicit Player(const Scenario& scenario) : scenario_(scenario), host_(scenario.behaviour) {}

  /// The first failure, or ok.
  Status play() {
    EXPECT_TRUE(host_.registered());
    if (scenario_.register_twice) {
      EXPECT_FALSE(host_.registry().registerCreator(host_.creator(), ""));
    }
    auto layer = host_->add_layer(scenario_.layer);
    if (!layer.is_ok()) return layer.status();
    first_output_ = host::format_dims(layer.value()->outputs()[0].dims);
    host_->mark("== build");
    auto engine = layer.value()->build(scenario_.options);
    host_->mark("== delete net");
    layer.value().reset();
    if (!engine.is_ok()) return engine.status();
    return run(*engine.value());
  }

  std::vector<std::string> trace() { return host_->trace(); }
  const std::string& first_output() const { return first_output_; }
  int alive() { return host_.creator().alive(); }

 private:
  Status run(host::PluginEngine& engine) {
    if (scenario_.deregister_before_runtime) {
      EXPECT_TRUE(host_.registry().deregisterCreator(host_.creator()));
    }
    host_->mark("== runtime");
    PLUGSMITH_RETURN_IF_ERROR(engine.load());
    host_->mark("== context");
    auto context = engine.create_context();
    if (!context.is_ok()) return context.status();
    Status status = Status::ok();
    for (int i = 0; i < scenario_.runs; ++i) {
      status = enqueue(*context.value(), "== run " + std::to_string(i));
    }
    if (scenario_.third_run_is_captured) status = enqueue(*context.value(), "== capture");
    host_->mark("== end");
    return status;
  }

  Status enqueue(host::PluginContext& context, const std::string& mark) {
    host_->mark(mark);
    const auto dims = context.output_dims({scenario_.input_dims}, {});
    if (!dims.is_ok()) return dims.status();
    constexpr std::size_t kEnough = std::size_t{2} * 8 * 16 * 16 * 4;
    std::vector<std::vector<std::byte>> memory(1 + dims->size(), std::vector<std::byte>(kEnough));
    std::vector<host::MutableTensor> outputs;
    for (std::size_t i = 0; i < dims->size(); ++i) {
      outputs.push_back({memory[1 + i].data(), dims.value()[i]});
    }
    return context.run({{memory[0].data(), scenario_.input_dims}}, {}, outputs,
                       host::Execution::kEnqueueOnHost);
  }

  const Scenario& scenario_;
  ProbeHost host_;
  std::string first_output_;
};

/// The recorded calls, where the recording differs from the notation or from what any host can do.
std::vector<std::string> recorded_calls(const Scenario& scenario,
                                        const std::vector<std::string>& lines) {
  std::vector<std::string> calls = calls_in(lines);
  if (scenario.name == "fail-create") {
    // The probe shortened this one line.
    EXPECT_EQ(calls.back(), "createPlugin runtime -> null");
    calls.back() =
        "createPlugin '(Unnamed Layer* 1) [PluginV3_V3ONE]' phase 1 fields 1 [target t5 len 1 data "
        "32] -> null";
  }
  if (scenario.name == "fail-shapes") {
    // TensorRT keeps the broken layer until the network is deleted; the host refuses it at once.
    std::erase(calls, "== build");
    std::erase(calls, "== delete net");
  }
  return calls;
}

class Traces : public ::testing::TestWithParam<Scenario> {};

TEST_P(Traces, AgreeWithTheRecordingCallForCall) {
  const Scenario& scenario = GetParam();
  const auto lines = read_scenario(scenario.file, scenario.name);
  ASSERT_TRUE(lines.is_ok()) << lines.status().message();
  Player player(scenario);
  const Status status = player.play();
  if (scenario.message.empty()) {
    EXPECT_TRUE(status.is_ok()) << status.message();
  } else {
    EXPECT_NE(status.message().find(scenario.message), std::string::npos) << status.message();
  }
  const auto recorded = recorded_calls(scenario, lines.value());
  ASSERT_GE(recorded.size(), 1U);
  EXPECT_EQ(difference(recorded, calls_in(player.trace()), scenario.end), "");
  const std::string dims = line_after(lines.value(), "layer out0 dims ");
  if (!player.first_output().empty()) {
    EXPECT_EQ(player.first_output(), dims);
  }
  EXPECT_EQ(player.alive(), 0);
}

std::string name_of(const ::testing::TestParamInfo<Scenario>& info) {
  std::string name = info.param.name + (info.param.file == kLimit ? "-limit" : "");
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Recorded, Traces, ::testing::ValuesIn(scenarios()), name_of);

}  // namespace
}  // namespace plugsmith::testing
