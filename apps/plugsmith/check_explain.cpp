// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/plugsmith/check.hpp"
#include "src/check/explanation.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

std::string indented(const std::string& text) {
  std::string result = "  ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

}  // namespace

Answer explain_rule(const std::string& id) {
  const check::Rule* rule = check::find_rule(id);
  if (rule == nullptr) return failed(check_rule_ids({id}, "--explain"));
  const check::Explanation& more = check::explanation_of(id);
  Answer answer;
  answer.json["rule"] = {{"id", rule->id},
                         {"severity", check::to_string(rule->severity)},
                         {"means", check::to_string(rule->meaning)},
                         {"tier", check::to_string(rule->tier)},
                         {"clauses", rule->clauses},
                         {"text", rule->text},
                         {"why", more.why},
                         {"fix", rule->fix},
                         {"example", more.example}};
  answer.text = fmt::format(
      "{} ({}, {}; tier {}; contract clauses {})\n\nChecked: {}.\n\nWhy: {}.\n\nTo keep it: {}.\n\n"
      "Right:\n\n{}\n",
      rule->id, check::to_string(rule->severity), check::to_string(rule->meaning),
      check::to_string(rule->tier), *rule->clauses == '\0' ? "none" : rule->clauses, rule->text,
      more.why, rule->fix, indented(more.example));
  return answer;
}

}  // namespace plugsmith::cli
