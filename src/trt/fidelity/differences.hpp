// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace plugsmith::fidelity {

/// Where the embedded host does not do what TensorRT was recorded doing, and why. Shown in
/// docs/traces.md.
struct Difference {
  std::string scenario;
  /// Part of the first difference, as difference() words it; empty: the host does not play it.
  std::string first;
  std::string reason;
};

const std::vector<Difference>& differences();
/// Null for a scenario in which the host does what TensorRT does.
const Difference* find_difference(const std::string& scenario);

}  // namespace plugsmith::fidelity
