// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/worker/job.hpp"

namespace plugsmith::worker {

/// Lets the request's libraries load although libraries that they need are not on this machine, and
/// puts the recording CUDA runtime in the place of a shared one. A call that reaches a stand-in
/// ends the process with the answer {"error": {"kind": "absent dependency", "library", "symbol",
/// "method", "stage"}}. Once a process.
void supply_dependencies(JobContext& job);

/// The observer to give to the host.
host::CallObserver& observer_of(JobContext& job);

/// Puts {"stand_ins": [{"library", "functions"}], "cuda_runtime": "recorded" | "own"} into the
/// reply.
void report_dependencies(JobContext& job);

/// What the worker is doing, for the answer above; sent on to the parent too.
void announce_stage(JobContext& job, const std::string& stage);

}  // namespace plugsmith::worker
