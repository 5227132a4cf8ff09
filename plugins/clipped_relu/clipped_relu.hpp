// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = min(max(x, 0), limit).
struct ClippedRelu : Elementwise<ClippedRelu> {
  static constexpr OpIdentity kIdentity{"ClippedRelu_PS"};
  float limit = 6.0F;
  void attributes(Attributes& visit) { visit("limit", limit).at_least(0); }
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    return fmin(fmax(x, T(0)), T(limit));
  }
};

}  // namespace plugsmith::ops
