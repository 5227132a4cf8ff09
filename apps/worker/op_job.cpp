// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>

#include "apps/worker/op_run.hpp"

// One op alone, run or timed.

namespace plugsmith::worker {
namespace {

std::string output_name(std::size_t index) { return "output" + std::to_string(index); }

// An aliased output lies where its input lies, so that each run goes on from the one before.
Result<std::vector<host::MutableTensor>> place_outputs(OpRun& run, const host::EngineInfo& info,
                                                       host::PluginContext& context) {
  auto dims = context.output_dims(run.inputs.dims, run.inputs.shape_values);
  if (!dims.is_ok()) return dims.status();
  std::vector<host::MutableTensor> outputs;
  for (std::size_t i = 0; i < dims->size(); ++i) {
    if (info.aliased_input[i] >= 0) {
      const auto input = static_cast<std::size_t>(info.aliased_input[i]);
      outputs.push_back({run.inputs.data[input], (*dims)[i]});
      continue;
    }
    auto size = io::byte_count(info.output_types[i], (*dims)[i], output_name(i));
    if (!size.is_ok()) return internal_error(size.status().message());
    run.job.kept.emplace_back(static_cast<std::size_t>(*size));
    outputs.push_back({run.job.kept.back().data(), (*dims)[i]});
  }
  return outputs;
}

Status reply_outputs(JobContext& job, const std::vector<DataType>& types,
                     const std::vector<host::MutableTensor>& outputs) {
  std::vector<wire::NamedTensor> results;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    auto size = io::byte_count(types[i], outputs[i].dims, output_name(i));
    if (!size.is_ok()) return internal_error(size.status().message());
    const auto* data = static_cast<const std::byte*>(outputs[i].data);
    results.push_back(
        {output_name(i), types[i], outputs[i].dims, {data, static_cast<std::size_t>(*size)}});
  }
  job.reply["outputs"] = wire::to_json(results, job.blocks);
  return Status::ok();
}

Status compute(OpRun& run, const host::PluginEngine& engine, host::PluginContext& context) {
  const std::vector<host::ConstTensor> inputs = run.tensors();
  auto placed = place_outputs(run, engine.info(), context);
  if (!placed.is_ok()) return placed.status();
  std::vector<host::MutableTensor> outputs;
  const auto steps = run.job.request.value("steps", std::uint64_t{1});
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t step = 0; step < steps; ++step) {
    outputs = *placed;  // a run puts the real dims in
    run.host.mark("== run " + std::to_string(step));
    PLUGSMITH_RETURN_IF_ERROR(
        context.run(inputs, run.inputs.shape_values, outputs, execution_of(run.job)));
    run.job.channel.progress(step + 1, steps);
  }
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  run.job.reply["run_ms"] = taken.count();
  return reply_outputs(run.job, engine.info().output_types, outputs);
}

Json describe(const host::EngineInfo& info, const std::vector<host::TensorSpec>& inputs) {
  Json formats = Json::array();
  Json aliases = Json::array();
  for (std::size_t i = 0; i < info.aliased_input.size(); ++i) {
    if (info.aliased_input[i] < 0) continue;
    aliases.push_back({{"output", output_name(i)},
                       {"input", inputs[static_cast<std::size_t>(info.aliased_input[i])].name}});
  }
  for (const auto format : info.input_formats) formats.push_back(to_string(format));
  for (const auto format : info.output_formats) formats.push_back(to_string(format));
  return {{"formats", std::move(formats)},
          {"tactic", info.tactic},
          {"tactics", info.tactics},
          {"workspace_bytes", info.workspace_bytes},
          {"accepted_combinations", info.accepted_combinations},
          {"aliased", std::move(aliases)}};
}

Status run_phases(OpRun& run) {
  const auto start = std::chrono::steady_clock::now();
  auto engine = build_engine(run);
  if (!engine.is_ok()) return engine.status();
  run.job.reply["engine"] = describe((*engine)->info(), run.inputs.specs);
  run.host.mark("== runtime");
  auto context = (*engine)->create_context();
  if (!context.is_ok()) return context.status();
  const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
  run.job.reply["build_ms"] = taken.count();
  if (run.job.request.value("timed", false)) return time_op(run, **context);
  if ((*engine)->has_reference() || execution_of(run.job) != host::Execution::kReference) {
    PLUGSMITH_RETURN_IF_ERROR(compute(run, **engine, **context));
  } else if (!run.job.request.value("trace", false)) {
    return unsupported(run.creator.name +
                       ": its library brings no CPU reference (it was not "
                       "built with Plugsmith), so "
                       "it passed the build here but cannot compute; its "
                       "kernels need a GPU: --backend cuda");
  }
  run.host.mark("== end");
  return Status::ok();
}

}  // namespace

Status run_op(JobContext& job) {
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  const bool trace = job.request.value("trace", false);
  auto loaded = load_host(job, trace);
  if (!loaded.is_ok()) return loaded.status();
  auto run = read_op_run(job, *loaded->host, job.request);
  if (!run.is_ok()) return run.status();
  job.reply["creator"] = describe(run->creator);
  const Status status = run_phases(*run);
  if (trace) job.reply["trace"] = loaded->host->trace();
  return status;
}

}  // namespace plugsmith::worker
