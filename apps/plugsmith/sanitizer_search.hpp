// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/plugsmith/sanitizer_log.hpp"

// Which case a report belongs to: compute-sanitizer does not tell, and its lines and the program's
// come in no common order. So all cases run in one process; if that has reports, halves of them
// run again, down to one case for each report.

namespace plugsmith::cli {

using CaseIndices = std::vector<std::size_t>;

/// What one process showed.
struct WatchedRun {
  SanitizerLog log;
  std::size_t begun = 0;  ///< how many of its cases, in order; the last may have ended it
};
using RunCases = std::function<WatchedRun(const CaseIndices& cases)>;

/// One kind of report, with the first case that shows it alone.
struct CaseFault {
  SanitizerReport report;
  std::size_t count = 0;             ///< of reports alike, in the process that showed it
  std::optional<std::size_t> index;  ///< none: it shows in a row of cases only
  CaseIndices among;                 ///< the cases of that process
};

/// Finds a case for each kind of report.
class FaultSearch {
 public:
  FaultSearch(RunCases run_cases, int most_runs)
      : run_cases_(std::move(run_cases)), runs_left_(most_runs) {}

  std::vector<CaseFault> search(const CaseIndices& cases);
  /// Whether processes were left for all that there was to find.
  bool is_complete() const { return complete_; }
  int runs() const { return runs_; }

 private:
  void explore(const CaseIndices& cases);
  void split(const CaseIndices& cases, const SanitizerLog& log);
  void keep(const CaseIndices& cases, const SanitizerLog& log);
  bool has_new(const SanitizerLog& log) const;

  RunCases run_cases_;
  int runs_left_, runs_ = 0;
  bool complete_ = true;
  std::set<std::string> known_;
  std::vector<CaseFault> faults_;
};

}  // namespace plugsmith::cli
