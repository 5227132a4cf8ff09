// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "apps/worker/attribute_values.hpp"
#include "apps/worker/job.hpp"
#include "graph/node_mapping.hpp"

// One op alone: the network holds nothing but its layer.

namespace plugsmith::worker {
namespace {

std::string identity(const host::CreatorInfo& creator) {
  return creator.name + " version " + creator.version + ", namespace \"" + creator.name_space +
         "\"";
}

Status no_such_op(const std::vector<host::CreatorInfo>& creators, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& creator : creators) names.push_back(creator.name);
  const auto nearest = graph::nearest_names(name, names, 1);
  const std::string message = "no creator is called \"" + name + "\"";
  if (!nearest.empty()) {
    return invalid_argument(message + "; did you mean \"" + nearest.front() + "\"?");
  }
  constexpr std::size_t kMostNames = 20;
  std::string all;
  for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i) all += " " + names[i];
  return invalid_argument(message + "; there is:" + all +
                          (names.size() > kMostNames ? " ... (plugsmith list LIB shows all)" : ""));
}

Result<host::CreatorInfo> choose_creator(const host::PluginHost& host, const Json& op) {
  const auto creators = host.creators();
  std::vector<host::CreatorInfo> named;
  for (const auto& creator : creators) {
    if (creator.name == op.value("name", "")) named.push_back(creator);
  }
  if (named.empty()) return no_such_op(creators, op.value("name", ""));
  std::vector<host::CreatorInfo> chosen;
  for (const auto& creator : named) {
    const bool version = !op.contains("version") || creator.version == op["version"];
    const bool name_space = !op.contains("namespace") || creator.name_space == op["namespace"];
    if (version && name_space) chosen.push_back(creator);
  }
  if (chosen.size() == 1) return chosen.front();
  std::string all;
  for (const auto& creator : named) all += "\n  " + identity(creator);
  if (chosen.empty()) {
    return invalid_argument("no creator of that name has that version and namespace; there is:" +
                            all);
  }
  return invalid_argument("several creators have that name; choose with --op-version and " +
                          std::string("--op-namespace among:") + all);
}

// What the request says of one device input: its tensor, and the shapes of the profile.
struct OpInputs {
  std::vector<wire::NamedTensor> tensors;
  std::vector<host::TensorSpec> specs;
  std::vector<host::DimRange> profile;
};

Result<OpInputs> read_inputs(JobContext& job) {
  auto tensors = wire::tensors_from(job.request.at("inputs"), job.channel.request().blocks());
  if (!tensors.is_ok()) return tensors.status();
  OpInputs inputs{std::move(tensors).value(), {}, {}};
  for (std::size_t i = 0; i < inputs.tensors.size(); ++i) {
    const auto& tensor = inputs.tensors[i];
    const Json& range = job.request.at("profile").at(i);
    inputs.profile.push_back(
        {range.at(0).get<io::Dims>(), tensor.dims, range.at(1).get<io::Dims>()});
    host::TensorSpec spec{tensor.name, tensor.type, tensor.dims};
    for (std::size_t axis = 0; axis < spec.dims.size(); ++axis) {
      if (inputs.profile.back().min[axis] != inputs.profile.back().max[axis]) spec.dims[axis] = -1;
    }
    inputs.specs.push_back(std::move(spec));
  }
  return inputs;
}

struct OpRun {
  JobContext& job;
  host::PluginHost& host;
  OpInputs inputs;
  host::CreatorInfo creator;
};

Result<std::unique_ptr<host::PluginEngine>> build_engine(OpRun& run,
                                                         std::vector<host::FieldValue> fields) {
  host::LayerSpec spec;
  spec.creator_name = run.creator.name;
  spec.creator_version = run.creator.version;
  spec.creator_namespace = run.creator.name_space;
  spec.layer_name = run.creator.name;
  spec.fields = std::move(fields);
  spec.inputs = run.inputs.specs;
  spec.outputs_are_network_outputs = true;
  auto layer = run.host.add_layer(spec);
  if (!layer.is_ok()) return layer.status();
  run.host.mark("== build");
  host::BuildOptions options;
  options.profile = run.inputs.profile;
  auto engine = (*layer)->build(options);
  if (!engine.is_ok()) return engine.status();
  run.host.mark("== delete net");
  return engine;
}

