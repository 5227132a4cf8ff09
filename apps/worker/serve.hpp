// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "apps/worker/job.hpp"

namespace plugsmith::worker {

using Jobs = std::map<std::string, Status (*)(JobContext&)>;

/// A worker's whole life: takes the request from the parent, does the job that it names, answers,
/// and ends the process. `finish` (may be null) adds to every reply before it is sent. Static
/// destructors of plugin libraries are left out: the answer is given.
[[noreturn]] void serve(const Jobs& jobs, void (*finish)(JobContext&) = nullptr);

}  // namespace plugsmith::worker
