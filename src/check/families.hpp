// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "src/check/subject.hpp"

namespace plugsmith::check {

/// The function that checks one rule. It says nothing if the rule holds.
struct Check {
  const char* rule;
  void (*run)(const Subject& subject, Verdict& verdict);
  Reach needs = Reach::kCreated;  ///< else the rule is not run
};

// The families; each stands in the file of its name.
std::span<const Check> identity_checks();
std::span<const Check> field_checks();
std::span<const Check> object_checks();
std::span<const Check> shape_checks();
std::span<const Check> format_checks();
std::span<const Check> purity_checks();
std::span<const Check> configure_checks();
std::span<const Check> tactic_checks();
std::span<const Check> context_checks();

}  // namespace plugsmith::check
