// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "apps/plugsmith/answer.hpp"

namespace plugsmith::cli {

/// Calls task(0) to task(count - 1) and returns what they gave, in order. With more than one job
/// they run in as many processes, each of which takes the next task when it is done: the worker
/// supervision of one process watches one worker at a time. An interruption by the user ends all.
Result<std::vector<Json>> run_in_processes(std::size_t count, int jobs,
                                           const std::function<Json(std::size_t)>& task);

}  // namespace plugsmith::cli
