// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "modulated_deform_conv_kernel.hpp"
#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Deformable convolution, version 2 (Zhu et al., "Deformable ConvNets v2", 2018): a convolution
/// whose taps are moved by an offset and weighted by a mask of their own at each output pixel.
/// x: [N, C, H, W], offset: [N, 2 * deform_groups * R * S, OH, OW] as (row, column) of each tap,
/// mask: [N, deform_groups * R * S, OH, OW], weight: [K, C / groups, R, S], bias: [K] -> y: [N, K,
/// OH, OW].
struct ModulatedDeformConv {
  static constexpr OpIdentity kIdentity{"ModulatedDeformConv_PS"};
  std::vector<std::int32_t> stride{1, 1}, padding{0, 0}, dilation{1, 1};  ///< of rows, of columns
  std::int32_t groups = 1, deform_groups = 1;
  void attributes(Attributes& visit) {
    visit("stride", stride).size_between(2, 2).at_least(1);
    visit("padding", padding).size_between(2, 2).at_least(0);
    visit("dilation", dilation).size_between(2, 2).at_least(1);
    visit("groups", groups).at_least(1);
    visit("deform_groups", deform_groups).at_least(1);
  }

  static constexpr In x{"x", rank(4)};
  static constexpr In offset{"offset", rank(4)};
  static constexpr In mask{"mask", rank(4)};
  static constexpr In weight{"weight", rank(4)};
  static constexpr OptionalIn bias{"bias", rank(1)};
  static constexpr Out y{"y", rank(4)};
  static constexpr auto kFormats =
      formats(row(x = any(f32, f16, bf16) * linear, offset = same(x), mask = same(x),
                  weight = same(x), bias = same(x), y = same(x)),
              row(x = any(f16, bf16) * linear, offset = f32 * linear, mask = f32 * linear,
                  weight = same(x), bias = same(x), y = same(x)));

  // A matrix product over gathered columns, in tiles of so many output channels (float32: at most
  // 128).
  static constexpr Tactic kTiles256{1, "tiles of 256"};
  static constexpr Tactic kTiles128{2, "tiles of 128"};
  static constexpr Tactic kTiles64{3, "tiles of 64"};
  static constexpr Tactic kDirect{4, "direct"};  ///< a thread for each pixel and few channels
  static constexpr auto kTactics = tactics(kTiles256, kTiles128, kTiles64, kDirect);
  static constexpr Scratch kPackedX{"channels-last x"};
  static constexpr Scratch kPackedWeight{"packed weight"};

  Status infer(InferContext& c) const;
  bool fits(Tactic tactic, const TacticContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses inputs whose dimensions do not fit one another or the attributes.
  template <class Context>
  Status check(const Context& c) const;

 private:
  modulated_deform_conv::Sizes sizes_of(const TensorContext& c) const;
};

}  // namespace plugsmith::ops
