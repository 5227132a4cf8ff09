// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/families.hpp"

namespace plugsmith::check {

/// Runs a check in a forked copy of this process. If the plugin ends that, it is a finding: of the
/// rule itself if it names crashes, else of CK24 (an exception) or CK91, which then goes into the
/// report beside the rule's verdict, that it was not run.
void run_forked_check(const Rule& rule, const Check& check, const Subject& subject,
                      Verdict& verdict, Report& report);

}  // namespace plugsmith::check
