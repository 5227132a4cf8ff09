// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/worker/job.hpp"
#include "src/check/checker.hpp"

namespace plugsmith::worker {

/// The request's library, as Checker::load and CaseRunner::load take it.
struct CheckedLibrary {
  host::HostOptions options;
  std::string path, init;
};

/// What the library needs is supplied, too; report_dependencies is to follow once it is loaded.
CheckedLibrary checked_library(JobContext& job);

/// The request's {"creator": INDEX, "case": {...}, "seed", "skip"}; apps/plugsmith/check_cases.hpp
/// describes the case.
Result<check::GivenCase> read_case(const JobContext& job,
                                   const std::vector<host::CreatorInfo>& creators);

}  // namespace plugsmith::worker
