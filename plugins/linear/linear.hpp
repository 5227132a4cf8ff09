// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "linear_matmul.hpp"
#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y[..., N] = activation(x[..., K] * weight[N, K]^T + bias[N]) through cuBLASLt. Weights come as
/// attributes, then every device keeps one copy in the compute type, or as inputs.
struct Linear {
  static constexpr OpIdentity kIdentity{"Linear_PS"};
  using Activation = linear_op::Activation;
  /// What an INT8 input gives.
  enum class Int8Output : std::int32_t { kFloat16, kInt8 };

  std::int32_t out_features = 0;  ///< N; 0 takes it from the input `weight`
  std::vector<float> weight;      ///< [N, K] row-major; empty: an input
  std::vector<float> bias;        ///< [N]; empty: an input, or none
  Activation activation = Activation::kNone;
  Int8Output int8_output = Int8Output::kFloat16;
  void attributes(Attributes& visit) {
    visit("out_features", out_features).at_least(0);
    visit("weight", weight);
    visit("bias", bias);
    visit("activation", activation).names({"none", "relu", "gelu"});
    visit("int8_output", int8_output).names({"float16", "int8"});
  }

  static constexpr In x{"x", rank(1, kMaxRank)};
  static constexpr OptionalIn weight_input{"weight", rank(2)};
  static constexpr OptionalIn bias_input{"bias", rank(1)};
  static constexpr Out y{"y"};
  static constexpr auto kFormats = formats(
      row(x = any(f16, bf16) * linear, weight_input = same(x), bias_input = same(x), y = same(x)),
      row(x = i8 * linear, weight_input = same(x), bias_input = f32 * linear, y = f16 * linear),
      row(x = i8 * linear, weight_input = same(x), bias_input = f32 * linear, y = i8 * linear));
  bool takes_row(int row) const;

  static constexpr Weight kWeight{"Linear_PS.weight"};
  static constexpr Weight kBias{"Linear_PS.bias"};
  static constexpr Scratch kWorkspace{"cublasLt workspace"};
  static constexpr Scratch kSums{"int32 sums"};
  static constexpr Scratch kPaddedX{"padded x"};
  static constexpr Scratch kPaddedWeight{"padded weight"};

  /// The product of one call, from its real shapes.
  struct Sizes {
    std::int64_t rows = 0, features = 0, outputs = 0;
    bool is_empty() const { return rows * outputs == 0; }
  };
  struct State {
    const void* weight = nullptr;  ///< on the device, packed; null where it is an input
    const void* bias = nullptr;    ///< on the device; null where it is an input or there is none
    float weight_scale = 1.0F;     ///< of INT8 weights that came as attribute
    Sizes sizes;
    linear_op::Matmul matmul;
  };

  Status validate() const;
  Status infer(InferContext& c) const;
  Status configure(ConfigureContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status open(OpenContext& c, State& state) const;
  Status shape_changed(ShapeContext& c, State& state) const;
  Status launch(LaunchContext& c, State& state) const;
  Status reference(ReferenceContext& c) const;

  /// The sizes of a call, or what contradicts the weights.
  Result<Sizes> sizes(const TensorContext& c) const;
  /// Scales of an INT8 call: of one unit of a sum, and of one unit of y (1 where y is float16).
  struct Scales {
    float sum, y;
  };
  Result<Scales> scales(const TensorContext& c, float weight_scale) const;

 private:
  /// Dimensions as far as they are known; nothing also where an input is missing.
  struct Dimensions {
    bool weight_input = false, bias_input = false;
    std::optional<std::int64_t> features, weight_outputs, weight_features, bias;
  };
  Status check(const Dimensions& d) const;
  Status launch_int8(LaunchContext& c, State& state) const;
};

}  // namespace plugsmith::ops
