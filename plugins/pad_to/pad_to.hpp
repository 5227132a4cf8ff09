// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Pads the bottom and the right of each [height, width] plane with `value` to a fixed size. A
/// plane that is larger is an error, or with `crop` loses its bottom and right. [B,C,H,W] ->
/// [B,C,height,width].
struct PadTo {
  static constexpr OpIdentity kIdentity{"PadTo_PS"};
  std::int32_t height = 32, width = 32;
  float value = 0.0F;
  bool crop = false;
  void attributes(Attributes& visit) {
    visit("height", height).at_least(1);
    visit("width", width).at_least(1);
    visit("value", value);
    visit("crop", crop);
  }

  static constexpr In x{"x", rank(4)};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = any(f32, f16, bf16, i8) * linear, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses a plane that does not fit; 0 stands for a size not known yet.
  Status check_fit(std::int64_t rows, std::int64_t columns) const;
};

}  // namespace plugsmith::ops
