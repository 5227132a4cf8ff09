// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/plugsmith/check_verdict.hpp"

// --sanitizer TOOL: CK97 to CK100, in the embedded host under NVIDIA's compute-sanitizer.

namespace plugsmith::cli {

/// Unsupported where the tool is missing.
Status find_sanitizer(const CheckRequest& given);

/// Runs the device cases of the op under the tool, for the case that `report` is on; the verdict
/// goes into the report. An error where the environment cannot do it.
Status check_under_sanitizer(const CheckTarget& target, Json& report);

}  // namespace plugsmith::cli
