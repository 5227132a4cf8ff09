// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_sanitizer.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

#include "apps/plugsmith/compute_sanitizer.hpp"
#include "apps/plugsmith/sanitizer_search.hpp"
#include "apps/plugsmith/scratch_folder.hpp"
#include "src/check/option_rules.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

constexpr int kMostRuns = 24;             ///< of one op's case under the tool
constexpr double kPatienceSeconds = 600;  ///< for one process, unless the user gives a limit
constexpr double kMethodSlowdown = 20.0;  ///< of methods, next to the limit that the user gives
constexpr char kBlindness[] =
    ". initcheck before compute-sanitizer 2025.4 (CUDA 13.1) does not see what bulk copies "
    "(cp.async.bulk) write, as kernels of cuBLASLt do on Hopper, and no version knows whether a "
    "value that is read is used";
constexpr char kLookCloser[] =
    "Look for what writes that memory; if nothing does, write it before it is read, or "
    "cudaMemsetAsync it on the stream. compute-sanitizer 2025.4 or later sees more writes";

std::string option_for(const CheckRequest& given) { return "--sanitizer " + given.sanitizer; }

std::string read_all(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The op's device cases in processes under the tool.
class WatchedCases {
 public:
  WatchedCases(const CheckTarget& target, std::filesystem::path sanitizer, Json request)
      : target_(target), sanitizer_(std::move(sanitizer)), request_(std::move(request)) {}

  /// Runs some cases; all where there are none. The reply stays.
  WatchedRun run(const CaseIndices& indices) {
    WatchedRun run;
    run.log = work("check_device_cases", indices);
    run.begun = reply.status.is_ok() ? reply.json.value("begun", std::size_t{0}) : begun(indices);
    return run;
  }

  /// Does a job of the worker's on some cases. The reply stays.
  SanitizerLog work(const char* job, const CaseIndices& indices) {
    const ScratchFolder folder;
    if (!folder.status().is_ok()) {
      reply = {folder.status(), Json::object(), std::nullopt};
      return {};
    }
    const auto log = folder.path() / "log.txt";
    WorkerOptions worker = target_.given.worker;
    worker.launcher = sanitizer_command(sanitizer_, target_.given.sanitizer, log);
    worker.method_timeout_seconds *= kMethodSlowdown;
    if (worker.timeout_seconds <= 0) worker.timeout_seconds = kPatienceSeconds;
    worker.memory_limit_gib = 0;  // the tool keeps a copy of what the program has
    request_["job"] = job;
    request_["indices"] = indices;
    reply = call_worker_for({target_.given.library}, request_, {}, worker);
    return parse_sanitizer_log(read_all(log));
  }

  WorkerReply reply;

 private:
  // The process died: its stage names the case, "device case 3 (...)".
  std::size_t begun(const CaseIndices& indices) const {
    const std::string start = "device case ";
    const std::string stage = reply.json.value("error", Json::object()).value("stage", "");
    if (stage.rfind(start, 0) != 0) return 0;
    const auto index = static_cast<std::size_t>(std::atoll(stage.c_str() + start.size()));
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] == index) return i + 1;
    }
    return index + 1;
  }

  const CheckTarget& target_;
  std::filesystem::path sanitizer_;
  Json request_;
};

/// One case of the op under the tool.
class SanitizerCheck {
 public:
  SanitizerCheck(const CheckTarget& target, Json& report, const char* rule,
                 std::filesystem::path sanitizer)
      : target_(target),
        report_(report),
        verdict_(report, rule),
        cases_(target, std::move(sanitizer), request()) {}

