// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/real_player.hpp"

#include <cuda_runtime_api.h>

#include "src/trt/fidelity/probe.hpp"
#include "src/trt/fidelity/real_network.hpp"
#include "src/trt/fidelity/real_runs.hpp"
#include "src/trt/traced/traced.hpp"

namespace plugsmith::fidelity {
namespace {

const Device kCuda{[](void* target, const void* source, std::size_t bytes, cudaStream_t stream) {
                     cudaMemcpyAsync(target, source, bytes, cudaMemcpyHostToDevice, stream);
                   },
                   [](cudaStream_t stream) { cudaStreamSynchronize(stream); },
                   [] {
                     void* memory = nullptr;
                     if (cudaMalloc(&memory, 1024) == cudaSuccess) cudaFree(memory);
                   }};

}  // namespace

Result<std::unique_ptr<RealPlayer>> RealPlayer::make(trt::TensorRt& tensorrt) {
  std::unique_ptr<RealPlayer> player(new RealPlayer(tensorrt));
  auto builder = tensorrt.make_builder();
  if (!builder.is_ok()) return builder.status();
  player->builder_ = std::move(builder).value();
  auto runtime = tensorrt.make_runtime();
  if (!runtime.is_ok()) return runtime.status();
  player->runtime_ = std::move(runtime).value();
  return player;
}

void RealPlayer::play(const Scenario& scenario, trace::Trace& trace) {
  ProbeState state;
  state.behaviour = scenario.behaviour;
  state.device = kCuda;
  const auto probe = scenario.v2 ? make_probe_v2(state) : make_probe_v3(state);
  const auto creator = traced::traced_creator(*probe, trace);
  nvinfer1::IPluginRegistry& registry = tensorrt_.registry();
  trace.mark("registered " + std::to_string(registry.registerCreator(*creator, "")));
  if (scenario.register_twice) {
    trace.mark("registered again " + std::to_string(registry.registerCreator(*creator, "")));
  }
  run(scenario, trace, *creator);
  registry.deregisterCreator(*creator);
  if (state.alive != 0) trace.mark("left alive: " + std::to_string(state.alive));
}

void RealPlayer::run(const Scenario& scenario, trace::Trace& trace,
                     nvinfer1::IPluginCreatorInterface& creator) {
  std::unique_ptr<nvinfer1::IHostMemory> plan;
  {
    RealNetwork network(tensorrt_, *builder_, scenario, trace);
    if (network.make()) {
      plan = network.build();
      trace.mark("== delete net");
    }
  }
  if (plan == nullptr) return;
  if (scenario.deregister_before_runtime) tensorrt_.registry().deregisterCreator(creator);
  trace.mark("== runtime");
  const std::unique_ptr<nvinfer1::ICudaEngine> engine(
      runtime_->deserializeCudaEngine(plan->data(), plan->size()));
  if (engine == nullptr) {
    trace.mark("engine null");
    return;
  }
  RealRuns runs(*engine, scenario, trace);
  if (runs.make_contexts()) runs.run_all();
  trace.mark("== end");
}

}  // namespace plugsmith::fidelity
