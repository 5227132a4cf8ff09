// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "engine_support.hpp"

#include <functional>
#include <numeric>

namespace plugsmith::testing {

std::int64_t volume(const host::DimValues& dims) {
  return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies<>());
}

FakeOp doubling() {
  FakeOp op;
  op.creator = fake_creator("Double_PS");
  op.compute = [](const auto& inputs, const auto&, auto& outputs) {
    const auto* x = static_cast<const float*>(inputs[0].data);
    auto* y = static_cast<float*>(outputs[0].data);
    for (std::int64_t i = 0; i < volume(inputs[0].dims); ++i) y[i] = 2 * x[i];
    return Status::ok();
  };
  return op;
}

const char kDoubling[] = R"(<ir_version: 8, opset_import: ["": 17, "plugsmith": 1]>
g (float[N, 3] x) => (float[N, 3] y) {
  a = Add (x, x)
  b = plugsmith.Double_PS (a)
  y = Neg (b)
})";

Outcome run(FakeHost& host, const std::string& text, const std::vector<graph::InputTensor>& inputs,
            graph::EngineOptions options) {
  Outcome result;
  options.host = &host;
  auto engine = graph::CpuEngine::create(model_of(text), options);
  if (!engine.is_ok()) {
    result.status = engine.status();
    return result;
  }
  result.engine = std::move(*engine);
  auto outputs = result.engine->run(inputs);
  if (outputs.is_ok()) {
    result.outputs = std::move(*outputs);
  } else {
    result.status = outputs.status();
  }
  return result;
}

}  // namespace plugsmith::testing
