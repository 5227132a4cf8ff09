// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "tests/host/recording.hpp"
#include "tests/host/v2_probe_host.hpp"

// Plays what real TensorRT was recorded with, an IPluginV2DynamicExt, on the embedded host. The
// probe prints what the recorded one printed, so the comparison is line by line.

namespace plugsmith::testing {
namespace {

#if PLUGSMITH_GENERATION >= 10
constexpr char kRecording[] = PLUGSMITH_RECORDINGS "/v2dynamicext-10.6.txt";
#else
constexpr char kRecording[] = PLUGSMITH_RECORDINGS "/v2dynamicext-8.6.txt";
#endif

/// The steps of the recording program, which marks them in the probe's list and in the host's
/// trace.
class Player {
 public:
  V2ProbeHost& host() { return host_; }

  void mark(const std::string& line) {
    host_->mark(line);
    host_.creator().record().calls.push_back(line);
  }

  Status play() {
    EXPECT_TRUE(host_.registered());
    mark("== addPluginV2");
    auto layer = host_->add_layer(v2_layer());
    if (!layer.is_ok()) return layer.status();
    auto engine = layer.value()->build(v2_profile());
    if (!engine.is_ok()) return engine.status();
    mark("== delete");
    layer.value().reset();
    mark("== runtime");
    PLUGSMITH_RETURN_IF_ERROR(engine.value()->load());
    mark("== context");
    auto context = engine.value()->create_context();
    if (!context.is_ok()) return context.status();
    for (const std::int64_t size : {16, 16, 24}) {
      mark("== run " + std::to_string(size));
      PLUGSMITH_RETURN_IF_ERROR(enqueue(*context.value(), {2, 8, size, size}));
    }
    mark("== end");
    return Status::ok();
  }

 private:
  Status enqueue(host::PluginContext& context, const host::DimValues& dims) {
    std::vector<float> input(std::size_t{2} * 8 * 32 * 32), output(input.size());
    std::vector<host::MutableTensor> outputs{{output.data(), {2, 8, 32, 32}}};
    return context.run({{input.data(), dims}}, {}, outputs, host::Execution::kEnqueueOnHost);
  }

  V2ProbeHost host_{V2Behaviour{}};
};

/// TensorRT asks for types and shapes when the build begins or the user does; the host's answer to
/// add_layer() needs them, so it asks at once: the mark lies elsewhere, the calls do not.
std::vector<std::string> recorded() {
  auto lines = read_recording(kRecording);
  EXPECT_TRUE(lines.is_ok()) << lines.status().message();
  auto calls = calls_in(lines.value());
  std::erase(calls, "== build");
  return calls;
}

/// "#3 clone" or "createPlugin": who was called and what; nothing for what a trace leaves out.
std::string call_of(std::string line) {
  for (const char* prefix : {"creator.", "== "}) {
    if (line.rfind(prefix, 0) == 0) line.erase(0, std::string(prefix).size());
  }
  if (line[0] != '#') return line.substr(0, line.find(' '));
  const std::size_t blank = line.find(' ');
  const std::string method = line.substr(blank + 1, line.find(' ', blank + 1) - blank - 1);
  for (const char* left_out : {"nbOutputs", "type", "~"}) {
    if (method == left_out) return {};
  }
  return line.substr(0, blank) + " " + method;
}

std::vector<std::string> calls_of(const std::vector<std::string>& lines) {
  std::vector<std::string> calls;
  for (const std::string& line : lines) {
    if (std::string call = call_of(line); !call.empty()) calls.push_back(std::move(call));
  }
  return calls;
}

TEST(V2Traces, AgreeWithTheRecordingCallForCall) {
  Player player;
  const Status status = player.play();
  ASSERT_TRUE(status.is_ok()) << status.message();
  const auto played = calls_in(player.host().creator().record().calls);
  ASSERT_GT(played.size(), 40U);
  EXPECT_EQ(difference(recorded(), played, End::kOrderly), "");
  EXPECT_EQ(player.host().creator().record().alive, 0);
}

TEST(V2Traces, ShowTheRecordedCallsInTheHostsOwnNotation) {
  Player player;
  const Status status = player.play();
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(
      difference(calls_of(recorded()), calls_of(calls_in(player.host()->trace())), End::kOrderly),
      "");
}

TEST(V2Traces, ShowTheArgumentsOfACall) {
  Player player;
  const Status status = player.play();
  ASSERT_TRUE(status.is_ok()) << status.message();
  const auto trace = calls_in(player.host()->trace());
  for (const char* line : {
           "createPlugin 'pad' fields 1 [target t5 len 1 data null] -> #0",
           "#0 getOutputDataType 0 in0 t0 -> t0",
           "#1 getOutputDimensions 0 in0 [?,8,?,?]",
           "#3 supportsFormat pos 1 io0 [-1,8,-1,-1]:t0:f0:s0 io1 [-1,8,32,32]:t0:f0:s0 -> 1",
           "#4 getWorkspaceSize in0 [4,8,32,32]:t0:f0:s0 out0 [4,8,32,32]:t0:f0:s0 -> 0",
           "#4 getSerializationSize -> 4",
           "deserializePlugin '(Unnamed Layer* 1) [PluginV2DynamicExt]' length 4 -> #5",
           "#6 attachToContext cudnn null cublas null allocator set",
           "#6 enqueue in0 [2,8,16,16]:t0:f0:s1 out0 [2,8,32,32]:t0:f0:s1 ws null(mod256=0) "
           "same-ptr 0 stream-default 0",
       }) {
    EXPECT_NE(std::find(trace.begin(), trace.end(), line), trace.end()) << line;
  }
}

// Several combinations are timed one after the other (recorded as scenario v2-any).
TEST(V2Traces, TimeEachOfSeveralCombinationsOnAnInitializedClone) {
  V2Behaviour behaviour;
  behaviour.accepts = [](int, const nvinfer1::PluginTensorDesc& desc) {
    return desc.format == nvinfer1::TensorFormat::kLINEAR ||
           desc.format == nvinfer1::TensorFormat::kCHW32;
  };
  V2ProbeHost host(behaviour);
  auto layer = host->add_layer(v2_layer());
  ASSERT_TRUE(layer.is_ok()) << layer.status().message();
  host.creator().record().calls.clear();
  host::BuildOptions options = v2_profile();
  options.time_with_enqueue = true;
  const auto engine = layer.value()->build(options);
  ASSERT_TRUE(engine.is_ok()) << engine.status().message();
  EXPECT_EQ(engine.value()->info().accepted_combinations, 4);
  EXPECT_EQ(host.creator().record().initialized, 0);
  const auto& calls = host.creator().record().calls;
  const auto first = std::find(calls.begin(), calls.end(), "#3 clone -> #4");
  ASSERT_NE(first, calls.end());
  std::vector<std::string> trial(first + 1, calls.end());
  trial.erase(std::unique(trial.begin(), trial.end()), trial.end());
  trial.resize(11);
  EXPECT_EQ(trial, (std::vector<std::string>{
                       "#4 configurePlugin dims -1 -1 min 1 max 32", "#4 getWorkspaceSize dims 32",
                       "#4 initialize", "#4 attachToContext cudnn (nil) cublas (nil) alloc PTR",
                       "#4 configurePlugin dims 2 16 min 16 max 16",
                       "#4 enqueue in 16 type 0 scale 1", "#4 detachFromContext", "#4 terminate",
                       "#4 detachFromContext", "#4 destroy", "#4 ~"}));
}

}  // namespace
}  // namespace plugsmith::testing
