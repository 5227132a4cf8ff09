// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "src/check/rule.hpp"

// The parts of the table of rules; use all_rules().

namespace plugsmith::check {

std::span<const Rule> creation_rules();
std::span<const Rule> build_rules();
std::span<const Rule> run_rules();

}  // namespace plugsmith::check
