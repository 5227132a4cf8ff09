// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <list>
#include <map>

#include "apps/plugsmith/bench.hpp"
#include "apps/plugsmith/input_source.hpp"
#include "src/graph/onnx_model.hpp"

// What TensorRT's own layers take for a case's work: a model of these layers alone, built and run
// in real TensorRT.

namespace plugsmith::cli {
namespace {

/// As many as the op's own runs, and the one that allocates.
constexpr int kSteps = 61;

Result<std::string> onnx_type(DataType type) {
  static const std::map<DataType, std::string> kNames = {
      {DataType::kFloat, "float"}, {DataType::kHalf, "float16"}, {DataType::kBf16, "bfloat16"},
      {DataType::kInt8, "int8"},   {DataType::kUint8, "uint8"},  {DataType::kInt32, "int32"},
      {DataType::kInt64, "int64"}, {DataType::kBool, "bool"}};
  const auto found = kNames.find(type);
  if (found != kNames.end()) return found->second;
  return invalid_argument(std::string("ONNX's text form has no ") + to_string(type));
}

std::string output_name(std::size_t index) { return "output" + std::to_string(index); }

// output0, output1, ... as far as the nodes name them.
Result<std::string> declared_outputs(const BenchPeer& peer, const std::string& first_type) {
  std::string outputs;
  for (std::size_t i = 0; peer.nodes.find(output_name(i)) != std::string::npos; ++i) {
    std::string type = first_type;
    if (i < peer.output_types.size()) {
      const auto known = data_type_from(peer.output_types[i]);
      if (!known) return invalid_argument("\"" + peer.output_types[i] + "\" is no type");
      auto name = onnx_type(*known);
      if (!name.is_ok()) return name;
      type = *name;
    }
    // [] leaves the rank open.
    outputs += (outputs.empty() ? "" : ", ") + type + "[] " + output_name(i);
  }
  if (!outputs.empty()) return outputs;
  return invalid_argument("\"" + peer.nodes + "\" makes no output0");
}

/// A folder of this process's own, gone with the object.
class Folder {
 public:
  Folder() {
    path_ = (std::filesystem::temp_directory_path() / "plugsmith-bench-XXXXXX").string();
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct LayerInputs {
  std::list<io::Tensor> kept;
  std::vector<wire::NamedTensor> tensors;
};

Status draw_inputs(const BenchCase& one, LayerInputs& inputs) {
  for (const std::string& text : one.options.inputs) {
    const auto input = parse_op_input(text);
    if (!input.is_ok()) return input.status();
    const std::string name = "input" + std::to_string(inputs.tensors.size());
    auto drawn = read_source(input->source, {name, input->type, true, true, input->opt}, {});
    if (!drawn.is_ok()) return drawn.status();
    const io::Tensor& tensor = inputs.kept.emplace_back(std::move(drawn).value());
    inputs.tensors.push_back({name, tensor.type, tensor.dims, tensor.bytes});
  }
  return Status::ok();
}

Status time_layer(const BenchOptions& options, const BenchCase& one, BenchPeer& peer) {
  auto text = layer_model(one, peer);
  if (!text.is_ok()) return text.status();
  const auto model = graph::Model::from_text(*text, "the layers");
  if (!model.is_ok()) return model.status();
  const Folder folder;
  const std::string path = folder.path() + "/layers.onnx";
  PLUGSMITH_RETURN_IF_ERROR(model->save(path));
  LayerInputs inputs;
  PLUGSMITH_RETURN_IF_ERROR(draw_inputs(one, inputs));
  std::vector<process::Bytes> blocks;
  Json request{{"job", "run_model"},
               {"model", path},
               {"inputs", wire::to_json(inputs.tensors, blocks)},
               {"strongly_typed", true},
               {"cold_cache", true},
               {"steps", kSteps}};
  TensorRtOptions tensorrt;
  tensorrt.folder = options.peers;
  WorkerOptions worker = options.worker;
  worker.init.clear();
  const WorkerReply reply = call_tensorrt({}, std::move(request), blocks, tensorrt, worker);
  if (!reply.status.is_ok()) return reply.status;
  const Json& times = reply.json.at("step_ms");
  constexpr double kUsPerMs = 1e3;
  const double median = times.at("median").get<double>();
  peer.op_us = {kUsPerMs * median, kUsPerMs * times.value("low_quartile", median),
                kUsPerMs * times.value("high_quartile", median)};
  return Status::ok();
}

}  // namespace

Result<std::string> layer_model(const BenchCase& one, const BenchPeer& peer) {
  std::string inputs, first_type;
  for (std::size_t i = 0; i < one.options.inputs.size(); ++i) {
    const auto input = parse_op_input(one.options.inputs[i]);
    if (!input.is_ok()) return input.status();
    auto type = onnx_type(input->type);
    if (!type.is_ok()) return type;
    if (i == 0) first_type = *type;
    inputs +=
        fmt::format("{}{}[{}] input{}", i == 0 ? "" : ", ", *type, fmt::join(input->opt, ","), i);
  }
  auto outputs = declared_outputs(peer, first_type);
  if (!outputs.is_ok()) return outputs;
  return fmt::format(
      "<ir_version: 9, opset_import: [\"\" : {}]>\nlayers ({}) "
      "=> ({}) {{ {} }}\n",
      peer.opset, inputs, *outputs, peer.nodes);
}

void measure_layers(const BenchOptions& options, BenchCase& one) {
  for (BenchPeer& peer : one.peers) {
    if (!peer.is_layer()) continue;
    const Status status = time_layer(options, one, peer);
    if (!status.is_ok()) peer.error = status.message();
  }
}

}  // namespace plugsmith::cli
