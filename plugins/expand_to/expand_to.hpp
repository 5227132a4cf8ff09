// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Broadcasts x to a shape that another tensor holds, as ONNX's Expand does: dimensions are matched
/// from the last one; equal sizes stay, a size of 1 is repeated, a missing one counts as 1.
struct ExpandTo {
  static constexpr OpIdentity kIdentity{"ExpandTo_PS"};

  static constexpr In x{"x"};
  static constexpr HostInput shape{"shape"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(
      row(x = any(f32, f16, bf16, i8, i32, i64) * linear, shape = any(i32, i64), y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;
};

}  // namespace plugsmith::ops
