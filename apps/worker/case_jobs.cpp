// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/common/fields.hpp"
#include "apps/worker/check_case.hpp"
#include "apps/worker/dependencies.hpp"
#include "apps/worker/job.hpp"
#include "src/check/case_runner.hpp"
#include "src/cuda/device_stream.hpp"

// Cases of check that are run elsewhere than in its rules.

namespace plugsmith::worker {
namespace {

/// What the request names: a creator of its library, and the case.
struct LoadedCase {
  std::unique_ptr<check::CaseRunner> runner;
  std::size_t creator = 0;
  check::GivenCase given;
};

Result<LoadedCase> load(JobContext& job) {
  CheckedLibrary library = checked_library(job);
  auto runner = check::CaseRunner::load(std::move(library.options), library.path, library.init);
  report_dependencies(job);
  if (!runner.is_ok()) return runner.status();
  auto given = read_case(job, (*runner)->library().creators);
  if (!given.is_ok()) return given.status();
  return LoadedCase{std::move(runner).value(), job.request.at("creator").get<std::size_t>(),
                    std::move(given).value()};
}

std::vector<std::size_t> indices_of(const JobContext& job) {
  return job.request.at("indices").get<std::vector<std::size_t>>();
}

// Tensors called PREFIX0, PREFIX1, ...; the job keeps their bytes.
Json tensors_json(JobContext& job, const char* prefix, std::vector<check::HostTensor> tensors) {
  std::vector<wire::NamedTensor> named;
  for (check::HostTensor& tensor : tensors) {
    job.kept.push_back(std::move(tensor.bytes));
    named.push_back(
        {prefix + std::to_string(named.size()), tensor.type, tensor.dims, job.kept.back()});
  }
  return wire::to_json(named, job.blocks);
}

// What the device work of check_device_cases says; the runner is gone when this returns, and with
// it what the op holds on the device.
Status run_cases(JobContext& job) {
  auto one = load(job);
  if (!one.is_ok()) return one.status();
  const auto runs = one->runner->run_on_device(
      one->creator, one->given, indices_of(job),
      [&job](std::size_t index, const std::string& text) {
        announce_stage(job, "device case " + std::to_string(index) + " (" + text + ")");
      });
  if (!runs.is_ok()) {
    if (runs.status().code() != StatusCode::kUnsupported) return runs.status();
    job.reply["none"] = runs.status().message();
    return Status::ok();
  }
  job.reply["cases"] = runs->cases;
  job.reply["problems"] = runs->problems;
  job.reply["begun"] = runs->begun;
  job.reply["run"] = runs->run;
  job.reply["device_lost"] = runs->device_lost;
  return Status::ok();
}

Status compare_cases(JobContext& job) {
  auto one = load(job);
  if (!one.is_ok()) return one.status();
  auto depends = one->runner->memory_dependence(one->creator, one->given, indices_of(job));
  if (!depends.is_ok()) return depends.status();
  job.reply["depends"] = std::move(depends).value();
  return Status::ok();
}

}  // namespace

Status check_device_cases(JobContext& job) {
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  PLUGSMITH_RETURN_IF_ERROR(run_cases(job));
  // A lost device cannot be reset in order; the tool that watches has seen why.
  const Status reset = cuda::reset_device();
  if (!reset.is_ok()) job.reply["reset"] = reset.message();
  return Status::ok();
}

Status compare_device_memory(JobContext& job) {
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  return compare_cases(job);
}

Status describe_engine_case(JobContext& job) {
  auto loaded = load(job);
  if (!loaded.is_ok()) return loaded.status();
  auto one = loaded->runner->engine_case(loaded->creator, loaded->given);
  if (!one.is_ok()) return one.status();
  job.reply["fields"] = wire::fields_json(one->fields);
  job.reply["profile"] = Json::array();
  for (const host::DimRange& range : one->ranges)
    job.reply["profile"].push_back({range.min, range.max});
  job.reply["shape_inputs"] = one->shape_inputs;
  job.reply["invented"] = one->inputs_invented;
  job.reply["inputs"] = tensors_json(job, "input", std::move(one->inputs));
  job.reply["reference"] = tensors_json(job, "output", std::move(one->reference));
  job.reply["no_reference"] = one->no_reference;
  return Status::ok();
}

}  // namespace plugsmith::worker
