// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/any_plugin.hpp"

namespace plugsmith::check {

void run_without_escape(void (*function)(void*), void* argument) noexcept { function(argument); }

}  // namespace plugsmith::check
