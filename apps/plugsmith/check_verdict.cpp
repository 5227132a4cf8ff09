// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_verdict.hpp"

#include <algorithm>

#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

bool has(const std::vector<std::string>& list, const std::string& rule) {
  return std::find(list.begin(), list.end(), rule) != list.end();
}

}  // namespace

Json CheckTarget::request(const char* job, const Json& report) const {
  Json broken = Json::array();  // not to be died of again
  for (const Json& finding : report.at("findings")) broken.push_back(finding.at("rule"));
  return {{"job", job}, {"creator", index}, {"case", one}, {"seed", given.seed}, {"skip", broken}};
}

bool takes(const CheckRequest& given, const std::string& rule) {
  return (given.only.empty() || has(given.only, rule)) && !has(given.skip, rule);
}

OptionVerdict::OptionVerdict(Json& report, const char* rule) : report_(report), rule_(rule) {
  Json kept = Json::array();
  for (Json& entry : report_["not_run"]) {
    if (entry.at("rule") != rule_) kept.push_back(std::move(entry));
  }
  report_["not_run"] = std::move(kept);
}

void OptionVerdict::passed() { report_["passed"].push_back(rule_); }

void OptionVerdict::not_run(const std::string& reason) {
  report_["not_run"].push_back({{"rule", rule_}, {"reason", reason}});
}

Json& OptionVerdict::broken(const std::string& message, const std::string& evidence) {
  const check::Rule& rule = *check::find_rule(rule_);
  report_["findings"].push_back({{"rule", rule_},
                                 {"severity", check::to_string(rule.severity)},
                                 {"message", message},
                                 {"fix", rule.fix},
                                 {"evidence", evidence}});
  return report_["findings"].back();
}

}  // namespace plugsmith::cli
