// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/types.hpp"
#include "src/check/rule.hpp"

// What checking found; free of NvInfer and of JSON.

namespace plugsmith::check {

/// One broken rule. `evidence` names the call that showed it.
struct Finding {
  std::string rule, message, evidence, fix;
  Severity severity = Severity::kError;
};

struct NotRun {
  std::string rule, reason;
};

/// Type and format of one port in an accepted combination.
struct PortFormat {
  DataType type = DataType::kFloat;
  TensorFormat format = TensorFormat::kLinear;
  bool operator==(const PortFormat& other) const = default;
};

/// The verdicts on one creator, or on the library as a whole.
struct Report {
  std::vector<std::string> passed;
  std::vector<Finding> findings;
  std::vector<NotRun> not_run;
  std::vector<std::string> assumed;  ///< what was invented: attributes, inputs
  std::string problem;               ///< why no valid input was found; empty: one was
  std::vector<std::vector<PortFormat>> combinations;  ///< accepted: inputs, then outputs
  int inputs = 0;                                     ///< ports of a combination that are inputs
};

/// Where a check puts what it finds.
class Verdict {
 public:
  Verdict(const Rule& rule, Report& report) : rule_(rule), report_(report) {}

  /// A broken rule. A rule is reported once: the first finding counts.
  void broken(std::string message, std::string evidence) {
    if (decided_) return;
    decided_ = true;
    report_.findings.push_back(
        {rule_.id, std::move(message), std::move(evidence), rule_.fix, rule_.severity});
  }
  void not_run(std::string reason) {
    if (decided_) return;
    decided_ = true;
    report_.not_run.push_back({rule_.id, std::move(reason)});
  }
  bool decided() const { return decided_; }
  /// To be called last: a rule with neither finding nor reason has passed.
  void close() {
    if (!decided_) report_.passed.emplace_back(rule_.id);
  }

 private:
  const Rule& rule_;
  Report& report_;
  bool decided_ = false;
};

}  // namespace plugsmith::check
