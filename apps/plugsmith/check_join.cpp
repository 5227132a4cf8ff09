// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "apps/plugsmith/check_run.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

// What one case says, short: its findings stand with the op.
Json summary_of(const Json& report, const std::string& name) {
  return {{"name", name},
          {"verdict", verdict_of(report)},
          {"assumed", report.at("assumed")},
          {"problem", report.at("problem")},
          {"passed", report.at("passed").size()},
          {"findings", report.at("findings").size()},
          {"not_run", report.at("not_run").size()}};
}

// The same rule broken with the same words is one finding, which names the first case.
void join_findings(const Json& report, const std::string& name, Json& joined,
                   std::set<std::string>& broken) {
  for (Json finding : report.at("findings")) {
    broken.insert(finding.at("rule").get<std::string>());
    finding["case"] = name;
    bool known = false;
    for (const Json& other : joined["findings"]) {
      known = known || (other.at("rule") == finding.at("rule") &&
                        other.at("evidence") == finding.at("evidence"));
    }
    if (!known) joined["findings"].push_back(std::move(finding));
  }
}

}  // namespace

Json join_reports(const std::vector<Json>& reports, const std::vector<std::string>& names) {
  if (reports.size() == 1 && names[0].empty()) return reports[0];
  Json joined = reports[0];
  for (const char* key : {"findings", "passed", "not_run", "cases"}) joined[key] = Json::array();
  std::set<std::string> broken, passed;
  std::map<std::string, Json> left_out;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    join_findings(reports[i], names[i], joined, broken);
    for (const Json& rule : reports[i].at("passed")) passed.insert(rule.get<std::string>());
    for (const Json& entry : reports[i].at("not_run")) {
      left_out.emplace(entry.at("rule").get<std::string>(), entry);
    }
    joined["cases"].push_back(summary_of(reports[i], names[i]));
    if (joined["combinations"].empty() && !reports[i].at("combinations").empty()) {
      joined["combinations"] = reports[i].at("combinations");
      joined["inputs"] = reports[i].at("inputs");
    }
    // One case that works is enough for the op to have been checked.
    if (reports[i].at("problem").get<std::string>().empty()) joined["problem"] = "";
  }
  for (const check::Rule& rule : check::all_rules()) {
    if (broken.count(rule.id) != 0) continue;
    if (passed.count(rule.id) != 0) {
      joined["passed"].push_back(rule.id);
    } else if (const auto found = left_out.find(rule.id); found != left_out.end()) {
      joined["not_run"].push_back(found->second);
    }
  }
  return joined;
}

}  // namespace plugsmith::cli
