// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/forked_check.hpp"

#include <string.h>

#include <array>

#include "src/check/forked.hpp"

namespace plugsmith::check {
namespace {

constexpr auto kPatience = std::chrono::seconds(60);  // the parent process watches each method

enum class Said { kNothing, kBroken, kNotRun };

struct Told {
  Said said;
  std::array<char, 4096> message;
  std::array<char, 512> evidence;
};

template <std::size_t kBytes>
void write(std::array<char, kBytes>& place, const std::string& text) {
  ::strncpy(place.data(), text.c_str(), kBytes - 1);
}

// The check's own verdict, written down for the process that waits.
void tell(const Rule& rule, const Check& check, const Subject& subject, Told& told) {
  Report report;
  Verdict verdict(rule, report);
  check.run(subject, verdict);
  if (!report.findings.empty()) {
    told.said = Said::kBroken;
    write(told.message, report.findings.front().message);
    write(told.evidence, report.findings.front().evidence);
  } else if (!report.not_run.empty()) {
    told.said = Said::kNotRun;
    write(told.message, report.not_run.front().reason);
  }
}

void judge_end(const Rule& rule, const ForkedEnd& end, Verdict& verdict, Report& report) {
  if (end.kind == ForkedEnd::Kind::kNotForked || end.may_lack_device()) {
    return verdict.not_run("the plugin " + end.text() + "; it may need a GPU or a library");
  }
  const std::string evidence =
      (end.method.empty() ? "outside any method" : end.method) + ", while checking " + rule.id;
  const std::string message = "the plugin " + end.text();
  const bool configuring = end.method.rfind("configure", 0) == 0;  // before it serializes
  if (rule.names_crash && end.exception.empty() && !configuring)
    return verdict.broken(message, evidence);
  const bool late = end.kind == ForkedEnd::Kind::kLate;
  const Rule& other = *find_rule(late ? "CK92" : end.exception.empty() ? "CK91" : "CK24");
  for (const Finding& known : report.findings) {
    // The same rule broken in the same method is one finding.
    if (known.rule == other.id && known.evidence.rfind(end.method + ",", 0) == 0) {
      return verdict.not_run("the process did not survive it (" + known.rule + ")");
    }
  }
  report.findings.push_back({other.id, message, evidence, other.fix, other.severity});
  verdict.not_run(std::string("the process did not survive it (") + other.id + ")");
}

}  // namespace

void run_forked_check(const Rule& rule, const Check& check, const Subject& subject,
                      Verdict& verdict, Report& report) {
  SharedValue<Told> told;
  const ForkedEnd end =
      run_forked(*subject.state, kPatience, [&] { tell(rule, check, subject, *told); });
  if (!end.returned()) return judge_end(rule, end, verdict, report);
  if (told->said == Said::kBroken) verdict.broken(told->message.data(), told->evidence.data());
  if (told->said == Said::kNotRun) verdict.not_run(told->message.data());
}

}  // namespace plugsmith::check
