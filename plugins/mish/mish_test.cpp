// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "mish.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

double mish(double x) { return x * std::tanh(std::log1p(std::exp(x))); }

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(Mish, mish,
                           {{0, 0}, {1, 0.865098388267310}, {-1, -0.303401461350110}, {30, 30}})

}  // namespace plugsmith::ops
