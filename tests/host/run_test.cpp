// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "tests/host/probe_host.hpp"

namespace plugsmith::testing {
namespace {

using host::DimValues;
using host::Execution;
using nvinfer1::PluginTensorDesc;

std::int64_t count_of(const DimValues& dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

std::vector<float> counting(std::int64_t count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

TEST(Run, AnyAcceptedFp32FormatComputesOnLinearTensors) {
  const DimValues dims{2, 5, 3, 4};
  const DimValues volumetric{2, 5, 2, 3, 4};
  for (const auto format : {nvinfer1::TensorFormat::kLINEAR, nvinfer1::TensorFormat::kCHW32,
                            nvinfer1::TensorFormat::kHWC, nvinfer1::TensorFormat::kDHWC}) {
    SCOPED_TRACE(static_cast<int>(format));
    const DimValues& shape = format == nvinfer1::TensorFormat::kDHWC ? volumetric : dims;
    const std::int64_t stored =
        format == nvinfer1::TensorFormat::kCHW32 ? 2 * 32 * 3 * 4 : count_of(shape);
    std::int64_t poisoned = 0;
    ProbeBehaviour behaviour;
    behaviour.accepts = [&](int, const PluginTensorDesc& desc) { return desc.format == format; };
    behaviour.compute = [&](const PluginTensorDesc*, const PluginTensorDesc*,
                            const void* const* inputs, void* const* outputs, void*) {
      const auto* x = static_cast<const float*>(inputs[0]);
      auto* y = static_cast<float*>(outputs[0]);
      for (std::int64_t i = 0; i < stored; ++i) {
        poisoned += std::isnan(x[i]) ? 1 : 0;
        y[i] = 2 * x[i];
      }
      return 0;
    };
    Running running(behaviour, layer_of(shape), {});
    const std::vector<float> x = counting(count_of(shape));
    std::vector<float> y(x.size());
    std::vector<host::MutableTensor> outputs{{y.data(), shape}};
    const Status status =
        running.context->run({{x.data(), shape}}, {}, outputs, Execution::kEnqueueOnHost);
    ASSERT_TRUE(status.is_ok()) << status.message();
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(y[i], 2 * x[i]) << i;
    EXPECT_EQ(poisoned, stored - count_of(shape));
  }
}

TEST(Run, PortsMayHaveDifferentFormats) {
  ProbeBehaviour behaviour;
  behaviour.accepts = [](int position, const PluginTensorDesc& desc) {
    return desc.format ==
           (position == 0 ? nvinfer1::TensorFormat::kHWC : nvinfer1::TensorFormat::kLINEAR);
  };
  // [1,2,1,2] in HWC order is c0w0 c1w0 c0w1 c1w1.
  std::vector<float> seen;
  behaviour.compute = [&](const PluginTensorDesc*, const PluginTensorDesc*,
                          const void* const* inputs, void* const* outputs, void*) {
    const auto* x = static_cast<const float*>(inputs[0]);
    seen.assign(x, x + 4);
    std::memcpy(outputs[0], inputs[0], 4 * sizeof(float));
    return 0;
  };
  const DimValues dims{1, 2, 1, 2};
  Running running(behaviour, layer_of(dims), {});
  EXPECT_EQ(running.engine->info().input_formats[0], TensorFormat::kHwc);
  EXPECT_EQ(running.engine->info().output_formats[0], TensorFormat::kLinear);
  const std::vector<float> x{1, 2, 3, 4};
  std::vector<float> y(4);
  std::vector<host::MutableTensor> outputs{{y.data(), dims}};
  ASSERT_TRUE(
      running.context->run({{x.data(), dims}}, {}, outputs, Execution::kEnqueueOnHost).is_ok());
  EXPECT_EQ(seen, (std::vector<float>{1, 3, 2, 4}));
  EXPECT_EQ(y, seen);
}

TEST(Run, AnAliasedPairSharesOneBufferAndLeavesTheCallersInputAlone) {
  for (const auto format : {nvinfer1::TensorFormat::kLINEAR, nvinfer1::TensorFormat::kCHW32}) {
    ProbeBehaviour behaviour;
    behaviour.build_v2 = true;
    behaviour.accepts = [format](int, const PluginTensorDesc& desc) {
      return desc.format == format;
    };
    bool same = false;
    behaviour.compute = [&](const PluginTensorDesc*, const PluginTensorDesc*,
                            const void* const* inputs, void* const* outputs, void*) {
      same = inputs[0] == outputs[0];
      static_cast<float*>(outputs[0])[0] += 100;
      return 0;
    };
    host::BuildOptions options;
    options.alias_preview = true;
    const DimValues dims{1, 3, 2, 2};
    Running running(behaviour, layer_of(dims), options);
    EXPECT_EQ(running.engine->info().aliased_input, (std::vector<std::int32_t>{0}));
    const std::vector<float> x = counting(12);
    std::vector<float> y(12);
    std::vector<host::MutableTensor> outputs{{y.data(), dims}};
    ASSERT_TRUE(
        running.context->run({{x.data(), dims}}, {}, outputs, Execution::kEnqueueOnHost).is_ok());
    EXPECT_TRUE(same);
    EXPECT_EQ(x[0], 1);
    EXPECT_EQ(y[0], 101);
    EXPECT_EQ(y[11], 12);
  }
}

TEST(Run, AnAliasedPairMayLieAtOneAddressOfTheCaller) {
  ProbeBehaviour behaviour;
  behaviour.build_v2 = true;
  behaviour.compute = [](const PluginTensorDesc*, const PluginTensorDesc*, const void* const*,
                         void* const* outputs, void*) {
    static_cast<float*>(outputs[0])[0] += 100;
    return 0;
  };
  host::BuildOptions options;
  options.alias_preview = true;
  options.watch_inputs = true;  // an aliased input may change
  const DimValues dims{1, 1, 1, 2};
  Running running(behaviour, layer_of(dims), options);
  std::vector<float> state{1, 2};
  std::vector<host::MutableTensor> outputs{{state.data(), dims}};
  for (int step = 0; step < 2; ++step) {
    const Status status =
        running.context->run({{state.data(), dims}}, {}, outputs, Execution::kEnqueueOnHost);
    ASSERT_TRUE(status.is_ok()) << status.message();
  }
  EXPECT_EQ(state, (std::vector<float>{201, 2}));
}

TEST(Run, AWatchedInputThatThePluginWritesIsNamed) {
  for (const auto format : {nvinfer1::TensorFormat::kLINEAR, nvinfer1::TensorFormat::kHWC}) {
    ProbeBehaviour behaviour;
    behaviour.accepts = [format](int, const PluginTensorDesc& desc) {
      return desc.format == format;
    };
    bool spoil = false;
    behaviour.compute = [&](const PluginTensorDesc*, const PluginTensorDesc*,
                            const void* const* inputs, void* const*, void*) {
      if (spoil) static_cast<float*>(const_cast<void*>(inputs[0]))[1] = 7;
      return 0;
    };
    host::BuildOptions options;
    options.watch_inputs = true;
    const DimValues dims{1, 1, 1, 3};
    Running running(behaviour, layer_of(dims), options);
    std::vector<float> x{0, 0, 0}, y(3);
    std::vector<host::MutableTensor> outputs{{y.data(), dims}};
    const auto run = [&] {
      return running.context->run({{x.data(), dims}}, {}, outputs, Execution::kEnqueueOnHost);
    };
    EXPECT_TRUE(run().is_ok());
    spoil = true;
    const Status status = run();
    EXPECT_EQ(status.code(), StatusCode::kInternal);
    EXPECT_EQ(status.message(),
              "Probe \"pad\": input \"x\" was changed by the op, first at element 1; inputs are "
              "read-only unless getAliasedInput ties an output to them");
  }
}

TEST(Run, TheWorkspaceIsAlignedTo256AndNoMore) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20}) {
    ProbeBehaviour behaviour;
    behaviour.workspace_bytes = bytes;
    std::uintptr_t address = 0;
    behaviour.compute = [&](const PluginTensorDesc*, const PluginTensorDesc*, const void* const*,
                            void* const*, void* workspace) {
      address = reinterpret_cast<std::uintptr_t>(workspace);
      std::memset(workspace, 0, bytes);
      return 0;
    };
    const DimValues dims{1, 1, 1, 1};
    Running running(behaviour, layer_of(dims), {});
    EXPECT_EQ(running.engine->info().workspace_bytes, static_cast<std::int64_t>(bytes));
    float x = 0, y = 0;
    std::vector<host::MutableTensor> outputs{{&y, dims}};
    ASSERT_TRUE(running.context->run({{&x, dims}}, {}, outputs, Execution::kEnqueueOnHost).is_ok());
    EXPECT_EQ(address % 256, 0U);
    EXPECT_NE(address % 512, 0U);
  }
}

TEST(Run, WithoutAReferenceTheStatusSaysThatNothingCanBeComputed) {
  const DimValues dims{1, 1, 1, 1};
  Running running({}, layer_of(dims), {});
  EXPECT_FALSE(running.engine->has_reference());
  float x = 0, y = 0;
  std::vector<host::MutableTensor> outputs{{&y, dims}};
  const Status status = running.context->run({{&x, dims}}, {}, outputs, Execution::kReference);
  EXPECT_EQ(status.code(), StatusCode::kUnsupported);
  EXPECT_EQ(status.message(),
            "Probe \"pad\": the op has no CPU reference, so the embedded host cannot compute it; "
            "use a library built with Plugsmith, or a GPU");
}

TEST(Layer, OutputDimsCanBeEvaluatedForOtherInputs) {
  ProbeHost host({});
  auto layer = host->add_layer(probe_layer());
  ASSERT_TRUE(layer.is_ok());
  EXPECT_EQ(layer.value()->evaluate_output_dims({{3, 8, -1, 5}}).value(),
            (std::vector<DimValues>{{3, 8, -1, 5}}));
  EXPECT_FALSE(layer.value()->evaluate_output_dims({{3, 9, 4, 5}}).is_ok());
}

TEST(Engine, OutlivesItsLayerAndMayDieBeforeItsContexts) {
  auto running = std::make_unique<Running>(ProbeBehaviour{}, probe_layer(), probe_profile());
  running->engine.reset();
  std::vector<float> memory(std::size_t{8});
  std::vector<host::MutableTensor> outputs{{memory.data(), {1, 8, 1, 1}}};
  EXPECT_TRUE(
      running->context->run({{memory.data(), {1, 8, 1, 1}}}, {}, outputs, Execution::kEnqueueOnHost)
          .is_ok());
  running->context.reset();
  EXPECT_EQ(running->host.creator().alive(), 0);
}

TEST(Engine, TheSerializedFieldsAreCopies) {
  Running running({}, probe_layer(), probe_profile());
  const auto& fields = running.engine->info().serialized;
  ASSERT_EQ(fields.size(), 1U);
  EXPECT_EQ(fields[0].name, "target");
  EXPECT_EQ(fields[0].type, FieldType::kInt32);
  std::int32_t value = 0;
  ASSERT_EQ(fields[0].data.size(), sizeof value);
  std::memcpy(&value, fields[0].data.data(), sizeof value);
  EXPECT_EQ(value, 32);
}

TEST(Engine, TheTacticReachesEveryContextOfTheDeserializedPlugin) {
  std::vector<std::int32_t> seen;
  ProbeBehaviour behaviour;
  behaviour.tactics = {3, 4};
  behaviour.tactics_seen = &seen;
  host::BuildOptions options = probe_profile();
  options.preferred_tactic = 4;
  Running running(behaviour, probe_layer(), options);
  EXPECT_EQ(running.engine->info().tactic, 4);
  // Both timed, the winner, and once after deserialization.
  EXPECT_EQ(seen, (std::vector<std::int32_t>{3, 4, 4, 4}));
}

}  // namespace
}  // namespace plugsmith::testing