  Status run() {
    const auto problem = report_.at("problem").get<std::string>();
    if (!problem.empty()) return not_run(problem);
    WatchedRun first = cases_.run({});
    const WorkerReply all = cases_.reply;
    if (all.status.code() == StatusCode::kUnsupported) return all.status;
    if (all.json.contains("none")) return not_run(all.json.at("none").get<std::string>());
    if (first.log.reports.empty()) return judge_silence(all, first.log);
    if (all.json.contains("cases")) names_ = all.json.at("cases").get<std::vector<std::string>>();
    if (names_.empty()) return keep_unnamed(first.log);
    bool done = false;
    FaultSearch search(
        [&](const CaseIndices& indices) {
          if (!done && indices.size() == names_.size()) {
            done = true;
            return first;  // it has been run
          }
          return cases_.run(indices);
        },
        kMostRuns);
    CaseIndices indices(names_.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    for (const CaseFault& fault : search.search(indices)) keep(fault);
    summarise(all, search.runs());
    report_["sanitizer"]["complete"] = search.is_complete();
    return Status::ok();
  }

 private:
  Json request() const {
    Json request = target_.request("check_device_cases", report_);
    request["on_device"] = true;
    request["option"] = option_for(target_.given);
    return request;
  }

  Status not_run(const std::string& reason) {
    verdict_.not_run(reason);
    return Status::ok();
  }

  void summarise(const WorkerReply& all, int processes) {
    report_["sanitizer"] = {{"tool", target_.given.sanitizer},
                            {"cases", all.json.value("cases", Json::array()).size()},
                            {"run", all.json.value("run", 0)},
                            {"processes", processes}};
  }

  // The tool has nothing to report; was there anything to be seen?
  Status judge_silence(const WorkerReply& all, const SanitizerLog& log) {
    const std::string tool = "compute-sanitizer (" + target_.given.sanitizer + ")";
    const std::string says = log.problems.empty() ? "" : "; it says: " + log.problems.front();
    if (!all.status.is_ok()) {
      const bool started = all.json.value("error", Json::object()).contains("stage");
      if (!started) PLUGSMITH_RETURN_IF_ERROR(find_device());  // without one the tool crashes
      return not_run(
          (started ? "the process under " + tool + " did not survive: " + all.status.message()
                   : tool + " does not start the worker") +
          says);
    }
    if (!log.is_complete) return not_run(tool + " wrote no report" + says);
    summarise(all, 1);
    if (all.json.at("run") == 0) {
      const Json& problems = all.json.at("problems");
      return not_run("the op refuses every case" +
                     (problems.empty() ? "" : ": " + problems.front().get<std::string>()));
    }
    verdict_.passed();
    return Status::ok();
  }

  // An error where there is no device; one that could not be looked for is not missing.
  Status find_device() const {
    Json request{
        {"job", "find_device"}, {"on_device", true}, {"option", option_for(target_.given)}};
    const WorkerReply reply =
        call_worker_for({target_.given.library}, std::move(request), {}, target_.given.worker);
    return reply.status.code() == StatusCode::kUnsupported ? reply.status : Status::ok();
  }

  // The process ended without an answer: all that is known is the case that it was in.
  Status keep_unnamed(const SanitizerLog& log) {
    const std::string stage =
        cases_.reply.json.value("error", Json::object()).value("stage", "an unknown stage");
    const std::size_t from = stage.find('(');
    const std::size_t to = stage.rfind(')');
    const bool of_a_case = from != std::string::npos && to != std::string::npos && to > from;
    names_ = {of_a_case ? stage.substr(from + 1, to - from - 1) : stage};
    can_repeat_ = false;
    FaultSearch search([&](const CaseIndices&) { return WatchedRun{log, 1}; }, 1);
    for (const CaseFault& fault : search.search({0})) keep(fault);
    return Status::ok();
  }

  void keep(const CaseFault& fault) {
    const SanitizerReport& report = fault.report;
    std::string where = "in a row of " + std::to_string(fault.among.size()) + " cases";
    if (fault.index && *fault.index < names_.size()) where = names_[*fault.index];
    std::string text = target_.given.sanitizer + ": " + report.text();
    if (fault.count > 1) text += "; " + std::to_string(fault.count) + " reports alike";
    Json& finding = verdict_.broken(text, "enqueue, " + where);
    if (report.is_warning) finding["severity"] = "warning";
    finding["sanitizer"] = {{"tool", target_.given.sanitizer},
                            {"kind", report.kind},
                            {"kernel", report.kernel},
                            {"place", report.place},
                            {"thread", report.thread},
                            {"block", report.block},
                            {"address", report.address},
                            {"size", report.size},
                            {"count", fault.count},
                            {"case", where}};
    if (report.kind.rfind("uninitialized", 0) == 0) weigh(fault, finding);
  }

  // initcheck does not see all that writes memory, and not what becomes of a value that is read:
  // such a read is a fault where results change with what the memory held before.
  void weigh(const CaseFault& fault, Json& finding) {
    const auto text = finding.at("message").get<std::string>();
    std::string why = "the process did not answer";
    if (can_repeat_) {
      cases_.work("compare_device_memory", fault.index ? CaseIndices{*fault.index} : fault.among);
      const WorkerReply& reply = cases_.reply;
      const std::string depends = reply.status.is_ok() ? reply.json.value("depends", "") : "";
      if (!depends.empty()) {
        finding["message"] = text + ". The result depends on it: " + depends;
        finding["sanitizer"]["confirmed"] = true;
        return;
      }
      why = reply.status.is_ok() ? "" : reply.status.message();
    }
    finding["severity"] = "warning";
    finding["means"] = check::to_string(check::Meaning::kAdvice);
    finding["fix"] = kLookCloser;
    finding["sanitizer"]["confirmed"] = false;
    finding["message"] =
        text +
        (why.empty() ? ". The result does not depend on it: it stays the same whatever "
                       "byte outputs, workspace and fresh memory are filled with"
                     : ". Whether the result depends on it is not known: " + why) +
        kBlindness;
  }

  const CheckTarget& target_;
  Json& report_;
  OptionVerdict verdict_;
  WatchedCases cases_;
  std::vector<std::string> names_;  ///< of the device cases
  bool can_repeat_ = true;          ///< a case can be asked for by its index
};

}  // namespace

Status find_sanitizer(const CheckRequest& given) {
  return find_compute_sanitizer(option_for(given)).status();
}

Status check_under_sanitizer(const CheckTarget& target, Json& report) {
  const char* rule = check::sanitizer_rule(target.given.sanitizer);
  if (rule == nullptr || !takes(target.given, rule)) return Status::ok();
  auto sanitizer = find_compute_sanitizer(option_for(target.given));
  if (!sanitizer.is_ok()) return sanitizer.status();
  return SanitizerCheck(target, report, rule, std::move(sanitizer).value()).run();
}

}  // namespace plugsmith::cli
