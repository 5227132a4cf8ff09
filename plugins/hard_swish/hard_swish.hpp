// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y = x * min(max(x + 3, 0), 6) / 6, element by element (Howard et al., "Searching for
/// MobileNetV3", 2019). Any shape.
struct HardSwish {
  static constexpr OpIdentity kIdentity{"HardSwish_PS"};
  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = any(f32, f16, bf16) * linear, y = same(x)));

  /// How exporters spell it before ONNX opset 14.
  static constexpr const char* kPatterns[] = {R"(
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
                                              nullptr};

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;
};

}  // namespace plugsmith::ops
