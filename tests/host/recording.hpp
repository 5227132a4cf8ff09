// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/fidelity/recording.hpp"

namespace plugsmith::testing {

using fidelity::calls_in;
using fidelity::difference;
using fidelity::End;

/// All lines of a recording that holds one scenario only.
Result<std::vector<std::string>> read_recording(const std::string& file);

}  // namespace plugsmith::testing
