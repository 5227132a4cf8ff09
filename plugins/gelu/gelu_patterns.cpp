// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "gelu.hpp"

namespace plugsmith::ops {

const char* const Gelu::kPatterns[] = {
    // ONNX's own, from opset 20.
    R"(
<opset_import: ["" : 20]>
Gelu_PS <approximate> (x) => (y) {
  y = Gelu <approximate : string = @approximate> (x)
})",
    // PyTorch's TorchScript exporter up to opset 19: x / sqrt(2), the half at the end.
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {1.4142135381698608}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Div (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  product = Mul (x, shifted)
  y = Mul (product, half)
})",
    // The half first: torch.onnx of some versions, Keras.
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {1.4142135381698608}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Div (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  first = Mul (x, half)
  y = Mul (first, shifted)
})",
    // Half of the sum: TensorFlow's, and torch.onnx's dynamo exporter.
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {1.4142135381698608}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Div (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  cdf = Mul (shifted, half)
  y = Mul (x, cdf)
})",
    // The same three with x * sqrt(1/2).
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {0.7071067690849304}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Mul (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  product = Mul (x, shifted)
  y = Mul (product, half)
})",
    // The decomposition of torch.export.
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {0.7071067690849304}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Mul (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  first = Mul (x, half)
  y = Mul (first, shifted)
})",
    R"(
<opset_import: ["" : 14]>
Gelu_PS (x) => (y) {
  root = Constant <value = float {0.7071067690849304}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  scaled = Mul (x, root)
  error = Erf (scaled)
  shifted = Add (error, one)
  cdf = Mul (shifted, half)
  y = Mul (x, cdf)
})",
    // By tanh, the cube as two products: the TorchScript exporter.
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  square = Mul (x, x)
  cube = Mul (square, x)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  product = Mul (x, shifted)
  y = Mul (product, half)
})",
    // torch.export.
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  square = Mul (x, x)
  cube = Mul (square, x)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  first = Mul (x, half)
  y = Mul (first, shifted)
})",
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  square = Mul (x, x)
  cube = Mul (square, x)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  cdf = Mul (shifted, half)
  y = Mul (x, cdf)
})",
    // By tanh, the cube by Pow.
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  three = Constant <value = float {3.0}> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  cube = Pow (x, three)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  product = Mul (x, shifted)
  y = Mul (product, half)
})",
    // GPT-2 and its kin in transformers.
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  three = Constant <value = float {3.0}> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  cube = Pow (x, three)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  first = Mul (x, half)
  y = Mul (first, shifted)
})",
    // The dynamo exporter.
    R"(
<opset_import: ["" : 14]>
Gelu_PS <approximate> (x) => (y) {
  approximate = Constant <value_string = "tanh"> ()
  three = Constant <value = float {3.0}> ()
  root = Constant <value = float {0.7978845834732056}> ()
  weight = Constant <value = float {0.044714998453855515}> ()
  one = Constant <value = float {1.0}> ()
  half = Constant <value = float {0.5}> ()
  cube = Pow (x, three)
  small = Mul (cube, weight)
  inner = Add (x, small)
  scaled = Mul (inner, root)
  bent = Tanh (scaled)
  shifted = Add (bent, one)
  cdf = Mul (shifted, half)
  y = Mul (x, cdf)
})",
    nullptr};

}  // namespace plugsmith::ops
