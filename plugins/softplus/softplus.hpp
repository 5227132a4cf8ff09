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
#ifdef __CUDACC__
  __device__ float approximate(float x) const {
    const float v = beta * x, e = __expf(-fabsf(v));
    // 1 + e has lost the last digits of a small e.
    const float log = e < 0x1p-8F ? e - 0.5F * e * e : __logf(1.0F + e);
    return (fmaxf(v, 0.0F) + log) * (1.0F / beta);
  }
#endif
};

}  // namespace plugsmith::ops
