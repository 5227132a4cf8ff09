// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include "apps/worker/job.hpp"
#include "graph/cpu_engine.hpp"
#include "graph/node_mapping.hpp"

namespace plugsmith::worker {
namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;

Json describe(const graph::NodeMapping& mapping, const std::vector<host::CreatorInfo>& creators) {
  Json node{{"node", mapping.node_name},
            {"op", mapping.op_type},
            {"domain", mapping.domain},
            {"served_by", graph::to_string(mapping.served_by)},
            {"warnings", mapping.warnings}};
  if (mapping.served_by == graph::ServedBy::kPlugin && mapping.creator < creators.size()) {
    const auto& creator = creators[mapping.creator];
    node["creator"] = {{"name", creator.name},
                       {"version", creator.version},
                       {"namespace", creator.name_space},
                       {"library", creator.library}};
  }
  return node;
}

// Plugin nodes, and those with something to say; the rest is only counted.
void describe_nodes(const graph::CpuEngine& engine, const std::vector<host::CreatorInfo>& creators,
                    Json& reply) {
  Json nodes = Json::array();
  for (const auto& mapping : engine.mappings()) {
    const bool plugin = mapping.served_by == graph::ServedBy::kPlugin;
    if (plugin || !mapping.warnings.empty()) nodes.push_back(describe(mapping, creators));
  }
  reply["nodes"] = std::move(nodes);
  reply["node_count"] = engine.mappings().size();
}

Result<std::vector<graph::InputTensor>> read_inputs(JobContext& job,
                                                    graph::EngineOptions& options) {
  auto tensors = wire::tensors_from(job.request.at("inputs"), job.channel.request().blocks());
  if (!tensors.is_ok()) return tensors.status();
  std::vector<graph::InputTensor> inputs;
  for (const auto& tensor : *tensors) {
    inputs.push_back({tensor.name, tensor.type, tensor.dims, tensor.bytes.data()});
    options.input_shapes[tensor.name] = tensor.dims;
  }
  return inputs;
}

struct ModelRun {
  std::unique_ptr<host::PluginHost> host;  // must outlive the engine
  std::unique_ptr<graph::CpuEngine> engine;
};

Status run(JobContext& job, ModelRun& run, graph::Model model, graph::EngineOptions options) {
  auto inputs = read_inputs(job, options);
  if (!inputs.is_ok()) return inputs.status();
  options.host = run.host.get();
  std::uint64_t nodes_done = 0;
  options.on_node = [&](const std::string& /*name*/) { job.channel.progress(++nodes_done, 0); };
  job.channel.stage("preparing " + model.name());
  const auto start = std::chrono::steady_clock::now();
  auto engine = graph::CpuEngine::create(std::move(model), std::move(options));
  if (!engine.is_ok()) return engine.status();
  run.engine = std::move(engine).value();
  describe_nodes(*run.engine, run.host ? run.host->creators() : std::vector<host::CreatorInfo>{},
                 job.reply);
  job.channel.stage("running the model");
  const auto prepared = std::chrono::steady_clock::now();
  auto outputs = run.engine->run(*inputs);
  if (!outputs.is_ok()) return outputs.status();
  job.reply["prepare_ms"] = Milliseconds(prepared - start).count();
  job.reply["run_ms"] = Milliseconds(std::chrono::steady_clock::now() - prepared).count();
  std::vector<wire::NamedTensor> results;
  for (const auto& output : *outputs) {
    const auto* data = static_cast<const std::byte*>(output.data);
    job.kept.emplace_back(data, data + output.bytes);  // the engine goes before the reply
    results.push_back({output.name, output.type, output.dims, job.kept.back()});
  }
  job.reply["outputs"] = wire::to_json(results, job.blocks);
  return Status::ok();
}

}  // namespace

Status run_model(JobContext& job) {
  job.channel.stage("reading the model");
  auto model = graph::Model::load(job.request.at("model").get<std::string>());
  if (!model.is_ok()) return model.status();
  graph::EngineOptions options;
  auto rules = graph::parse_parser_version(job.request.at("rules").get<std::string>());
  if (!rules.is_ok()) return rules.status();
  options.rules = *rules;
  ModelRun state;
  if (!job.request.at("libraries").empty()) {
    auto loaded = load_host(job, false);
    if (!loaded.is_ok()) return loaded.status();
    state.host = std::move(loaded->host);
  }
  return run(job, state, std::move(model).value(), std::move(options));
}

}  // namespace plugsmith::worker
