// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rms_norm.hpp"

namespace plugsmith::ops {

const char* const RmsNorm::kPatterns[] = {
    R"(
<opset_import: ["" : 23]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  y = RMSNormalization <axis = -1, epsilon : float = @epsilon> (x, scale)
})",
    // transformers through torch.export: Pow, the axes as an input, Reciprocal.
    R"(
<opset_import: ["" : 18]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  two = Constant <value = float {2.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  squared = Pow (x, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Reciprocal (root)
  unit = Mul (x, inverse)
  y = Mul (unit, scale)
})",
    // The same through TorchScript: the axes as an attribute, 1 / root.
    R"(
<opset_import: ["" : 13]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  two = Constant <value = float {2.0}> ()
  one = Constant <value = float {1.0}> ()
  small = Constant <value_float : float = @epsilon> ()
  squared = Pow (x, two)
  mean = ReduceMean <axes = [-1], keepdims = 1> (squared)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Div (one, root)
  unit = Mul (x, inverse)
  y = Mul (unit, scale)
})",
    // The same with the axes as an input, from opset 18.
    R"(
<opset_import: ["" : 18]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  two = Constant <value = float {2.0}> ()
  one = Constant <value = float {1.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  squared = Pow (x, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Div (one, root)
  unit = Mul (x, inverse)
  y = Mul (unit, scale)
})",
    nullptr};

}  // namespace plugsmith::ops
