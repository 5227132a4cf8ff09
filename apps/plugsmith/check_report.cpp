// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "apps/plugsmith/check.hpp"

namespace plugsmith::cli {
namespace {

constexpr std::size_t kMostRows = 12;

std::string get(const Json& json, const char* key) { return json.at(key).get<std::string>(); }

std::string findings_text(const Json& findings, const std::string& indent) {
  std::string text;
  for (const Json& finding : findings) {
    text += fmt::format("{0}{1} {2}: {3}\n{0}    seen in: {4}\n{0}    mend: {5}\n", indent,
                        get(finding, "severity"), get(finding, "rule"), get(finding, "message"),
                        get(finding, "evidence"), get(finding, "fix"));
  }
  return text;
}

// Rules of one reason share a line.
std::string not_run_text(const Json& not_run, const std::string& indent) {
  std::map<std::string, std::string> by_reason;
  for (const Json& entry : not_run) {
    auto& rules = by_reason[get(entry, "reason")];
    rules += (rules.empty() ? "" : " ") + get(entry, "rule");
  }
  std::string text;
  for (const auto& [reason, rules] : by_reason) {
    text += fmt::format("{}not run: {}: {}\n", indent, reason, rules);
  }
  return text;
}

std::string combinations_text(const Json& op) {
  const Json& combinations = op.at("combinations");
  if (combinations.empty()) return "";
  const auto inputs = op.at("inputs").get<std::size_t>();
  std::string text = fmt::format("  accepts {} combination{} of type and format:\n",
                                 combinations.size(), combinations.size() == 1 ? "" : "s");
  for (std::size_t row = 0; row < combinations.size() && row < kMostRows; ++row) {
    std::string line;
    for (std::size_t i = 0; i < combinations[row].size(); ++i) {
      if (i == inputs) line += "-> ";
      line += fmt::format("{:<18}", combinations[row][i].get<std::string>());
    }
    text += "    " + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (combinations.size() > kMostRows) {
    text +=
        fmt::format("    and {} more (--format json shows all)\n", combinations.size() - kMostRows);
  }
  return text;
}

std::string op_text(const Json& op) {
  std::string text =
      fmt::format("{}  version {}  namespace \"{}\"  {}: {}\n", get(op, "name"), get(op, "version"),
                  get(op, "namespace"), get(op, "interface"), get(op, "verdict"));
  for (const Json& assumed : op.at("assumed")) {
    text += "  assumed: " + assumed.get<std::string>() + "\n";
  }
  text += combinations_text(op) + findings_text(op.at("findings"), "  ");
  text += fmt::format("  passed: {} rules\n", op.at("passed").size());
  return text + not_run_text(op.at("not_run"), "  ");
}

}  // namespace

std::string check_text(const Json& json) {
  std::string text = findings_text(json.at("findings"), "") + not_run_text(json.at("not_run"), "");
  std::map<std::string, int> verdicts, severities;
  const auto count = [&](const Json& findings) {
    for (const Json& finding : findings) ++severities[get(finding, "severity")];
  };
  count(json.at("findings"));
  for (const Json& op : json.at("ops")) {
    text += op_text(op) + "\n";
    ++verdicts[get(op, "verdict")];
    count(op.at("findings"));
  }
  return text + fmt::format(
                    "{}: {} ops: {} passed, {} failed, {} not run; {} errors, {} warnings\n",
                    get(json, "library"), json.at("ops").size(), verdicts["pass"], verdicts["fail"],
                    verdicts["not_run"], severities["error"], severities["warning"]);
}

}  // namespace plugsmith::cli
