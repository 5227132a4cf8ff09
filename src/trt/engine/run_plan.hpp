// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include "src/trt/engine/engine_types.hpp"
#include "src/trt/engine/execution.hpp"

namespace plugsmith::trt {

/// Runs an engine as often as asked for, on the same inputs but for what is fed back.
Result<RunResult> run_steps(Execution& execution, const RunRequest& request);

}  // namespace plugsmith::trt
