// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y = factor * x.
struct ScaleBy {
  static constexpr OpIdentity kIdentity{"ScaleBy", "1", "mine"};
  float factor = 2.0F;
  void attributes(Attributes& visit) { visit("factor", factor); }

  static constexpr In x{"x"};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(row(x = f32 * linear, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;
};

}  // namespace plugsmith::ops
