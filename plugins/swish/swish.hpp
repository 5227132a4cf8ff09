// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = x / (1 + exp(-beta x)), also called SiLU for beta = 1 (Ramachandran et al., "Searching for
/// Activation Functions", 2017).
struct Swish : Elementwise<Swish> {
  static constexpr OpIdentity kIdentity{"Swish_PS"};
  float beta = 1.0F;
  void attributes(Attributes& visit) { visit("beta", beta); }
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    return x / (T(1) + exp(-T(beta) * x));
  }
};

}  // namespace plugsmith::ops
