// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "apps/plugsmith/answer.hpp"

namespace plugsmith::cli {

enum class BaselineUse { kCompare, kRecord };

/// Holds the findings of a check's `json` against those that `path` knows, by op, rule and
/// evidence. kCompare: marks known findings with "known": true. kRecord, or if the file does not
/// exist: writes all findings to it, entries on what was not checked now kept. Adds
/// {"baseline": {"file", "known", "new", "gone": [...], "recorded"}}.
Status apply_baseline(const std::string& path, BaselineUse use, Json& json);

}  // namespace plugsmith::cli
