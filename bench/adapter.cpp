// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// What Plugsmith's V3 adapter adds to one enqueue: an op whose launch only keeps its arguments,
// against a plugin written by hand with the same launch. No device: the stream is never touched.
// The number is the difference of the two medians in the same run.

#include <NvInferRuntime.h>
#include <benchmark/benchmark.h>

#include <memory>

#include "plugsmith/plugsmith.hpp"
#include "src/trt/v3_plugin.hpp"

namespace {

using nvinfer1::PluginTensorDesc;

struct Arguments {
  const void* input;
  void* output;
  void* stream;
  std::int64_t rows, columns, planes;
};
Arguments g_last;

// Not inlined: the same call for both sides.
__attribute__((noinline)) int launch(const Arguments& arguments) {
  g_last = arguments;
  benchmark::ClobberMemory();
  return 0;
}

struct NoOp {
  static constexpr plugsmith::OpIdentity kIdentity{"NoOp"};
  static constexpr plugsmith::In x{"x", plugsmith::rank(4)};
  static constexpr plugsmith::Out y{"y"};
  static constexpr plugsmith::Scratch kScratch{"scratch"};
  static constexpr auto kFormats = plugsmith::formats(
      plugsmith::row(x = plugsmith::f32 * plugsmith::linear, y = plugsmith::same(x)));

  plugsmith::Status infer(plugsmith::InferContext& c) const {
    c[y] = c[x];
    return plugsmith::Status::ok();
  }
  plugsmith::Status scratch(plugsmith::ScratchContext& c) const {
    c.add<float>(kScratch, 100);
    return plugsmith::Status::ok();
  }
  struct State {
    std::int64_t launches = 0;
  };
  plugsmith::Status launch(plugsmith::LaunchContext& c, State& state) const {
    ++state.launches;
    const plugsmith::Shape& in = c[x].shape();
    ::launch({c[x].data(), c[y].data(), c.stream(), in[2], in[3], in.volume(0, 2)});
    benchmark::DoNotOptimize(c.scratch<float>(kScratch));
    return plugsmith::Status::ok();
  }
  plugsmith::Status reference(plugsmith::ReferenceContext&) const {
    return plugsmith::Status::ok();
  }
};

// Only enqueue matters; the rest is the least that makes it a runtime capability.
class ByHand final : public nvinfer1::IPluginV3OneRuntime {
 public:
  std::int32_t setTactic(std::int32_t) noexcept override { return 0; }
  std::int32_t onShapeChange(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                             std::int32_t) noexcept override {
    return 0;
  }
  std::int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override {
    const auto& dims = in[0].dims;
    const int code =
        launch({inputs[0], outputs[0], stream, dims.d[2], dims.d[3], dims.d[0] * dims.d[1]});
    benchmark::DoNotOptimize(workspace);
    return code;
  }
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) noexcept override {
    return nullptr;
  }
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    return nullptr;
  }
};

PluginTensorDesc float_desc() {
  PluginTensorDesc desc{};
  desc.type = nvinfer1::DataType::kFLOAT;
  desc.format = nvinfer1::TensorFormat::kLINEAR;
  desc.dims = {4, {2, 8, 16, 20}};
  return desc;
}

void enqueue_many(benchmark::State& state, nvinfer1::IPluginV3OneRuntime& plugin) {
  const PluginTensorDesc in = float_desc();
  const PluginTensorDesc out = float_desc();
  alignas(256) static char memory[1024];
  const void* inputs[] = {memory};
  void* outputs[] = {memory};
  auto* stream = reinterpret_cast<cudaStream_t>(memory);
  if (plugin.onShapeChange(&in, 1, &out, 1) != 0) state.SkipWithError("onShapeChange failed");
  for (auto _ : state) {
    benchmark::DoNotOptimize(plugin.enqueue(&in, &out, inputs, outputs, memory, stream));
  }
}

void EnqueueByHand(benchmark::State& state) {
  ByHand plugin;
  enqueue_many(state, plugin);
}

void EnqueueThroughPlugsmith(benchmark::State& state) {
  plugsmith::trt::V3Plugin plugin(plugsmith::op_entry<NoOp>().make(), "plugsmith");
  enqueue_many(state, plugin);
}

BENCHMARK(EnqueueByHand)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(EnqueueThroughPlugsmith)->Repetitions(9)->ReportAggregatesOnly();

}  // namespace
