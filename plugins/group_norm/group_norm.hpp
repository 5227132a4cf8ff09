// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "group_norm_kernel.hpp"
#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y = (x - mean) / sqrt(variance + epsilon) * scale + bias with mean and variance over each group
/// of channels of each sample (Wu and He, "Group Normalization", 2018). x: [N, C, ...]; scale and
/// bias have C elements each and come as inputs or as attributes; without them they are 1 and 0.
struct GroupNorm {
  static constexpr OpIdentity kIdentity{"GroupNorm_PS"};
  std::int32_t groups = 32;
  float epsilon = 1e-5F;
  using Activation = group_norm::Activation;
  Activation activation = Activation::kNone;  ///< applied to the result
  std::vector<float> scale_values, bias_values;
  void attributes(Attributes& visit) {
    visit("groups", groups).at_least(1);
    visit("epsilon", epsilon).at_least(0.0F);
    visit("scale", scale_values);
    visit("bias", bias_values);
    visit("activation", activation).names({"none", "silu"}).since(2);
  }
  Status validate() const;

  static constexpr In x{"x", rank(3, 5)};
  static constexpr OptionalIn scale{"scale", rank(1)};
  static constexpr OptionalIn bias{"bias", rank(1)};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(
      row(x = any(f32, f16, bf16) * linear, scale = same(x), bias = same(x), y = same(x)),
      row(x = any(f16, bf16) * linear, scale = f32 * linear, bias = f32 * linear, y = same(x)));

  static constexpr Tactic kOnePass{1, "one pass"};  ///< a block or a cluster per group
  static constexpr Tactic kTwoPass{2, "two pass"};  ///< many blocks per group
  static constexpr auto kTactics = tactics(kOnePass, kTwoPass);
  static constexpr Scratch kPartials{"partials"};
  static constexpr Weight kScale{"scale"}, kBias{"bias"};
  struct State {
    const float* scale = nullptr;  ///< device copies of the attributes; null where there is none
    const float* bias = nullptr;
    group_norm::Device device;
  };

  Status infer(InferContext& c) const;
  bool fits(Tactic tactic, const TacticContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status open(OpenContext& c, State& state) const;
  Status launch(LaunchContext& c, State& state) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses channels that groups do not divide, and scales and biases of another length or given
  /// twice.
  template <class Context>
  Status check(const Context& c) const;

  /// ONNX's own and how exporters spell it before.
  static const char* const kPatterns[];
};

}  // namespace plugsmith::ops
