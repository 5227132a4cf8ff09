// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = x for x >= 0, else alpha (exp(x) - 1) (Clevert et al., "Fast and Accurate Deep Network
/// Learning by Exponential Linear Units", 2015).
struct Elu : Elementwise<Elu> {
  static constexpr OpIdentity kIdentity{"Elu_PS"};
  float alpha = 1.0F;
  void attributes(Attributes& visit) { visit("alpha", alpha); }
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    return x >= T(0) ? x : T(alpha) * expm1(x);
  }
#ifdef __CUDACC__
  __device__ float approximate(float x) const {
    // exp(x) - 1 has lost the last digits of a small x.
    const float series = x + x * x * (0.5F + x * (1.0F / 6.0F));
    return x >= 0.0F ? x : alpha * (x > -0x1p-5F ? series : __expf(x) - 1.0F);
  }
#endif
};

}  // namespace plugsmith::ops
