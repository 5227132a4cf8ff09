// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "clipped_relu.hpp"

#include <cmath>

#include "tests/support/elementwise_test.hpp"

namespace plugsmith::ops {
namespace {

double clipped_relu(double x) { return x < 0.0 ? 0.0 : (x > 6.0 ? 6.0 : x); }

}  // namespace

PLUGSMITH_TEST_ELEMENTWISE(ClippedRelu, clipped_relu, {{-1, 0}, {0, 0}, {3.5, 3.5}, {6, 6}, {7, 6}})

}  // namespace plugsmith::ops
