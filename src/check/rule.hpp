// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace plugsmith::check {

enum class Severity { kError, kWarning };
const char* to_string(Severity severity);  ///< "error", "warning"

/// What a broken rule means in TensorRT.
enum class Meaning {
  kCrash,   ///< the user's process may end
  kWrong,   ///< wrong results, or the library, plugin or network is refused
  kAdvice,  ///< it works, but costs time or portability
};
const char* to_string(Meaning meaning);  ///< "would crash", "would be wrong or refused", "advice"

/// What a rule needs in order to run.
enum class Tier {
  kHost,  ///< the embedded host alone
  kShim,  ///< an interposed CUDA runtime
  kGpu,
};
const char* to_string(Tier tier);  ///< "host", "host, with an interposed CUDA runtime", "gpu"

/// One rule of the contract's section 6, or of ours.
struct Rule {
  const char* id;
  Severity severity;
  Meaning meaning;
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
