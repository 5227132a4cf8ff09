// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/probe_host.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace plugsmith::testing {

host::LayerSpec probe_layer() {
  host::LayerSpec spec;
  spec.creator_name = "Probe";
  spec.layer_name = "pad";
  spec.layer_index = 1;
  spec.fields = {{"target", FieldType::kInt32, 1, {}}};
  spec.inputs = {{"x", DataType::kFloat, {-1, 8, -1, -1}}};
  return spec;
}

host::BuildOptions probe_profile() {
  host::BuildOptions options;
  options.profile = {{{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}}};
  return options;
}

host::LayerSpec layer_of(host::DimValues dims, DataType type) {
  host::LayerSpec spec = probe_layer();
  spec.inputs[0].dims = std::move(dims);
  spec.inputs[0].type = type;
  return spec;
}

Running::Running(ProbeBehaviour behaviour, const host::LayerSpec& spec,
                 const host::BuildOptions& options)
    : host(std::move(behaviour)) {
  auto layer = host->add_layer(spec);
  EXPECT_TRUE(layer.is_ok()) << layer.status().message();
  auto built = layer.value()->build(options);
  EXPECT_TRUE(built.is_ok()) << built.status().message();
  engine = std::move(built).value();
  auto made = engine->create_context();
  EXPECT_TRUE(made.is_ok()) << made.status().message();
  context = std::move(made).value();
}

Status play_life(ProbeHost& host) {
  auto layer = host->add_layer(probe_layer());
  if (!layer.is_ok()) return layer.status();
  auto engine = layer.value()->build(probe_profile());
  if (!engine.is_ok()) return engine.status();
  auto context = engine.value()->create_context();
  if (!context.is_ok()) return context.status();
  const host::DimValues dims{2, 8, 16, 16};
  std::vector<float> in(std::size_t{2} * 8 * 16 * 16);
  std::vector<float> out(in.size());
  std::vector<host::MutableTensor> outputs{{out.data(), dims}};
  return context.value()->run({{in.data(), dims}}, {}, outputs, host::Execution::kEnqueueOnHost);
}

}  // namespace plugsmith::testing
