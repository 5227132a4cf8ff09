// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "elu.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

double elu(double x) { return x >= 0.0 ? x : std::exp(x) - 1.0; }

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(Elu, elu, {{0, 0}, {2, 2}, {-1, -0.632120558828558}, {-100, -1}})

}  // namespace plugsmith::ops
