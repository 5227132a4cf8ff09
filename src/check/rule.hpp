// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace plugsmith::check {

enum class Severity { kError, kWarning };
const char* to_string(Severity severity);  ///< "error", "warning"

/// What a rule needs in order to run.
enum class Tier {
  kHost,  ///< the embedded host alone
  kShim,  ///< an interposed CUDA runtime
  kGpu,
};

/// One rule of the contract's section 6.
struct Rule {
  const char* id;
  Severity severity;
  Tier tier;
  bool names_crash;  ///< a crash while it is being checked breaks this rule itself, not CK91
  const char* clauses;
  const char* text;
  const char* fix;
};

/// All rules, in order of their ids.
const std::vector<Rule>& all_rules();
/// The rule of that id, or null.
const Rule* find_rule(std::string_view id);
/// Whether the rule speaks of the worker's own end: the parent judges it, which sees that end.
bool is_process_rule(std::string_view id);

}  // namespace plugsmith::check
