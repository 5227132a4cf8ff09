// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "apps/plugsmith/check.hpp"

namespace plugsmith::cli {
namespace {

constexpr std::size_t kMostRows = 12;

std::string get(const Json& json, const char* key) { return json.at(key).get<std::string>(); }

/// Marks in the text that become colours, or nothing: control characters of a library's own names
/// are replaced first.
class Paint {
 public:
  explicit Paint(Colour colour) : colour_(colour) {}

  std::string red(const std::string& text) const { return painted("31", text); }
  std::string yellow(const std::string& text) const { return painted("33", text); }
  std::string green(const std::string& text) const { return painted("32", text); }
  std::string bold(const std::string& text) const { return painted("1", text); }
  std::string verdict(const std::string& text) const {
    if (text == "pass") return green(text);
    return text == "fail" ? red(text) : yellow(text == "not_run" ? "not run" : text);
  }

 private:
  std::string painted(const char* code, const std::string& text) const {
    return colour_ == Colour::kNo ? text : fmt::format("\033[{}m{}\033[0m", code, text);
  }
  Colour colour_;
};

/// Writes the report.
class Writer {
 public:
  Writer(const Json& json, Colour colour) : json_(json), paint_(colour) {}

  std::string text() {
    stand_ins();
    findings(json_.at("findings"), "");
    not_run(json_.at("not_run"), "");
    for (const Json& op : json_.at("ops")) write_op(op);
    left_out();
    baseline();
    summary();
    return std::move(text_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  void stand_ins() {
    std::string names;
    for (const Json& made : json_.value("stand_ins", Json::array())) {
      names += (names.empty() ? "" : ", ") + get(made, "library");
    }
    if (names.empty()) return;
    line("not on this machine: {}; stand-ins are loaded, which compute nothing", names);
  }

  void findings(const Json& list, const std::string& indent) {
    for (const Json& finding : list) {
      const std::string severity = get(finding, "severity");
      const std::string head = severity + " " + get(finding, "rule");
      line("{}{} ({}{}): {}", indent, severity == "error" ? paint_.red(head) : paint_.yellow(head),
           finding.value("means", ""), finding.value("known", false) ? ", known" : "",
           printable(get(finding, "message")));
      const std::string of_case = finding.value("case", "");
      line("{}    seen in: {}{}", indent, printable(get(finding, "evidence")),
           of_case.empty() ? "" : printable(", case \"" + of_case + "\""));
      line("{}    mend: {}", indent, get(finding, "fix"));
    }
  }

  static int number(const std::string& rule) { return std::atoi(rule.c_str() + 2); }
  struct ByNumber {
    bool operator()(const std::string& a, const std::string& b) const {
      return number(a) < number(b);
    }
  };
  using Rules = std::set<std::string, ByNumber>;

  // "CK01 CK03 CK60 to CK64"
  static std::string ranges(const Rules& rules) {
    constexpr std::size_t kShortest = 4;  // of a range; fewer are named one by one
    std::string text;
    for (auto first = rules.begin(); first != rules.end();) {
      std::size_t length = 0;
      auto last = first;
      for (auto next = first; next != rules.end(); ++next, ++length) {
        if (number(*next) != number(*first) + static_cast<int>(length)) break;
        last = next;
      }
      text += (text.empty() ? "" : " ") + *first;
      if (length < kShortest) {
        ++first;
      } else {
        text += " to " + *last;
        first = std::next(last);
      }
    }
    return text;
  }

  // Rules of one reason share a line.
  void not_run(const Json& list, const std::string& indent) {
    std::map<std::string, Rules> by_reason;
    for (const Json& entry : list) by_reason[get(entry, "reason")].insert(get(entry, "rule"));
    for (const auto& [reason, rules] : by_reason) {
      line("{}not run: {}: {}", indent, printable(reason), ranges(rules));
    }
  }

  // A table: one row a combination, one column a port.
  void combinations(const Json& op) {
    const Json& rows = op.at("combinations");
    if (rows.empty()) return;
    const auto inputs = op.at("inputs").get<std::size_t>();
    const std::size_t shown = std::min(rows.size(), kMostRows);
    std::vector<std::size_t> widths;
    const auto widen = [&](std::size_t column, const std::string& cell) {
      if (column == widths.size()) widths.push_back(0);
      widths[column] = std::max(widths[column], cell.size());
    };
    const auto name = [&](std::size_t column) {
      return column < inputs ? fmt::format("input {}", column)
                             : fmt::format("output {}", column - inputs);
    };
    for (std::size_t row = 0; row < shown; ++row) {
      for (std::size_t i = 0; i < rows[row].size(); ++i) {
        widen(i, rows[row][i].get<std::string>());
        widen(i, name(i));
      }
    }
    const auto write = [&](const auto& cell) {
      std::string row;
      for (std::size_t i = 0; i < widths.size(); ++i) {
        row += fmt::format("{}{:<{}}",
                           i == 0        ? ""
                           : i == inputs ? " -> "
                                         : "  ",
                           cell(i), widths[i]);
      }
      line("    {}", row.substr(0, row.find_last_not_of(' ') + 1));
    };
    line("  accepts {} combination{} of type and format:", rows.size(),
         rows.size() == 1 ? "" : "s");
    write(name);
    for (std::size_t row = 0; row < shown; ++row) {
      write([&](std::size_t i) {
        return i < rows[row].size() ? rows[row][i].template get<std::string>() : std::string();
      });
    }
    if (rows.size() > shown) {
      line("    and {} more (--format json shows all)", rows.size() - shown);
    }
  }

  void cases(const Json& op) {
    for (const Json& one : op.value("cases", Json::array())) {
      const std::string problem = get(one, "problem");
      line("  case {}: {}{}", printable(get(one, "name")), paint_.verdict(get(one, "verdict")),
           problem.empty() ? "" : printable("; " + problem));
    }
  }

  void write_op(const Json& op) {
    line("{}  version {}  namespace \"{}\"  {}: {}", paint_.bold(printable(get(op, "name"))),
         printable(get(op, "version")), printable(get(op, "namespace")), get(op, "interface"),
         paint_.verdict(get(op, "verdict")));
    if (!op.contains("cases")) {
      for (const Json& assumed : op.at("assumed")) {
        line("  assumed: {}", printable(assumed.get<std::string>()));
      }
    }
    cases(op);
    combinations(op);
    findings(op.at("findings"), "  ");
    line("  passed: {} rules", op.at("passed").size());
    not_run(op.at("not_run"), "  ");
    text_ += "\n";
  }

  void left_out() {
    for (const Json& entry : json_.value("left_out", Json::array())) {
      const std::string of = entry.value("node", entry.value("op", ""));
      line("{}: {}", printable(of), printable(get(entry, "reason")));
    }
  }

  void baseline() {
    if (!json_.contains("baseline")) return;
    const Json& baseline = json_.at("baseline");
    const std::string file = printable(get(baseline, "file"));
    if (baseline.at("recorded").get<bool>()) {
      return line("baseline {}: {} findings written", file, baseline.at("known").get<int>());
    }
    line("baseline {}: {} findings are known, {} are new, {} no longer occur", file,
         baseline.at("known").get<int>(), baseline.at("new").get<int>(),
         baseline.at("gone").size());
    for (const Json& gone : baseline.at("gone")) {
      line("  no longer: {} {} in {}", printable(get(gone, "op")), printable(get(gone, "rule")),
           printable(get(gone, "evidence")));
    }
  }

  void summary() {
    std::map<std::string, int> verdicts, severities;
    std::map<std::string, bool> run;  // whether a rule was decided anywhere
    const auto count = [&](const Json& report) {
      for (const Json& finding : report.at("findings")) {
        ++severities[get(finding, "severity")];
        run[get(finding, "rule")] = true;
      }
      for (const Json& rule : report.at("passed")) run[rule.get<std::string>()] = true;
    };
    count(json_);
    for (const Json& op : json_.at("ops")) {
      ++verdicts[get(op, "verdict")];
      count(op);
    }
    line(
        "{}: {} ops: {} passed, {} failed, {} not run; {} errors, {} warnings; {} of {} rules "
        "decided ({} are implemented); seed {}",
        printable(get(json_, "library")), json_.at("ops").size(), verdicts["pass"],
        verdicts["fail"], verdicts["not_run"], severities["error"], severities["warning"],
        run.size(), json_.at("rules").get<int>(),
        json_.value("implemented", json_.at("rules").get<int>()),
        json_.at("seed").get<std::uint64_t>());
  }

  const Json& json_;
  Paint paint_;
  std::string text_;
};

}  // namespace

Colour colour_of_stdout() {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = (refused != nullptr && *refused != '\0') ||
                     (terminal != nullptr && std::string(terminal) == "dumb");
  return !plain && ::isatty(STDOUT_FILENO) == 1 ? Colour::kYes : Colour::kNo;
}

std::string check_text(const Json& json, Colour colour) { return Writer(json, colour).text(); }

}  // namespace plugsmith::cli
