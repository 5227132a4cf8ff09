// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/option_rules.hpp"

#include <array>

namespace plugsmith::check {
namespace {

struct ToolRule {
  const char *tool, *rule, *option;
};
constexpr std::array<ToolRule, 4> kTools{{{"memcheck", "CK97", "--sanitizer memcheck"},
                                          {"racecheck", "CK98", "--sanitizer racecheck"},
                                          {"initcheck", "CK99", "--sanitizer initcheck"},
                                          {"synccheck", "CK100", "--sanitizer synccheck"}}};

}  // namespace

const char* sanitizer_rule(std::string_view tool) {
  for (const ToolRule& entry : kTools) {
    if (tool == entry.tool) return entry.rule;
  }
  return nullptr;
}

const char* option_of(std::string_view rule) {
  if (rule == kEngineRule) return "--tier engine";
  for (const ToolRule& entry : kTools) {
    if (rule == entry.rule) return entry.option;
  }
  return "";
}

}  // namespace plugsmith::check
