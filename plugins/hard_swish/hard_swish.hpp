// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/elementwise.hpp"

namespace plugsmith::ops {

/// y = x * min(max(x + 3, 0), 6) / 6, element by element (Howard et al., "Searching for
/// MobileNetV3", 2019).
struct HardSwish : Elementwise<HardSwish> {
  static constexpr OpIdentity kIdentity{"HardSwish_PS"};
  template <class T>
  PLUGSMITH_HD T operator()(T x) const {
    return x * fmin(fmax(x + T(3), T(0)), T(6)) / T(6);
  }

  /// ONNX's own from opset 14 on, and how exporters spell it before.
  static constexpr const char* kPatterns[] = {
      R"(
<opset_import: ["" : 14]>
HardSwish_PS (x) => (y) {
  y = HardSwish (x)
})",
      R"(
<opset_import: ["" : 12]>
HardSwish_PS (x) => (y) {
  three = Constant <value = float {3.0}> ()
  zero = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  shifted = Add (x, three)
  gate = Clip (shifted, zero, six)
  product = Mul (x, gate)
  y = Div (product, six)
})",
      R"(
<opset_import: ["" : 12]>
HardSwish_PS (x) => (y) {
  three = Constant <value = float {3.0}> ()
  zero = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  shifted = Add (x, three)
  gate = Clip (shifted, zero, six)
  share = Div (gate, six)
  y = Mul (x, share)
})",
      R"(
<opset_import: ["" : 12]>
HardSwish_PS (x) => (y) {
  gate = HardSigmoid <alpha = 0.16666667163372040, beta = 0.5> (x)
  y = Mul (x, gate)
})",
      nullptr};
};

}  // namespace plugsmith::ops
