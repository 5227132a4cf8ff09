// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

// Rules that no process of the embedded host alone can decide: an option asks for each.

namespace plugsmith::check {

/// A plan holds what the op was built with (--tier engine).
inline constexpr char kEngineRule[] = "CK96";

/// The rule that a tool of compute-sanitizer decides; null for none of its tools.
const char* sanitizer_rule(std::string_view tool);

/// "--tier engine", "--sanitizer memcheck"; empty for a rule that needs no such option.
const char* option_of(std::string_view rule);

}  // namespace plugsmith::check
