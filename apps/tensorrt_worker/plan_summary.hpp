// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/common/wire.hpp"

namespace plugsmith::tensorrt_worker {

/// What the engine inspector's JSON (detailed verbosity) says, short: {"layers": N, "plugins":
/// [{"name", "plugin", "inputs": [FORMAT], "outputs": [FORMAT], "tactic"}], "reformats": N,
/// "reformats_beside_plugins": [{"name", "beside"}], "by_type": {TYPE: N}}. A text that is not in
/// that form gives {"problem": SENTENCE}.
wire::Json summarise_plan(const std::string& inspector);

}  // namespace plugsmith::tensorrt_worker
