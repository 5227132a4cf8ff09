// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <list>
#include <map>

#include "apps/plugsmith/bench.hpp"
#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/scratch_folder.hpp"
#include "src/graph/onnx_model.hpp"

// What TensorRT's own layers take for a case's work: a model of these layers alone, built and run
// in real TensorRT.

namespace plugsmith::cli {
namespace {

/// As many as the op's own runs, and the one that allocates.
constexpr int kSteps = 61;

Result<std::string> onnx_type(DataType type) {
  static const std::map<DataType, std::string> names = {
      {DataType::kFloat, "float"}, {DataType::kHalf, "float16"}, {DataType::kBf16, "bfloat16"},
      {DataType::kInt8, "int8"},   {DataType::kUint8, "uint8"},  {DataType::kInt32, "int32"},
      {DataType::kInt64, "int64"}, {DataType::kBool, "bool"}};
  const auto found = names.find(type);
  if (found != names.end()) return found->second;
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

/// A peer to time, as the worker wants it.
struct LayerJob {
  const BenchCase* of;
  BenchPeer* peer;
  Json request;
  std::vector<process::Bytes> blocks;
  std::list<io::Tensor> kept;  ///< what the blocks point to
};

// Random tensors are described only: the worker draws them.
Status describe_inputs(LayerJob& job) {
  Json& entries = job.request["inputs"] = Json::array();
  for (const std::string& text : job.of->options.inputs) {
    const auto input = parse_op_input(text);
    if (!input.is_ok()) return input.status();
    const std::string name = "input" + std::to_string(entries.size());
    const auto seed = random_seed(input->source, name);
    if (!seed.is_ok()) return seed.status();
    Json entry{{"name", name}, {"type", static_cast<int>(input->type)}, {"dims", input->opt}};
    if (seed->has_value()) {
      entry["seed"] = **seed;
    } else {
      auto drawn = read_source(input->source, {name, input->type, true, true, input->opt}, {});
      if (!drawn.is_ok()) return drawn.status();
      const io::Tensor& tensor = job.kept.emplace_back(std::move(drawn).value());
      entry = wire::to_json({{name, tensor.type, tensor.dims, tensor.bytes}}, job.blocks).at(0);
    }
    entries.push_back(std::move(entry));
  }
  return Status::ok();
}

Status prepare(LayerJob& job, const std::string& path) {
  auto text = layer_model(*job.of, *job.peer);
  if (!text.is_ok()) return text.status();
  const auto model = graph::Model::from_text(*text, "the layers");
  if (!model.is_ok()) return model.status();
  PLUGSMITH_RETURN_IF_ERROR(model->save(path));
  job.request["path"] = path;
  return describe_inputs(job);
}

void take(const Json& reply, BenchPeer& peer) {
  peer.error = reply.value("error", "");
  if (!peer.error.empty()) return;
  constexpr double kUsPerMs = 1e3;
  const auto us = [&](const char* key) { return kUsPerMs * reply.at(key).get<double>(); };
  peer.op_us = {us("median"), us("low_quartile"), us("high_quartile")};
}

// One worker times them all: making TensorRT's builder takes longer than a layer.
Status time_layers(const BenchOptions& options, const std::vector<LayerJob*>& jobs,
                   double seconds) {
  constexpr double kMostSecondsEach = 20;
  std::vector<process::Bytes> blocks;
  Json request{{"job", "time_models"}, {"steps", kSteps}, {"seconds", seconds}};
  for (const LayerJob* job : jobs) {
    Json model = job->request;
    for (Json& input : model["inputs"]) {
      if (input.contains("block"))
        input["block"] = input["block"].get<std::size_t>() + blocks.size();
    }
    blocks.insert(blocks.end(), job->blocks.begin(), job->blocks.end());
    request["models"].push_back(std::move(model));
  }
  TensorRtOptions tensorrt;
  tensorrt.folder = options.peers;
  WorkerOptions worker = options.worker;
  worker.init.clear();
  worker.timeout_seconds += kMostSecondsEach * static_cast<double>(jobs.size());
  const WorkerReply reply = call_tensorrt({}, std::move(request), blocks, tensorrt, worker);
  if (!reply.status.is_ok()) return reply.status;
  const Json& models = reply.json.at("models");
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const Json late{{"error", "not measured: the time of --stop-after was over"}};
    take(i < models.size() ? models[i] : late, *jobs[i]->peer);
  }
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

void measure_layers(const BenchOptions& options, std::vector<BenchCase>& cases, double seconds) {
  const ScratchFolder folder;
  std::list<LayerJob> all;
  std::vector<LayerJob*> jobs;
  for (BenchCase& one : cases) {
    for (BenchPeer& peer : one.peers) {
      if (!peer.is_layer() || !one.error.empty()) continue;
      LayerJob& job = all.emplace_back(LayerJob{&one, &peer, {}, {}, {}});
      const std::string name = "layers" + std::to_string(all.size()) + ".onnx";
      const Status status =
          folder.status().is_ok() ? prepare(job, folder.path() / name) : folder.status();
      if (status.is_ok()) jobs.push_back(&job);
      peer.error = status.message();
    }
  }
  if (jobs.empty()) return;
  const Status status = time_layers(options, jobs, seconds);
  if (status.is_ok()) return;
  // One of them brought the worker down, or nothing of it can be used here.
  const bool alone = jobs.size() > 1 && exit_code(status) != kCannot;
  for (LayerJob* job : jobs) {
    const Status own = alone ? time_layers(options, {job}, seconds) : status;
    if (!own.is_ok()) job->peer->error = own.message();
  }
}

}  // namespace plugsmith::cli
