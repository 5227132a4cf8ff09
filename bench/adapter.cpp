// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// What Plugsmith's V3 and V2 adapters and the bridge from V2 to V3 add to one enqueue: an op whose
// launch only keeps its arguments, against plugins written by hand with the same launch. No device:
// the stream is never touched. The numbers are differences of medians in the same run.

#include <NvInferRuntime.h>
#include <benchmark/benchmark.h>

#include <memory>

#include "plugsmith/plugsmith.hpp"
#include "src/trt/v2_bridge.hpp"
#include "src/trt/v2_plugin.hpp"
#include "src/trt/v3_plugin.hpp"

PLUGSMITH_BEGIN_V2
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

int launch_by_hand(PluginTensorDesc const* in, void const* const* inputs, void* const* outputs,
                   void* workspace, void* stream) {
  const auto& dims = in[0].dims;
  const int code =
      launch({inputs[0], outputs[0], stream, dims.d[2], dims.d[3], dims.d[0] * dims.d[1]});
  benchmark::DoNotOptimize(workspace);
  return code;
}

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
    return launch_by_hand(in, inputs, outputs, workspace, stream);
  }
  nvinfer1::IPluginV3* attachToContext(nvinfer1::IPluginResourceContext*) noexcept override {
    return nullptr;
  }
  nvinfer1::PluginFieldCollection const* getFieldsToSerialize() noexcept override {
    return nullptr;
  }
};

class ByHandV2 final : public nvinfer1::IPluginV2DynamicExt {
 public:
  using Dynamic = nvinfer1::DynamicPluginTensorDesc;
  char const* getPluginType() const noexcept override { return "ByHand"; }
  char const* getPluginVersion() const noexcept override { return "1"; }
  std::int32_t getNbOutputs() const noexcept override { return 1; }
  std::int32_t initialize() noexcept override { return 0; }
  void terminate() noexcept override {}
  std::size_t getSerializationSize() const noexcept override { return 0; }
  void serialize(void*) const noexcept override {}
  void destroy() noexcept override { delete this; }
  nvinfer1::IPluginV2DynamicExt* clone() const noexcept override { return new ByHandV2; }
  void setPluginNamespace(char const*) noexcept override {}
  char const* getPluginNamespace() const noexcept override { return ""; }
  nvinfer1::DataType getOutputDataType(std::int32_t, nvinfer1::DataType const* types,
                                       std::int32_t) const noexcept override {
    return types[0];
  }
  nvinfer1::DimsExprs getOutputDimensions(std::int32_t, nvinfer1::DimsExprs const* in, std::int32_t,
                                          nvinfer1::IExprBuilder&) noexcept override {
    return in[0];
  }
  bool supportsFormatCombination(std::int32_t, PluginTensorDesc const*, std::int32_t,
                                 std::int32_t) noexcept override {
    return true;
  }
  void configurePlugin(Dynamic const*, std::int32_t, Dynamic const*,
                       std::int32_t) noexcept override {}
  std::size_t getWorkspaceSize(PluginTensorDesc const*, std::int32_t, PluginTensorDesc const*,
                               std::int32_t) const noexcept override {
    return 0;
  }
  std::int32_t enqueue(PluginTensorDesc const* in, PluginTensorDesc const*,
                       void const* const* inputs, void* const* outputs, void* workspace,
                       cudaStream_t stream) noexcept override {
    return launch_by_hand(in, inputs, outputs, workspace, stream);
  }
};

PluginTensorDesc float_desc() {
  PluginTensorDesc desc{};
  desc.type = nvinfer1::DataType::kFLOAT;
  desc.format = nvinfer1::TensorFormat::kLINEAR;
  desc.dims = {4, {2, 8, 16, 20}};
  return desc;
}

template <class Plugin>
void time_enqueue(benchmark::State& state, Plugin& plugin) {
  const PluginTensorDesc in = float_desc();
  const PluginTensorDesc out = float_desc();
  alignas(256) static char memory[1024];
  const void* inputs[] = {memory};
  void* outputs[] = {memory};
  auto* stream = reinterpret_cast<cudaStream_t>(memory);
  for (auto _ : state) {
    benchmark::DoNotOptimize(plugin.enqueue(&in, &out, inputs, outputs, memory, stream));
  }
}

// Through the interfaces, as TensorRT calls them.
void enqueue_many(benchmark::State& state, nvinfer1::IPluginV3OneRuntime& plugin) {
  const PluginTensorDesc io = float_desc();
  if (plugin.onShapeChange(&io, 1, &io, 1) != 0) state.SkipWithError("onShapeChange failed");
  time_enqueue(state, plugin);
}

void enqueue_many(benchmark::State& state, nvinfer1::IPluginV2DynamicExt& plugin) {
  const PluginTensorDesc io = float_desc();
  const nvinfer1::DynamicPluginTensorDesc shape{io, io.dims, io.dims, io.dims};
  if (plugin.initialize() != 0) state.SkipWithError("initialize failed");
  plugin.configurePlugin(&shape, 1, &shape, 1);
  time_enqueue(state, plugin);
}

void EnqueueByHand(benchmark::State& state) {
  ByHand plugin;
  enqueue_many(state, plugin);
}

void EnqueueThroughPlugsmith(benchmark::State& state) {
  plugsmith::trt::V3Plugin plugin(plugsmith::op_entry<NoOp>().make(), "plugsmith");
  enqueue_many(state, plugin);
}

void EnqueueV2ByHand(benchmark::State& state) {
  ByHandV2 plugin;
  enqueue_many(state, plugin);
}

void EnqueueV2ThroughPlugsmith(benchmark::State& state) {
  plugsmith::trt::V2Plugin plugin(plugsmith::op_entry<NoOp>().make(), "plugsmith", "1");
  enqueue_many(state, plugin);
}

void EnqueueV2ByHandThroughTheBridge(benchmark::State& state) {
  plugsmith::trt::V2Bridge plugin(plugsmith::trt::V2Object(new ByHandV2), {"ByHand", "1", ""});
  enqueue_many(state, plugin);
}

BENCHMARK(EnqueueByHand)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(EnqueueThroughPlugsmith)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(EnqueueV2ByHand)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(EnqueueV2ThroughPlugsmith)->Repetitions(9)->ReportAggregatesOnly();
BENCHMARK(EnqueueV2ByHandThroughTheBridge)->Repetitions(9)->ReportAggregatesOnly();

}  // namespace
PLUGSMITH_END_V2
