// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apps/plugsmith/check.hpp"

namespace plugsmith::cli {

/// What one job of checking gave.
struct CheckReport {
  Json report;                  ///< {"passed", "findings", "not_run", "assumed", "problem", ...}
  Json reply = Json::object();  ///< the worker's whole reply; empty where no process survived
};

/// Does one job in a worker, and again without the rules that end its process: a crash, a timeout
/// or a memory overrun becomes a finding, what an absent library hides becomes "not run". An error
/// where nothing could be run.
Result<CheckReport> run_check(Json request, const CheckRequest& given);

/// "pass", "fail" or "not_run" for a report.
const char* verdict_of(const Json& report);

/// Joins the reports on one creator, one for each of its cases; `names` are the cases'. A rule that
/// a case broke is broken; else it has passed where a case says so.
Json join_reports(const std::vector<Json>& reports, const std::vector<std::string>& names);

}  // namespace plugsmith::cli
