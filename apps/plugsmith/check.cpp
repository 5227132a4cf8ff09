// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check.hpp"

#include <algorithm>
#include <chrono>

#include "apps/plugsmith/check_baseline.hpp"
#include "apps/plugsmith/check_cases.hpp"
#include "apps/plugsmith/check_engine.hpp"
#include "apps/plugsmith/check_parallel.hpp"
#include "apps/plugsmith/check_run.hpp"
#include "apps/plugsmith/check_sanitizer.hpp"
#include "apps/plugsmith/library_choice.hpp"
#include "src/check/rule.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/spec/spec.hpp"

namespace plugsmith::cli {
namespace {

// Only a status as JSON; a null report.
Json failure_json(const Status& status) { return wire::to_json(status); }

// One creator with all of its cases, in this process. Gives its entry of "ops", or a status.
Json check_creator(const Json& creator, std::size_t index, const std::vector<CheckCase>& cases,
                   const CheckRequest& given) {
  const auto started = std::chrono::steady_clock::now();
  std::vector<Json> reports;
  std::vector<std::string> names;
  for (const CheckCase& one : cases) {
    Json request{{"job", "check_op"}, {"creator", index}, {"case", one}, {"seed", given.seed}};
    auto report = run_check(std::move(request), given);
    if (!report.is_ok()) return failure_json(report.status());
    reports.push_back(std::move(report->report));
    const CheckTarget target{creator, index, one, given};
    if (given.tier == "engine") check_in_engine(target, reports.back());
    if (!given.sanitizer.empty()) {
      const Status watched = check_under_sanitizer(target, reports.back());
      if (!watched.is_ok()) return failure_json(watched);
    }
    const int alike = one.value("alike", 0);
    names.push_back(one.at("name").get<std::string>() +
                    (alike == 0 ? "" : " and " + std::to_string(alike) + " more alike"));
  }
  Json op = join_reports(reports, names);
  for (const char* key : {"name", "version", "namespace", "interface"}) op[key] = creator.at(key);
  op["verdict"] = verdict_of(op);
  op["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return {{"op", std::move(op)}};
}

Status add_ops(const Json& creators, const CheckPlan& plan, const CheckRequest& given, Json& json) {
  std::vector<std::size_t> indices;
  for (const auto& [index, cases] : plan.cases) indices.push_back(index);
  auto results = run_in_processes(indices.size(), given.jobs, [&](std::size_t i) {
    return check_creator(creators[indices[i]], indices[i], plan.cases.at(indices[i]), given);
  });
  if (!results.is_ok()) return results.status();
  for (Json& result : *results) {
    if (!result.contains("op")) return wire::status_from(result);
    json["ops"].push_back(std::move(result["op"]));
  }
  return Status::ok();
}

// The library, and each of its creators that is to be checked.
Status check_all(const CheckRequest& given, Answer& answer) {
  auto library = run_check({{"job", "check_library"}}, given);
  if (!library.is_ok()) return library.status();
  for (const char* key : {"findings", "not_run", "passed"}) {
    answer.json[key] = library->report.at(key);
  }
  for (const char* key : {"stand_ins", "cuda_runtime", "implemented"}) {
    if (library->reply.contains(key)) answer.json[key] = library->reply.at(key);
  }
  if (library->reply.contains("library")) {
    const Json& creators = library->reply.at("library").at("creators");
    auto plan = plan_checks(given, creators);
    if (!plan.is_ok()) return plan.status();
    answer.warnings = plan->warnings;
    if (!plan->left_out.empty()) answer.json["left_out"] = plan->left_out;
    PLUGSMITH_RETURN_IF_ERROR(add_ops(creators, *plan, given, answer.json));
  }
  return Status::ok();
}

// CK90, which is judged before anything of the library is loaded: a library for another TensorRT
// than --for asks for. Fills the report and says true where that is so.
Result<bool> is_for_another(const CheckRequest& given, Json& json) {
  if (given.worker.rules.empty()) return false;
  auto asked = graph::parse_parser_version(given.worker.rules);
  if (!asked.is_ok()) return asked.status();
  auto choice = choose_libraries({given.library}, given.worker);
  if (!choice.is_ok()) return choice.status();
  const bool taken =
      std::count(given.skip.begin(), given.skip.end(), "CK90") == 0 &&
      (given.only.empty() || std::count(given.only.begin(), given.only.end(), "CK90") != 0);
  if (choice->generation == asked->major_version || !taken) return false;
  const auto* rule = check::find_rule("CK90");
  json["passed"] = Json::array();
  json["findings"] =
      Json::array({{{"rule", rule->id},
                    {"severity", check::to_string(rule->severity)},
                    {"message", given.library + " was built for TensorRT " +
                                    std::to_string(choice->generation) + ", but --for asks for " +
                                    given.worker.rules + "; nothing of it was called"},
                    {"fix", rule->fix},
                    {"evidence", "libnvinfer.so.N among its dependencies, or its plugsmithAbi"}}});
  json["not_run"] = Json::array();
  for (const auto& other : check::all_rules()) {
    if (&other == rule) continue;
    json["not_run"].push_back(
        {{"rule", other.id}, {"reason", "the library is for another TensorRT (CK90)"}});
  }
  return true;
}

// What a finding means, beside its rule.
void add_meanings(Json& json) {
  const auto add = [](Json& findings) {
    for (Json& finding : findings) {
      const auto* rule = check::find_rule(finding.at("rule").get<std::string>());
      if (rule != nullptr && !finding.contains("means"))
        finding["means"] = check::to_string(rule->meaning);
    }
  };
  add(json["findings"]);
  for (Json& op : json["ops"]) add(op["findings"]);
}

// Errors that no baseline knows.
bool has_new_errors(const Json& json) {
  const auto any = [](const Json& findings) {
    for (const Json& finding : findings) {
      if (finding.at("severity") == "error" && !finding.value("known", false)) return true;
    }
    return false;
  };
  if (any(json.at("findings"))) return true;
  for (const Json& op : json.at("ops")) {
    if (any(op.at("findings"))) return true;
  }
  return false;
}

Status prepare(const CheckRequest& given) {
  PLUGSMITH_RETURN_IF_ERROR(check_rule_ids(given.only, "--only"));
  PLUGSMITH_RETURN_IF_ERROR(check_rule_ids(given.skip, "--skip"));
  if (given.update_baseline && given.baseline.empty()) {
    return invalid_argument("--update-baseline writes the file that --baseline names; give both");
  }
  // What is wrong with the command line and the specifications is said before a library is loaded.
  for (const std::string& path : given.specs) {
    const auto spec = spec::read_spec(path);
    if (!spec.is_ok()) return spec.status();
  }
  auto plan = plan_checks(given, Json::array());
  const bool wanted_creators = !given.specs.empty() || !given.model.empty();
  if (!plan.is_ok() && !wanted_creators) return plan.status();
  if (!given.sanitizer.empty()) PLUGSMITH_RETURN_IF_ERROR(find_sanitizer(given));
  return given.tier == "engine" ? find_engine_tier(given) : Status::ok();
}

}  // namespace

Status check_rule_ids(const std::vector<std::string>& ids, const char* option) {
  for (const std::string& id : ids) {
    if (check::find_rule(id) != nullptr) continue;
    return invalid_argument(std::string(option) + " " + id + ": there is no such rule; rules are " +
                            check::all_rules().front().id + " to " + check::all_rules().back().id);
  }
  return Status::ok();
}

Answer check_library(const CheckRequest& given) {
  const Status prepared = prepare(given);
  if (!prepared.is_ok()) return failed(prepared);
  Answer answer;
  answer.json = {{"library", given.library},           {"tier", given.tier},
                 {"sanitizer", given.sanitizer},       {"seed", given.seed},
                 {"rules", check::all_rules().size()}, {"ops", Json::array()}};
  auto other = is_for_another(given, answer.json);
  if (!other.is_ok()) return failed(other.status());
  const Status checked = *other ? Status::ok() : check_all(given, answer);
  if (!checked.is_ok()) return failed(checked);
  add_meanings(answer.json);
  if (!given.baseline.empty()) {
    const auto use = given.update_baseline ? BaselineUse::kRecord : BaselineUse::kCompare;
    const Status applied = apply_baseline(given.baseline, use, answer.json);
    if (!applied.is_ok()) return failed(applied);
  }
  if (has_new_errors(answer.json)) answer.exit = kFailed;
  const Colour colour = colour_of_stdout();
  answer.text = check_text(answer.json, colour);
  answer.coloured = colour == Colour::kYes;
  return answer;
}

}  // namespace plugsmith::cli
