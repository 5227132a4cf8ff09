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

inline constexpr const char* kSwishPatterns[] = {
    // PyTorch's SiLU.
    R"(
<opset_import: ["" : 12]>
Swish_PS (x) => (y) {
  gate = Sigmoid (x)
  y = Mul (x, gate)
})",
    // PaddlePaddle's swish.
    R"(
<opset_import: ["" : 12]>
Swish_PS <beta> (x) => (y) {
  steepness = Constant <value_float : float = @beta> ()
  scaled = Mul (x, steepness)
  gate = Sigmoid (scaled)
  y = Mul (x, gate)
})",
    // ONNX's own, from opset 24.
    R"(
<opset_import: ["" : 24]>
Swish_PS <beta> (x) => (y) {
  y = Swish <alpha : float = @beta> (x)
})",
    nullptr};

}  // namespace plugsmith::ops

template <>
inline const char* const* const plugsmith::Elementwise<plugsmith::ops::Swish>::kPatterns =
    plugsmith::ops::kSwishPatterns;
