// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = x tanh(ln(1 + exp(x))) (Misra, "Mish: A Self Regularized Non-Monotonic Activation Function",
/// 2019).
struct Mish : Elementwise<Mish> {
  static constexpr OpIdentity kIdentity{"Mish_PS"};
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    // tanh(log(1 + e)) = n / (n + 2) with n = e (e + 2); beyond 20 the quotient is 1 in float.
    const T e = exp(fmin(x, T(20)));
    const T n = e * (e + T(2));
    return x * n / (n + T(2));
  }

  /// ONNX's own from opset 18 on, and how exporters spell it before.
  static constexpr const char* kPatterns[] = {R"(
<opset_import: ["" : 18]>
Mish_PS (x) => (y) {
  y = Mish (x)
})",
                                              R"(
<opset_import: ["" : 12]>
Mish_PS (x) => (y) {
  positive = Softplus (x)
  bent = Tanh (positive)
  y = Mul (x, bent)
})",
                                              nullptr};
};

}  // namespace plugsmith::ops
