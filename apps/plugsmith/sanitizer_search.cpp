// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/sanitizer_search.hpp"

#include <algorithm>

namespace plugsmith::cli {

std::vector<CaseFault> FaultSearch::search(const CaseIndices& cases) {
  explore(cases);
  return std::move(faults_);
}

bool FaultSearch::has_new(const SanitizerLog& log) const {
  return std::any_of(log.reports.begin(), log.reports.end(), [this](const SanitizerReport& report) {
    return known_.count(report.signature()) == 0;
  });
}

void FaultSearch::explore(const CaseIndices& cases) {
  if (cases.empty()) return;
  if (runs_left_ == 0) {
    complete_ = false;
    return;
  }
  --runs_left_;
  ++runs_;
  const WatchedRun run = run_cases_(cases);
  const std::size_t begun = std::min(std::max<std::size_t>(run.begun, 1), cases.size());
  const auto middle = cases.begin() + static_cast<std::ptrdiff_t>(begun);
  if (has_new(run.log)) split({cases.begin(), middle}, run.log);
  explore({middle, cases.end()});  // what a case that ended the process has kept from running
}

void FaultSearch::split(const CaseIndices& cases, const SanitizerLog& log) {
  if (cases.size() == 1) return keep(cases, log);
  const auto middle = cases.begin() + static_cast<std::ptrdiff_t>(cases.size() / 2);
  explore({cases.begin(), middle});
  if (has_new(log)) explore({middle, cases.end()});
  keep(cases, log);  // what neither half shows
}

void FaultSearch::keep(const CaseIndices& cases, const SanitizerLog& log) {
  for (const SanitizerReport& report : log.reports) {
    if (!known_.insert(report.signature()).second) continue;
    const auto alike = std::count_if(
        log.reports.begin(), log.reports.end(),
        [&](const SanitizerReport& other) { return other.signature() == report.signature(); });
    std::optional<std::size_t> index;
    if (cases.size() == 1) index = cases.front();
    faults_.push_back({report, static_cast<std::size_t>(alike), index, cases});
  }
}

}  // namespace plugsmith::cli
