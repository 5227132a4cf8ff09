// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/common/wire.hpp"

namespace plugsmith::cli {

/// How one output differs from its reference.
struct Difference {
  std::string name;
  double largest_absolute = 0;
  double largest_relative = 0;  ///< |a - b| / |b| where the reference b is not 0
  double tolerance = 0;         ///< at the worst element
  std::size_t outside = 0;      ///< elements outside the tolerance
  std::string problem;          ///< another type or shape, or missing; else empty
  bool within() const { return outside == 0 && problem.empty(); }
};

/// Holds each output against the reference of that name. The tolerance of an element is
/// factor * epsilon(type) * max(|reference|, 1); integers and BOOL must be equal, NaN equals NaN.
std::vector<Difference> compare(const std::vector<wire::NamedTensor>& outputs,
                                const std::vector<wire::NamedTensor>& references, double factor);

/// Distance from 1 to the next number of the type; 0 for integers.
double epsilon_of(DataType type);

}  // namespace plugsmith::cli
