// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y = gelu(x + bias), exactly (x * Phi(x), through erf) or by tanh (Hendrycks
/// and Gimpel, "Gaussian Error Linear Units", 2016). The bias has one value for
/// each position along `axis`; without it, y = gelu(x).
struct Gelu {
  static constexpr OpIdentity kIdentity{"Gelu_PS"};
  enum class Approximate : std::int32_t { kNone, kTanh };
  Approximate approximate = Approximate::kNone;
  std::int32_t axis = -1;
  void attributes(Attributes& visit) {
    visit("approximate", approximate).names({"none", "tanh"});
    visit("axis", axis).at_least(-kMaxRank).at_most(kMaxRank - 1);
  }

  static constexpr In x{"x"};
  static constexpr OptionalIn bias{"bias", rank(1)};
  static constexpr Out y{"y", may_alias(x)};
  static constexpr auto kFormats =
      formats(row(x = any(f32, f16, bf16) * linear, bias = same(x), y = same(x)),
              row(x = any(f16, bf16) * linear, bias = f32 * linear, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// The bias as a view along x, or what does not fit.
  struct Bias {
    std::int64_t channels = 1;  ///< values of the bias
    std::int64_t inner = 1;     ///< neighbours of x that share one
  };
  Result<Bias> bias_of(const TensorContext& c) const;

  /// How exporters spell it: the exact form with a division or a product, the
  /// approximate one with Pow or products, each in the orders that occur.
  static const char* const kPatterns[];
};

}  // namespace plugsmith::ops
