// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rms_norm.hpp"

namespace plugsmith::ops {

const char* const RmsNorm::kPatterns[] = {
    // ONNX's own, from opset 23.
    R"(
<opset_import: ["" : 23, "graft" : 1]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  y = RMSNormalization <axis = -1, epsilon : float = @epsilon> (x, scale)
})",
    // transformers through torch.onnx's dynamo exporter.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
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
  weight = graft.Along <axis = -1> (scale, x)
  y = Mul (unit, weight)
})",
    // The same through TorchScript.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
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
  weight = graft.Along <axis = -1> (scale, x)
  y = Mul (unit, weight)
})",
    // Both for half precision, where the norm is computed in float32.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  two = Constant <value = float {2.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  wide = Cast <to = 1> (x)
  squared = Pow (wide, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Reciprocal (root)
  unit = Mul (wide, inverse)
  narrow = CastLike (unit, x)
  weight = graft.Along <axis = -1> (scale, x)
  y = Mul (narrow, weight)
})",
    R"(
<opset_import: ["" : 18, "graft" : 1]>
RmsNorm_PS <epsilon> (x, scale) => (y) {
  two = Constant <value = float {2.0}> ()
  one = Constant <value = float {1.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  wide = Cast <to = 1> (x)
  squared = Pow (wide, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Div (one, root)
  unit = Mul (wide, inverse)
  narrow = CastLike (unit, x)
  weight = graft.Along <axis = -1> (scale, x)
  y = Mul (narrow, weight)
})",
    nullptr};

}  // namespace plugsmith::ops
