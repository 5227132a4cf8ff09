// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/rule.hpp"

#include "src/check/rule_tables.hpp"

namespace plugsmith::check {

const char* to_string(Severity severity) {
  return severity == Severity::kError ? "error" : "warning";
}

const char* to_string(Meaning meaning) {
  switch (meaning) {
    case Meaning::kCrash: return "would crash";
    case Meaning::kWrong: return "would be wrong or refused";
    case Meaning::kAdvice: return "advice";
  }
  return "";
}

const char* to_string(Tier tier) {
  switch (tier) {
    case Tier::kHost: return "host";
    case Tier::kShim: return "host, with an interposed CUDA runtime";
    case Tier::kGpu: return "gpu";
  }
  return "";
}

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> rules = [] {
    std::vector<Rule> all;
    for (const auto part : {creation_rules(), build_rules(), run_rules()}) {
      all.insert(all.end(), part.begin(), part.end());
    }
    return all;
  }();
  return rules;
}

const Rule* find_rule(std::string_view id) {
  for (const Rule& rule : all_rules()) {
    if (id == rule.id) return &rule;
  }
  return nullptr;
}

bool is_process_rule(std::string_view id) {
  return id == "CK24" || id == "CK91" || id == "CK92" || id == "CK93";
}

}  // namespace plugsmith::check
