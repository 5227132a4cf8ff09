// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Interleaves the channels of `groups` groups: channel j * groups + i of y is channel
/// i * (C / groups) + j of x (Zhang et al., "ShuffleNet", 2017). x: [N, C, ...].
struct ChannelShuffle {
  static constexpr OpIdentity kIdentity{"ChannelShuffle_PS"};
  std::int32_t groups = 2;
  void attributes(Attributes& visit) { visit("groups", groups).at_least(1); }

  static constexpr In x{"x", rank(3, 5)};
  static constexpr Out y{"y"};
  static constexpr auto kFormats =
      formats(row(x = any(f32, f16, bf16, i8) * linear | any(f16, bf16) * hwc8, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses channels that `groups` does not divide; 0 stands for a number not known yet.
  Status check_channels(std::int64_t channels) const;
};

}  // namespace plugsmith::ops
