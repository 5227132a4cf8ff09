// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y = x / sqrt(mean(x^2) + epsilon) * scale over the last dimension (Zhang and
/// Sennrich, "Root Mean Square Layer Normalization", 2019; ONNX
/// RMSNormalization with axis -1). x: [..., C], scale: [C], 1 where it is not
/// given.
struct RmsNorm {
  static constexpr OpIdentity kIdentity{"RmsNorm_PS"};
  float epsilon = 1e-5F;
  void attributes(Attributes& visit) { visit("epsilon", epsilon).at_least(0.0F); }

  static constexpr In x{"x", rank(1, kMaxRank)};
  static constexpr OptionalIn scale{"scale", rank(1)};
  static constexpr Out y{"y"};
  static constexpr auto kFormats =
      formats(row(x = any(f32, f16, bf16) * linear, scale = same(x), y = same(x)),
              row(x = any(f16, bf16) * linear, scale = f32 * linear, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses a scale of another length than x's last dimension.
  Status check(const TensorContext& c) const;

  /// ONNX's own and how exporters of transformers spell it, in float32.
  static const char* const kPatterns[];
};

}  // namespace plugsmith::ops
