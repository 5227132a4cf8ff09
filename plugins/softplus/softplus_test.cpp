// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "softplus.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

double softplus(double x) { return std::log(1.0 + std::exp(x)); }

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(
    Softplus, softplus,
    {{0, 0.693147180559945}, {1, 1.31326168751822}, {-20, 2.06115362e-9}, {100, 100}})

}  // namespace plugsmith::ops
