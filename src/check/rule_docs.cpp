// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// plugsmith-rule-docs check|write FILE: docs/rules.md is what the table of rules says.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include "src/check/explanation.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::check {
namespace {

constexpr char kHead[] = R"(# The rules of `plugsmith check`

This page is generated from the table of rules in `src/check` (`plugsmith-rule-docs write docs/rules.md`); a test holds the two
together. `plugsmith check --explain CK37` prints one rule with an example of right code.

*Means* says what a broken rule does in TensorRT: the process **would crash**, results **would be wrong or** the plugin
**refused**, or it is **advice**. *Needs* is the embedded host alone, an interposed CUDA runtime (a library that links the
runtime statically is then not run), or a GPU; CK96 wants real TensorRT besides, CK97 to CK100 NVIDIA's compute-sanitizer.

)";

// In a table cell.
std::string cell(std::string text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '>') result += '\\';
    result += c;
  }
  return result;
}

std::string counts() {
  std::map<Tier, int> tiers;
  std::map<Severity, int> severities;
  for (const Rule& rule : all_rules()) {
    ++tiers[rule.tier];
    ++severities[rule.severity];
  }
  return std::to_string(all_rules().size()) +
         " rules: " + std::to_string(severities[Severity::kError]) + " errors and " +
         std::to_string(severities[Severity::kWarning]) + " warnings; " +
         std::to_string(tiers[Tier::kHost]) + " need the embedded host alone, " +
         std::to_string(tiers[Tier::kShim]) + " an interposed CUDA runtime, " +
         std::to_string(tiers[Tier::kGpu]) + " a GPU.\n\n";
}

const char* short_tier(Tier tier) {
  switch (tier) {
    case Tier::kHost: return "host";
    case Tier::kShim: return "CUDA runtime";
    case Tier::kGpu: return "GPU";
  }
  return "";
}

std::string page() {
  std::string text = kHead + counts() +
                     "| rule | severity | means | needs | clauses | checked | why | to keep it |\n"
                     "|---|---|---|---|---|---|---|---|\n";
  for (const Rule& rule : all_rules()) {
    text += std::string("| ") + rule.id + " | " + to_string(rule.severity) + " | " +
            to_string(rule.meaning) + " | " + short_tier(rule.tier) + " | " + cell(rule.clauses) +
            " | " + cell(rule.text) + " | " + cell(explanation_of(rule.id).why) + " | " +
            cell(rule.fix) + " |\n";
  }
  return text;
}

int handle(const std::string& path, bool write) {
  const std::string wanted = page();
  if (write) {
    std::ofstream(path, std::ios::binary) << wanted;
    return 0;
  }
  std::ifstream in(path, std::ios::binary);
  const std::string got((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (got == wanted) return 0;
  std::fprintf(stderr, "%s: differs from the table of rules; run `plugsmith-rule-docs write %s`\n",
               path.c_str(), path.c_str());
  return 1;
}

}  // namespace
}  // namespace plugsmith::check

int main(int argc, char** argv) {
  const std::string mode = argc == 3 ? argv[1] : "";
  if (mode != "check" && mode != "write") {
    std::fputs("usage: plugsmith-rule-docs check|write FILE\n", stderr);
    return 2;
  }
  return plugsmith::check::handle(argv[2], mode == "write");
}
