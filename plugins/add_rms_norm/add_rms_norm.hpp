// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// sum = x + residual; y = sum / sqrt(mean(sum^2) + epsilon) * scale over the last dimension: what
/// stands between two layers of a transformer (Zhang and Sennrich, "Root Mean Square Layer
/// Normalization", 2019). x, residual: [..., C]; scale: [C], 1 where it is not given.
struct AddRmsNorm {
  static constexpr OpIdentity kIdentity{"AddRmsNorm_PS"};
  float epsilon = 1e-5F;
  void attributes(Attributes& visit) { visit("epsilon", epsilon).at_least(0.0F); }

  static constexpr In x{"x", rank(1, kMaxRank)};
  static constexpr In residual{"residual", rank(1, kMaxRank)};
  static constexpr OptionalIn scale{"scale", rank(1)};
  static constexpr Out y{"y"};
  static constexpr Out sum{"sum"};
  static constexpr auto kFormats = formats(row(x = any(f32, f16, bf16) * linear, residual = same(x),
                                               scale = same(x), y = same(x), sum = same(x)),
                                           row(x = any(f16, bf16) * linear, residual = same(x),
                                               scale = f32 * linear, y = same(x), sum = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses a residual of another shape and a scale of another length.
  Status check(const TensorContext& c) const;

  /// ONNX's own and how exporters spell it before.
  static const char* const kPatterns[];
};

}  // namespace plugsmith::ops
