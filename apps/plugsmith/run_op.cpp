// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/plugsmith/run_options.hpp"
#include "apps/plugsmith/run_report.hpp"
#include "apps/plugsmith/tensorrt_report.hpp"

namespace plugsmith::cli {
namespace {

void report_engine(Answer& answer, const Json& reply) {
  if (reply.contains("creator")) {
    answer.json["creator"] = reply["creator"];
    const Json& creator = reply["creator"];
    answer.text += fmt::format(
        "op      {} version {}, namespace \"{}\" ({})\n", creator.at("name").get<std::string>(),
        creator.at("version").get<std::string>(), creator.at("namespace").get<std::string>(),
        creator.at("interface").get<std::string>());
  }
  if (reply.contains("tensorrt")) {
    report_tensorrt(answer, reply);
    report_plan(answer, reply);
    report_tensorrt_log(answer, reply);
    return;
  }
  if (!reply.contains("engine")) return;
  answer.json["engine"] = reply["engine"];
  std::string formats;
  for (const Json& format : reply["engine"].at("formats")) {
    formats += (formats.empty() ? "" : ", ") + format.get<std::string>();
  }
  answer.text += fmt::format("engine  formats {}; tactic {}; workspace {} bytes\n", formats,
                             reply["engine"].at("tactic").get<std::int64_t>(),
                             reply["engine"].at("workspace_bytes").get<std::int64_t>());
  for (const Json& alias : reply["engine"].at("aliased")) {
    answer.text +=
        fmt::format("alias   {} lies in the memory of {}\n", alias.at("output").get<std::string>(),
                    alias.at("input").get<std::string>());
  }
}

}  // namespace

Answer run_op(const RunOptions& options) {
  const bool real = options.backend == "tensorrt";
  auto job = do_op_job(options.target, options.op, Trace::kNo, options.steps, options.worker,
                       real ? &options.tensorrt : nullptr);
  if (!job.is_ok()) return failed(job.status());
  const WorkerReply& reply = job->reply;
  Answer answer;
  if (reply.json.contains("error")) answer.json["error"] = reply.json["error"];
  answer.json["library"] = options.target;
  report_engine(answer, reply.json);
  if (!real) report_library_warnings(answer, reply.json);
  answer.status = reply.status;
  if (!answer.status.is_ok()) return answer;
  std::vector<ReportedTensor> inputs;
  for (std::size_t i = 0; i < job->inputs.size(); ++i) {
    inputs.push_back({job->inputs[i], job->sources[i]});
  }
  report_inputs(answer, inputs);
  auto outputs = wire::tensors_from(reply.json.at("outputs"), reply.message->blocks());
  if (!outputs.is_ok()) return failed(outputs.status());
  const Status written = write_outputs(answer, *outputs, options.output_folder);
  if (!written.is_ok()) return failed(written);
  report_times(answer, reply.json);
  report_step_times(answer, reply.json);
  return answer;
}

}  // namespace plugsmith::cli
