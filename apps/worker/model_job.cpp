// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "apps/worker/job.hpp"
#include "src/graph/cpu_engine.hpp"
#include "src/graph/node_mapping.hpp"

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
    // The request may not be written; an op that writes its input is to be told so, not to crash.
    job.kept.emplace_back(tensor.bytes.begin(), tensor.bytes.end());
    inputs.push_back({tensor.name, tensor.type, tensor.dims, job.kept.back().data()});
    options.input_shapes[tensor.name] = tensor.dims;
  }
  return inputs;
}

/// A model output that the next step reads.
struct Feed {
  std::size_t output = 0, input = 0;
  std::vector<std::byte> bytes;
};

template <class Tensors>
Result<std::size_t> find(const Tensors& tensors, const std::string& name, const char* kind) {
  std::vector<std::string> names;
  for (const auto& tensor : tensors) names.push_back(tensor.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto nearest = graph::nearest_names(name, names, 1);
  return invalid_argument("--feed: the model has no " + std::string(kind) + " \"" + name + "\"" +
                          (nearest.empty() ? "" : "; did you mean \"" + nearest[0] + "\"?"));
}

Result<std::vector<Feed>> find_feeds(const Json& request, const graph::CpuEngine& engine,
                                     const std::vector<graph::InputTensor>& inputs) {
  std::vector<Feed> feeds;
  for (const Json& pair : request.value("feeds", Json::array())) {
    const auto output = find(engine.outputs(), pair.at(0).get<std::string>(), "output");
    if (!output.is_ok()) return output.status();
    const auto input = find(inputs, pair.at(1).get<std::string>(), "input");
    if (!input.is_ok()) return input.status();
    for (const Feed& other : feeds) {
      if (other.input != *input) continue;
      return invalid_argument("--feed: input \"" + inputs[*input].name + "\" is fed twice");
    }
    feeds.push_back({*output, *input, {}});
  }
  return feeds;
}

Status feed(Feed& feed, const graph::OutputTensor& output, graph::InputTensor& input) {
  if (output.type != input.type || output.dims != input.dims) {
    return invalid_argument("--feed " + output.name + "=" + input.name + ": the output is " +
                            to_string(output.type) + io::to_string(output.dims) +
                            ", the input is " + to_string(input.type) + io::to_string(input.dims) +
                            "; they must be the same");
  }
  const auto* data = static_cast<const std::byte*>(output.data);
  feed.bytes.assign(data, data + output.bytes);
  input.data = feed.bytes.data();
  return Status::ok();
}

/// Runs as often as asked for; the last run's outputs.
Result<std::vector<graph::OutputTensor>> run_steps(const JobContext& job, graph::CpuEngine& engine,
                                                   std::vector<graph::InputTensor>& inputs) {
  auto feeds = find_feeds(job.request, engine, inputs);
  if (!feeds.is_ok()) return feeds.status();
  const auto steps = job.request.value("steps", std::uint64_t{1});
  for (std::uint64_t step = 1;; ++step) {
    auto outputs = engine.run(inputs);
    if (!outputs.is_ok() || step >= steps) return outputs;
    for (Feed& one : *feeds) {
      PLUGSMITH_RETURN_IF_ERROR(feed(one, (*outputs)[one.output], inputs[one.input]));
    }
  }
}

struct ModelRun {
  std::unique_ptr<host::PluginHost> host;  // must outlive the engine
  std::unique_ptr<graph::CpuEngine> engine;
};

Status run(JobContext& job, ModelRun& run, graph::Model model, graph::EngineOptions options) {
  auto inputs = read_inputs(job, options);
  if (!inputs.is_ok()) return inputs.status();
  options.host = run.host.get();
  options.build.alias_preview = job.request.value("alias_preview", true);
  options.build.watch_inputs = true;
  options.execution = execution_of(job);
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
  auto outputs = run_steps(job, *run.engine, *inputs);
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
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  job.channel.stage("reading the model");
  auto model = graph::Model::load(job.request.at("model").get<std::string>());
  if (!model.is_ok()) return model.status();
  graph::EngineOptions options;
  auto rules = graph::parse_parser_version(job.request.at("rules").get<std::string>());
  if (!rules.is_ok()) return rules.status();
  options.rules = *rules;
  ModelRun state;
  const bool trace = job.request.value("trace", false);
  if (!job.request.at("libraries").empty()) {
    auto loaded = load_host(job, trace);
    if (!loaded.is_ok()) return loaded.status();
    state.host = std::move(loaded->host);
  }
  const Status status = run(job, state, std::move(model).value(), std::move(options));
  if (trace && state.host != nullptr) job.reply["trace"] = state.host->trace();
  return status;
}

}  // namespace plugsmith::worker
