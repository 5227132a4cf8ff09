// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <chrono>
#include <map>

#include "apps/worker/check_case.hpp"
#include "apps/worker/dependencies.hpp"
#include "apps/worker/job.hpp"
#include "src/check/checker.hpp"
#include "src/check/library_checks.hpp"

namespace plugsmith::worker {
namespace {

Json to_json(const check::Report& report) {
  Json json{{"passed", report.passed},      {"findings", Json::array()},
            {"not_run", Json::array()},     {"assumed", report.assumed},
            {"inputs", report.inputs},      {"problem", report.problem},
            {"combinations", Json::array()}};
  for (const auto& finding : report.findings) {
    json["findings"].push_back({{"rule", finding.rule},
                                {"severity", check::to_string(finding.severity)},
                                {"message", finding.message},
                                {"fix", finding.fix},
                                {"evidence", finding.evidence}});
  }
  for (const auto& left_out : report.not_run) {
    json["not_run"].push_back({{"rule", left_out.rule}, {"reason", left_out.reason}});
  }
  for (const auto& combination : report.combinations) {
    Json ports = Json::array();
    for (const auto& port : combination) {
      ports.push_back(std::string(to_string(port.type)) + " " + to_string(port.format));
    }
    json["combinations"].push_back(std::move(ports));
  }
  return json;
}

check::Selection read_selection(const Json& request) {
  check::Selection selection;
  request.at("only").get_to(selection.only);
  request.at("skip").get_to(selection.skip);
  selection.on_device = request.value("on_device", false);
  return selection;
}

Result<std::unique_ptr<check::Checker>> load(JobContext& job) {
  // Freed memory is overwritten, so that a plugin which still reads it shows other values.
  ::mallopt(M_PERTURB, 0xA5);
  CheckedLibrary library = checked_library(job);
  auto checker = check::Checker::load(std::move(library.options), library.path, library.init);
  report_dependencies(job);
  return checker;
}

/// Tells the parent which rule is being checked, and measures how long each takes.
class Stopwatch {
 public:
  explicit Stopwatch(JobContext& job) : job_(job) {}

  check::OnRule on_rule() {
    return [this](const std::string& rule) {
      stop();
      rule_ = rule;
      announce_stage(job_, rule.empty() ? "preparing its inputs" : "checking " + rule);
    };
  }

  /// {"CK01": 0.2, ...}
  Json milliseconds() {
    stop();
    return Json(taken_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void stop() {
    const auto now = Clock::now();
    if (!rule_.empty()) {
      taken_[rule_] += std::chrono::duration<double, std::milli>(now - started_).count();
    }
    rule_.clear();
    started_ = now;
  }

  JobContext& job_;
  std::string rule_;
  Clock::time_point started_ = Clock::now();
  std::map<std::string, double> taken_;
};

enum class Scope { kLibrary, kOp };

// Rules that the user left out are said to be.
void add_left_out(const Json& request, Scope scope, Json& report) {
  for (const auto& rule : request.value("left_out", std::vector<std::string>())) {
    const bool of_library = check::is_library_rule(rule);
    if (of_library != (scope == Scope::kLibrary) || check::is_process_rule(rule)) continue;
    report["not_run"].push_back({{"rule", rule}, {"reason", "left out by --skip"}});
  }
}

}  // namespace

Status check_library(JobContext& job) {
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  Stopwatch watch(job);
  const check::Report report =
      (*checker)->check_library(read_selection(job.request), watch.on_rule());
  job.reply["library"] = to_json((*checker)->library());
  job.reply["report"] = to_json(report);
  job.reply["implemented"] = check::implemented_rules();
  job.reply["report"]["milliseconds"] = watch.milliseconds();
  add_left_out(job.request, Scope::kLibrary, job.reply["report"]);
  return Status::ok();
}

Status check_op(JobContext& job) {
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  auto given = read_case(job, (*checker)->library().creators);
  if (!given.is_ok()) return given.status();
  const auto index = job.request.at("creator").get<std::size_t>();
  Stopwatch watch(job);
  job.reply["report"] =
      to_json((*checker)->check_op(index, *given, read_selection(job.request), watch.on_rule()));
  job.reply["report"]["milliseconds"] = watch.milliseconds();
  add_left_out(job.request, Scope::kOp, job.reply["report"]);
  return Status::ok();
}

}  // namespace plugsmith::worker
