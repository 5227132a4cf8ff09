// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace plugsmith::check {

/// What people want to know of a rule beside its text and fix.
struct Explanation {
  const char* id;
  const char* why;      ///< what happens in TensorRT when it is broken
  const char* example;  ///< right code
};

/// The explanation of a rule; every rule has one.
const Explanation& explanation_of(std::string_view id);

// The parts of the table, as those of the rules.
std::span<const Explanation> creation_explanations();
std::span<const Explanation> build_explanations();
std::span<const Explanation> run_explanations();

}  // namespace plugsmith::check
