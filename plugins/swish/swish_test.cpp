// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "swish.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

// Through tanh: sigmoid(x) = (1 + tanh(x / 2)) / 2.
double swish(double x) { return x * (1.0 + std::tanh(x / 2.0)) / 2.0; }

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(
    Swish, swish,
    {{0, 0}, {1, 0.731058578630005}, {-1, -0.268941421369995}, {20, 19.9999999587769}})

}  // namespace plugsmith::ops
