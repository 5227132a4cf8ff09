// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "group_norm.hpp"

namespace plugsmith::ops {

// Those with an activation come first, since the others are parts of them.
const char* const GroupNorm::kPatterns[] = {
    // ONNX's own, from opset 21: torch.onnx's dynamo exporter.
    R"(
<opset_import: ["" : 21]>
GroupNorm_PS <groups, epsilon, activation> (x, scale, bias) => (y) {
  activation = Constant <value_string = "silu"> ()
  normed = GroupNormalization <num_groups : int = @groups, epsilon : float = @epsilon> (x, scale, bias)
  gate = Sigmoid (normed)
  y = Mul (normed, gate)
})",
    // Up to opset 20, by PyTorch's exporters: groups as the channels of an InstanceNormalization.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
GroupNorm_PS <groups, epsilon, activation> (x, scale, bias) => (y) {
  activation = Constant <value_string = "silu"> ()
  zero = Constant <value_int = 0> ()
  count = Constant <value_int : int = @groups> ()
  rest = Constant <value_int = -1> ()
  split = Concat <axis = 0> (zero, count, rest)
  ones = graft.Filled <value = 1.0> ()
  zeros = graft.Filled <value = 0.0> ()
  shape = graft.ShapeOf (x)
  grouped = Reshape (x, split)
  unit = InstanceNormalization <epsilon : float = @epsilon> (grouped, ones, zeros)
  back = Reshape (unit, shape)
  weight = graft.Along <axis = 1> (scale, x)
  shift = graft.Along <axis = 1> (bias, x)
  scaled = Mul (back, weight)
  normed = Add (scaled, shift)
  gate = Sigmoid (normed)
  y = Mul (normed, gate)
})",
    R"(
<opset_import: ["" : 21]>
GroupNorm_PS <groups, epsilon> (x, scale, bias) => (y) {
  y = GroupNormalization <num_groups : int = @groups, epsilon : float = @epsilon> (x, scale, bias)
})",
    R"(
<opset_import: ["" : 18, "graft" : 1]>
GroupNorm_PS <groups, epsilon> (x, scale, bias) => (y) {
  zero = Constant <value_int = 0> ()
  count = Constant <value_int : int = @groups> ()
  rest = Constant <value_int = -1> ()
  split = Concat <axis = 0> (zero, count, rest)
  ones = graft.Filled <value = 1.0> ()
  zeros = graft.Filled <value = 0.0> ()
  shape = graft.ShapeOf (x)
  grouped = Reshape (x, split)
  unit = InstanceNormalization <epsilon : float = @epsilon> (grouped, ones, zeros)
  back = Reshape (unit, shape)
  weight = graft.Along <axis = 1> (scale, x)
  shift = graft.Along <axis = 1> (bias, x)
  scaled = Mul (back, weight)
  y = Add (scaled, shift)
})",
    // Without scale and bias.
    R"(
<opset_import: ["" : 18, "graft" : 1]>
GroupNorm_PS <groups, epsilon> (x) => (y) {
  zero = Constant <value_int = 0> ()
  count = Constant <value_int : int = @groups> ()
  rest = Constant <value_int = -1> ()
  split = Concat <axis = 0> (zero, count, rest)
  ones = graft.Filled <value = 1.0> ()
  zeros = graft.Filled <value = 0.0> ()
  shape = graft.ShapeOf (x)
  grouped = Reshape (x, split)
  unit = InstanceNormalization <epsilon : float = @epsilon> (grouped, ones, zeros)
  y = Reshape (unit, shape)
})",
    nullptr};

}  // namespace plugsmith::ops
