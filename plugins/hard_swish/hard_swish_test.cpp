// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "hard_swish.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

// Piecewise, as the paper draws it: not the formula of the op.
double hard_swish(double x) {
  if (x <= -3.0) return 0.0;
  if (x >= 3.0) return x;
  return x * x / 6.0 + x / 2.0;
}

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(
    HardSwish, hard_swish,
    {{-10, 0}, {-3, 0}, {-1.5, -0.375}, {0, 0}, {1.5, 1.125}, {3, 3}, {10, 10}})

}  // namespace plugsmith::ops
