// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/host/probe_host.hpp"

// Outputs whose size the plugin writes into a size tensor while it runs.

namespace plugsmith::testing {
namespace {

using host::DimValues;
using host::Execution;

host::LayerSpec data_dependent_layer() {
  host::LayerSpec spec = layer_of({-1, -1});
  spec.output_names = {"y", "n"};
  return spec;
}

host::BuildOptions data_dependent_profile() {
  host::BuildOptions options;
  options.profile = {{{1, 1}, {4, 4}, {8, 8}}};
  return options;
}

Status run_data_dependent(std::int64_t size, std::vector<host::MutableTensor>& outputs) {
  ProbeBehaviour behaviour;
  behaviour.data_dependent = true;
  behaviour.real_size = size;
  Running running(behaviour, data_dependent_layer(), data_dependent_profile());
  const auto dims = running.context->output_dims({{4, 4}}, {});
  EXPECT_EQ(dims.value(), (std::vector<DimValues>{{16, 2}, {}}));
  static std::vector<std::int32_t> y(32);
  static std::int64_t n = 0;
  const std::vector<float> x(16);
  outputs = {{y.data(), {16, 2}}, {&n, {}}};
  return running.context->run({{x.data(), {4, 4}}}, {}, outputs, Execution::kEnqueueOnHost);
}

TEST(Run, ADataDependentOutputGetsItsRealDims) {
  std::vector<host::MutableTensor> outputs;
  for (const std::int64_t size : {0, 2, 16}) {
    const Status status = run_data_dependent(size, outputs);
    ASSERT_TRUE(status.is_ok()) << status.message();
    EXPECT_EQ(outputs[0].dims, (DimValues{size, 2}));
    EXPECT_EQ(outputs[1].dims, DimValues{});
  }
}

TEST(Run, ASizeAboveTheDeclaredBoundIsAnError) {
  std::vector<host::MutableTensor> outputs;
  const Status status = run_data_dependent(17, outputs);
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(),
            "Probe \"pad\": output \"y\" has real dims [17,2], above the upper bound [16,2] that "
            "declareSizeTensor promised");
}

TEST(Run, ANegativeSizeIsAnError) {
  std::vector<host::MutableTensor> outputs;
  const Status status = run_data_dependent(-1, outputs);
  EXPECT_EQ(status.code(), StatusCode::kOutOfRange);
  EXPECT_EQ(status.message(),
            "Probe \"pad\": the plugin wrote -1 into its size tensor \"n\"; a size must not be "
            "negative");
}

}  // namespace
}  // namespace plugsmith::testing
