// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/embedded_player.hpp"

#include <gtest/gtest.h>

#include <cstddef>

#include "src/host/host_access.hpp"
#include "src/trt/trace/format.hpp"
#include "src/trt/traced/traced.hpp"

namespace plugsmith::testing {

using fidelity::Around;
using fidelity::Scenario;

namespace {

host::DimRange range_of(const fidelity::Range& range) { return {range.min, range.opt, range.max}; }

/// Layers that stand before the probe's in the network.
std::int32_t layers_before(const Scenario& scenario) {
  std::int32_t count = 0;
  if (scenario.around == Around::kQuantize) count = 2;  // the scale and the quantization
  if (scenario.around == Around::kAbs || scenario.around == Around::kAbsNeg) count = 1;
  count *= static_cast<std::int32_t>(scenario.inputs.size());
  for (const auto& input : scenario.shape_inputs) count += input.ranges.empty() ? 1 : 0;
  return count;
}

}  // namespace

EmbeddedPlayer::EmbeddedPlayer(const Scenario& scenario, trace::Trace* wrapped)
    : scenario_(scenario) {
  state_.behaviour = scenario.behaviour;
  creator_ = scenario.v2 ? make_probe_v2(state_) : make_probe_v3(state_);
  if (wrapped != nullptr) wrapper_ = traced::traced_creator(*creator_, *wrapped);
  host::HostOptions options;
  options.record_trace = true;
  host_ = std::move(host::PluginHost::create(std::move(options))).value();
  EXPECT_TRUE(host::registry_of(*host_).registerCreator(registered(), ""));
  if (scenario.register_twice) {
    EXPECT_FALSE(host::registry_of(*host_).registerCreator(registered(), ""));
  }
}

host::LayerSpec EmbeddedPlayer::layer_spec() const {
  host::LayerSpec spec;
  spec.creator_name = "Probe";
  spec.layer_name = "pad";
  spec.layer_index = layers_before(scenario_);
  spec.fields = {{"target", FieldType::kInt32, 1, {}}};
  for (const auto& input : scenario_.inputs) {
    spec.inputs.push_back({"x" + std::to_string(spec.inputs.size()), input.type, input.dims});
  }
  for (const auto& input : scenario_.shape_inputs) {
    spec.shape_inputs.push_back(
        {"s" + std::to_string(spec.shape_inputs.size()), input.type, {input.count()}});
    spec.shape_constants.push_back(input.ranges.empty() ? input.values : host::DimValues());
  }
  spec.outputs_are_network_outputs =
      scenario_.around == Around::kNothing || scenario_.around == Around::kAbs;
  for (std::size_t i = 0; i < scenario_.behaviour.outputs.size(); ++i) {
    spec.output_names.push_back("y" + std::to_string(i));
  }
  return spec;
}

host::BuildOptions EmbeddedPlayer::build_options() const {
  host::BuildOptions options;
  for (const auto& input : scenario_.inputs) {
    options.profile.push_back(range_of(input.ranges.empty() ? fidelity::default_range(input.dims)
                                                            : input.ranges.front()));
  }
  for (const auto& input : scenario_.shape_inputs) {
    options.shape_input_profile.push_back(
        input.ranges.empty() ? host::DimRange{input.values, input.values, input.values}
                             : range_of(input.ranges.front()));
  }
  options.alias_preview = scenario_.alias_preview;
  options.time_with_enqueue = true;
  if (scenario_.workspace_limit_bytes > 0) {
    options.workspace_limit_bytes = scenario_.workspace_limit_bytes;
  }
  return options;
}

Status EmbeddedPlayer::play() {
  auto layer = host_->add_layer(layer_spec());
  if (!layer.is_ok()) return layer.status();
  first_output_ = trace::format_dims(layer.value()->outputs()[0].dims);
  host_->mark("== build");
  auto engine = layer.value()->build(build_options());
  host_->mark("== delete net");
  layer.value().reset();
  if (!engine.is_ok()) return engine.status();
  if (scenario_.deregister_before_runtime) {
    EXPECT_TRUE(host::registry_of(*host_).deregisterCreator(registered()));
  }
  host_->mark("== runtime");
  PLUGSMITH_RETURN_IF_ERROR(engine.value()->load());
  return run_all(*engine.value());
}

Status EmbeddedPlayer::run_all(host::PluginEngine& engine) {
  std::vector<std::unique_ptr<host::PluginContext>> contexts;
  for (int i = 0; i < scenario_.contexts; ++i) {
    host_->mark("== context");
    auto context = engine.create_context();
    if (!context.is_ok()) return context.status();
    contexts.push_back(std::move(context).value());
  }
  Status status = Status::ok();
  for (std::size_t i = 0; i < scenario_.runs.size(); ++i) {
    const fidelity::Run& one = scenario_.runs[i];
    host_->mark(one.captured ? "== capture" : "== run " + std::to_string(i));
    status = run(*contexts[static_cast<std::size_t>(one.context)], one);
  }
  host_->mark("== end");
  return status;
}

Status EmbeddedPlayer::run(host::PluginContext& context, const fidelity::Run& run) {
  std::vector<host::DimValues> shape_values;
  std::size_t given = 0;
  for (const auto& input : scenario_.shape_inputs) {
    shape_values.push_back(input.ranges.empty() ? input.values : run.shape_values[given++]);
  }
  const auto dims = context.output_dims(run.inputs, shape_values);
  if (!dims.is_ok()) return dims.status();
  constexpr std::size_t kEnough = std::size_t{4} * 8 * 32 * 32 * 8;
  std::vector<std::vector<std::byte>> memory(run.inputs.size() + dims->size(),
                                             std::vector<std::byte>(kEnough));
  std::vector<host::ConstTensor> inputs;
  for (std::size_t i = 0; i < run.inputs.size(); ++i) {
    inputs.push_back({memory[i].data(), run.inputs[i]});
  }
  std::vector<host::MutableTensor> outputs;
  for (std::size_t i = 0; i < dims->size(); ++i) {
    outputs.push_back({memory[run.inputs.size() + i].data(), dims.value()[i]});
  }
  return context.run(inputs, shape_values, outputs, host::Execution::kEnqueueOnHost);
}

}  // namespace plugsmith::testing