Status compute(OpRun& run, const host::PluginEngine& engine, host::PluginContext& context) {
  std::vector<host::ConstTensor> inputs;
  std::vector<host::DimValues> dims;
  for (const auto& tensor : run.inputs.tensors) {
    inputs.push_back({tensor.bytes.data(), tensor.dims});
    dims.push_back(tensor.dims);
  }
  auto output_dims = context.output_dims(dims, {});
  if (!output_dims.is_ok()) return output_dims.status();
  std::vector<host::MutableTensor> outputs;
  for (std::size_t i = 0; i < output_dims->size(); ++i) {
    auto size = io::byte_count(engine.info().output_types[i], (*output_dims)[i],
                               "output " + std::to_string(i));
    if (!size.is_ok()) return internal_error(size.status().message());
    run.job.kept.emplace_back(static_cast<std::size_t>(*size));
    outputs.push_back({run.job.kept.back().data(), (*output_dims)[i]});
  }
  const auto start = std::chrono::steady_clock::now();
  const Status status = context.run(inputs, {}, outputs, host::Execution::kReference);
  if (!status.is_ok()) return status;
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  run.job.reply["run_ms"] = taken.count();
  std::vector<wire::NamedTensor> results;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const DataType type = engine.info().output_types[i];
    auto size = io::byte_count(type, outputs[i].dims, "output " + std::to_string(i));
    if (!size.is_ok()) return internal_error(size.status().message());
    const auto* data = static_cast<const std::byte*>(outputs[i].data);
    results.push_back({"output" + std::to_string(i),
                       type,
                       outputs[i].dims,
                       {data, static_cast<std::size_t>(*size)}});
  }
  run.job.reply["outputs"] = wire::to_json(results, run.job.blocks);
  return Status::ok();
}

Json describe(const host::EngineInfo& info) {
  Json formats = Json::array();
  for (const auto format : info.input_formats) formats.push_back(to_string(format));
  for (const auto format : info.output_formats) formats.push_back(to_string(format));
  return {{"formats", std::move(formats)},
          {"tactic", info.tactic},
          {"workspace_bytes", info.workspace_bytes},
          {"accepted_combinations", info.accepted_combinations}};
}

Status run_phases(OpRun& run, std::vector<host::FieldValue> fields) {
  const auto start = std::chrono::steady_clock::now();
  auto engine = build_engine(run, std::move(fields));
  if (!engine.is_ok()) return engine.status();
  run.job.reply["engine"] = describe((*engine)->info());
  run.host.mark("== runtime");
  auto context = (*engine)->create_context();
  if (!context.is_ok()) return context.status();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  run.job.reply["build_ms"] = taken.count();
  if ((*engine)->has_reference()) {
    run.host.mark("== run 0");
    PLUGSMITH_RETURN_IF_ERROR(compute(run, **engine, **context));
  } else if (!run.job.request.value("trace", false)) {
    return unsupported(
        run.creator.name +
        ": its library brings no CPU reference (it was not built with Plugsmith), so "
        "it passed the build here but cannot compute; its kernels need a GPU");
  }
  run.host.mark("== end");
  return Status::ok();
}

}  // namespace

Status run_op(JobContext& job) {
  const bool trace = job.request.value("trace", false);
  auto loaded = load_host(job, trace);
  if (!loaded.is_ok()) return loaded.status();
  auto creator = choose_creator(*loaded->host, job.request.at("op"));
  if (!creator.is_ok()) return creator.status();
  auto fields =
      parse_attributes(*creator, job.request.at("op").at("attributes").get<AttributeTexts>());
  if (!fields.is_ok()) return fields.status();
  auto inputs = read_inputs(job);
  if (!inputs.is_ok()) return inputs.status();
  job.reply["creator"] = {{"name", creator->name},
                          {"version", creator->version},
                          {"namespace", creator->name_space},
                          {"interface", host::to_string(creator->kind)},
                          {"library", creator->library}};
  OpRun run{job, *loaded->host, std::move(inputs).value(), *creator};
  const Status status = run_phases(run, std::move(fields).value());
  if (trace) job.reply["trace"] = loaded->host->trace();
  return status;
}

}  // namespace plugsmith::worker
