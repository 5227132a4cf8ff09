// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = ln(1 + exp(beta x)) / beta (Dugas et al., "Incorporating Second-Order Functional Knowledge",
/// 2000).
struct Softplus : Elementwise<Softplus> {
  static constexpr OpIdentity kIdentity{"Softplus_PS"};
  float beta = 1.0F;
  void attributes(Attributes& visit) { visit("beta", beta).at_least(1e-6); }
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    // max(v, 0) + log1p(exp(-|v|)) neither overflows nor cancels.
    const T v = T(beta) * x;
    return (fmax(v, T(0)) + log1p(exp(-fabs(v)))) / T(beta);
  }
};

}  // namespace plugsmith::ops
