// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "add_rms_norm.hpp"

namespace plugsmith::ops {

const char* const AddRmsNorm::kPatterns[] = {
    // ONNX's own, from opset 23.
    R"(
<opset_import: ["" : 23, "graft" : 1]>
AddRmsNorm_PS <epsilon> (x, residual, scale) => (y, total) {
  other = graft.Like (residual, x)
  total = Add (x, other)
  y = RMSNormalization <axis = -1, epsilon : float = @epsilon> (total, scale)
})",
    // transformers through torch.onnx's dynamo exporter.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
AddRmsNorm_PS <epsilon> (x, residual, scale) => (y, total) {
  two = Constant <value = float {2.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  other = graft.Like (residual, x)
  total = Add (x, other)
  squared = Pow (total, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Reciprocal (root)
  unit = Mul (total, inverse)
  weight = graft.Along <axis = -1> (scale, total)
  y = Mul (unit, weight)
})",
    // The same through TorchScript.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
AddRmsNorm_PS <epsilon> (x, residual, scale) => (y, total) {
  two = Constant <value = float {2.0}> ()
  one = Constant <value = float {1.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  other = graft.Like (residual, x)
  total = Add (x, other)
  squared = Pow (total, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Div (one, root)
  unit = Mul (total, inverse)
  weight = graft.Along <axis = -1> (scale, total)
  y = Mul (unit, weight)
})",
    // Both for half precision, where the norm is computed in float32.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
AddRmsNorm_PS <epsilon> (x, residual, scale) => (y, total) {
  two = Constant <value = float {2.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  other = graft.Like (residual, x)
  total = Add (x, other)
  wide = Cast <to = 1> (total)
  squared = Pow (wide, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Reciprocal (root)
  unit = Mul (wide, inverse)
  narrow = CastLike (unit, total)
  weight = graft.Along <axis = -1> (scale, total)
  y = Mul (narrow, weight)
})",
    R"(
<opset_import: ["" : 18, "graft" : 1]>
AddRmsNorm_PS <epsilon> (x, residual, scale) => (y, total) {
  two = Constant <value = float {2.0}> ()
  one = Constant <value = float {1.0}> ()
  last = Constant <value_ints = [-1]> ()
  small = Constant <value_float : float = @epsilon> ()
  other = graft.Like (residual, x)
  total = Add (x, other)
  wide = Cast <to = 1> (total)
  squared = Pow (wide, two)
  mean = ReduceMean <keepdims = 1> (squared, last)
  above = Add (mean, small)
  root = Sqrt (above)
  inverse = Div (one, root)
  unit = Mul (wide, inverse)
  narrow = CastLike (unit, total)
  weight = graft.Along <axis = -1> (scale, total)
  y = Mul (narrow, weight)
})",
    nullptr};

}  // namespace plugsmith::ops
