// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/plugsmith/check_verdict.hpp"

// --tier engine: CK96, in real TensorRT.

namespace plugsmith::cli {

/// Unsupported, with what was looked for, where TensorRT or a GPU is missing.
Status find_engine_tier(const CheckRequest& given);

/// Builds an engine that holds the op alone, for the case that `report` is on, and runs it where it
/// was built and, from its plan, in another process. The verdict goes into the report.
void check_in_engine(const CheckTarget& target, Json& report);

}  // namespace plugsmith::cli
