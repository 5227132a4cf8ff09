// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// bench_model GRAFTED.onnx PLUGIN_LIBRARY HEIGHT WIDTH [RUNS]
//
// What the embedded host adds to a model: the grafted model through Plugsmith's CPU engine, against
// OpenVINO alone on the same file with HardSwish_PS as a custom op that calls the same reference.
// Both run by turns in one process; printed are the medians, the ratio of the medians and the
// quartiles of the pairwise ratio.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <openvino/frontend/onnx/extension/conversion.hpp>
#include <openvino/op/op.hpp>
#include <openvino/openvino.hpp>
#include <string>
#include <vector>

#include "plugins/hard_swish/hard_swish.hpp"
#include "src/graph/cpu_engine.hpp"

namespace {

using plugsmith::ops::HardSwish;

// OpenVINO's own way to a custom op, with nothing of Plugsmith but the reference.
class DirectHardSwish : public ov::op::Op {
 public:
  OPENVINO_OP("DirectHardSwish", "bench")
  DirectHardSwish() = default;
  explicit DirectHardSwish(const ov::Output<ov::Node>& x) : Op({x}) {
    constructor_validate_and_infer_types();
  }
  void validate_and_infer_types() override {
    set_output_type(0, get_input_element_type(0), get_input_partial_shape(0));
  }
  std::shared_ptr<ov::Node> clone_with_new_inputs(const ov::OutputVector& inputs) const override {
    return std::make_shared<DirectHardSwish>(inputs.at(0));
  }
  bool has_evaluate() const override { return true; }
  bool evaluate(ov::TensorVector& outputs, const ov::TensorVector& inputs) const override {
    static const plugsmith::OpTraits& traits = *plugsmith::op_entry<HardSwish>().traits;
    outputs[0].set_shape(inputs[0].get_shape());
    const auto count = static_cast<std::int64_t>(inputs[0].get_size());
    const plugsmith::TypeFormat layout{plugsmith::DataType::kFloat, plugsmith::linear};
    const plugsmith::ConstTensorView x(layout, {count}, inputs[0].data());
    const plugsmith::TensorView y(layout, {count}, outputs[0].data());
    plugsmith::ReferenceContext context(traits.table, {&x, 1, &y}, {});
    return HardSwish().reference(context).is_ok();
  }
};

[[noreturn]] void fail(const std::string& message) {
  std::fprintf(stderr, "bench_model: %s\n", message.c_str());
  std::exit(1);
}

template <class T>
T require(plugsmith::Result<T> result) {
  if (!result.is_ok()) fail(result.status().message());
  return std::move(result).value();
}

struct Input {
  plugsmith::host::DimValues dims;
  std::vector<float> values;
};

std::unique_ptr<plugsmith::graph::CpuEngine> plugsmith_engine(const std::string& model_path,
                                                              plugsmith::host::PluginHost& host,
                                                              const Input& input,
                                                              std::string& input_name) {
  plugsmith::graph::Model model = require(plugsmith::graph::Model::load(model_path));
  input_name = model.inputs().at(0).name;
  plugsmith::graph::EngineOptions options;
  options.host = &host;
  options.input_shapes[input_name] = input.dims;
  return require(plugsmith::graph::CpuEngine::create(std::move(model), options));
}

ov::InferRequest openvino_request(const std::string& model_path, const Input& input) {
  ov::Core core;
  core.add_extension(std::make_shared<ov::frontend::onnx::ConversionExtension>(
      "HardSwish_PS", "plugsmith", [](const ov::frontend::NodeContext& node) -> ov::OutputVector {
        return {std::make_shared<DirectHardSwish>(node.get_input(0))};
      }));
  std::shared_ptr<ov::Model> model = core.read_model(model_path);
  model->reshape(
      ov::PartialShape(std::vector<ov::Dimension>(input.dims.begin(), input.dims.end())));
  ov::CompiledModel compiled =
      core.compile_model(model, "CPU", ov::hint::inference_precision(ov::element::f32));
  return compiled.create_infer_request();
}

template <class Body>
double milliseconds(Body&& body) {
  const auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) fail("usage: bench_model GRAFTED.onnx PLUGIN_LIBRARY HEIGHT WIDTH [RUNS]");
  const std::int64_t height = std::atoll(argv[3]);
  const std::int64_t width = std::atoll(argv[4]);
  const int runs = argc > 5 ? std::atoi(argv[5]) : 15;
  Input input{{1, 3, height, width},
              std::vector<float>(static_cast<std::size_t>(3 * height * width))};
  for (std::size_t i = 0; i < input.values.size(); ++i) {
    input.values[i] = static_cast<float>(i % 255) / 127.5F - 1.0F;
  }

  auto host = require(plugsmith::host::PluginHost::create({}));
  require(host->load_library(argv[2], ""));
  std::string name;
  auto engine = plugsmith_engine(argv[1], *host, input, name);
  const std::vector<plugsmith::graph::InputTensor> inputs{
      {name, plugsmith::DataType::kFloat, input.dims, input.values.data()}};
  ov::InferRequest request = openvino_request(argv[1], input);
  request.set_input_tensor(ov::Tensor(
      ov::element::f32, ov::Shape(input.dims.begin(), input.dims.end()), input.values.data()));

  std::vector<double> ours, theirs, ratios;
  for (int i = 0; i < runs + 2; ++i) {
    const double direct = milliseconds([&] { request.infer(); });
    const double hosted = milliseconds([&] { require(engine->run(inputs)); });
    if (i < 2) continue;  // the first runs build and warm up
    theirs.push_back(direct);
    ours.push_back(hosted);
    ratios.push_back(hosted / direct);
  }
  std::printf(
      "{\"plugsmith_ms\": %.2f, \"openvino_ms\": %.2f, \"ratio_of_medians\": %.4f, "
      "\"ratio_quartiles\": [%.4f, %.4f], \"runs\": %d}\n",
      quantile(ours, 0.5), quantile(theirs, 0.5), quantile(ours, 0.5) / quantile(theirs, 0.5),
      quantile(ratios, 0.25), quantile(ratios, 0.75), runs);
  return 0;
}
