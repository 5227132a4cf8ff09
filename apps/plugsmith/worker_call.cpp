// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/worker_call.hpp"

#include <csignal>
#include <cstdio>

#include "apps/plugsmith/library_choice.hpp"
#include "apps/plugsmith/locate.hpp"
#include "apps/plugsmith/sanitizers.hpp"

namespace plugsmith::cli {
namespace {

using process::Ending;
using process::Outcome;

StatusCode code_of(Ending ending) {
  return ending == Ending::kMissingSymbol || ending == Ending::kMissingWorker
             ? StatusCode::kUnsupported
             : StatusCode::kInternal;
}

const char* kind_of(Ending ending) {
  switch (ending) {
    case Ending::kMethodTimeout:
    case Ending::kRunTimeout: return "timeout";
    case Ending::kMemory: return "memory";
    case Ending::kMissingSymbol: return "missing symbol";
    case Ending::kMissingWorker: return "missing worker";
    default: return "crash";
  }
}

WorkerReply reply_for(const Outcome& outcome) {
  WorkerReply reply;
  std::string text = process::explain(outcome);
  const std::string summary = sanitizer_summary(outcome.output);
  if (!summary.empty()) text += ": " + summary;
  reply.status = Status(code_of(outcome.ending), std::move(text));
  Json& error = reply.json["error"];
  error["kind"] = kind_of(outcome.ending);
  if (!outcome.method.empty()) error["method"] = outcome.method;
  if (!outcome.object.empty()) error["object"] = outcome.object;
  if (!outcome.stage.empty()) error["stage"] = outcome.stage;
  if (outcome.ending == Ending::kSignal) error["signal"] = outcome.number;
  if (!outcome.exception.empty()) error["exception"] = outcome.exception;
  if (!outcome.complaint.empty()) error["complaint"] = outcome.complaint;
  error["output"] = outcome.output;
  return reply;
}

// The newest TensorRT of a generation whose headers this was built with.
std::string newest_rules(int generation) { return generation == 11 ? "11.4" : "10.16"; }

void show_progress(const process::Progress& progress) {
  std::string line = "plugsmith: " + (progress.stage.empty() ? "starting" : progress.stage);
  if (progress.steps_done > 0) line += " (step " + std::to_string(progress.steps_done) + ")";
  std::fprintf(stderr, "%s, %.0f s\n", printable(line).c_str(), progress.seconds);
}

}  // namespace

WorkerReply call_worker(int generation, Json request, const std::vector<process::Bytes>& blocks,
                        const WorkerOptions& options) {
  request["stand_in"] = stand_in_path(generation).string();
  request["cuda_shims"] = cuda_shims_path().string();
  request["init"] = options.init;
  request["rules"] = options.rules.empty() ? newest_rules(generation) : options.rules;
  return call_program(worker_path(generation), request, blocks, options);
}

WorkerReply call_program(const std::filesystem::path& program, const Json& request,
                         const std::vector<process::Bytes>& blocks, const WorkerOptions& options) {
  process::Job job;
  job.worker = program;
  job.launcher = options.launcher;
  job.text = wire::encode(request);
  job.blocks = blocks;
  job.limits.run_seconds = options.timeout_seconds;
  job.limits.method_seconds = options.method_timeout_seconds;
  job.limits.memory_bytes =
      static_cast<std::int64_t>(options.memory_limit_gib * static_cast<double>(1U << 30U));
  job.on_progress = show_progress;
  const Outcome outcome = process::run_job(job);
  if (outcome.ending == Ending::kInterrupted) std::raise(outcome.number);
  if (outcome.ending != Ending::kReply) return reply_for(outcome);
  WorkerReply reply;
  reply.message = outcome.reply;
  auto json = wire::decode(outcome.reply->text());
  if (!json.is_ok()) {
    reply.status = json.status();
    return reply;
  }
  reply.status = wire::status_from(*json);
  reply.json = std::move(json).value();
  return reply;
}

WorkerReply call_worker_for(const std::vector<std::string>& libraries, Json request,
                            const std::vector<process::Bytes>& blocks,
                            const WorkerOptions& options) {
  auto chosen = choose_libraries(libraries, options);
  if (!chosen.is_ok()) {
    WorkerReply reply;
    reply.status = chosen.status();
    return reply;
  }
  request["libraries"] = chosen->paths;
  const SanitizerEnvironment environment(chosen->paths);
  return call_worker(chosen->generation, std::move(request), blocks, options);
}

}  // namespace plugsmith::cli
