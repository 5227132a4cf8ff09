// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/spec/solve.hpp"

namespace plugsmith::spec {

/// The legal values of one symbol, or of several that are equal.
struct Domain {
  Interval interval{1, std::numeric_limits<Number>::infinity(), true, true};
  std::vector<std::int64_t> list;  ///< empty: not a list
  std::optional<std::int64_t> fixed;
  std::int64_t preferred = 1;
  int rank = 0;  ///< of equal symbols the one of least rank says what is preferred

  /// Values to try, the preferred one first.
  std::vector<std::int64_t> candidates() const;
  /// Takes the other's limits on.
  void intersect(const Domain& other);
};

/// A usual size of that dimension.
std::int64_t usual_dim(int rank, std::size_t axis, Size size);
/// The legal sizes of a dimension; at least 1 where nothing is said.
Interval dim_interval(const std::vector<Interval>& range, std::size_t axis);

}  // namespace plugsmith::spec
