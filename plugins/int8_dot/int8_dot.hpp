// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// y[B, N] = (x[B, K] * weight[N, K]^T) * scale[N] + bias[N] for few rows: INT8 products summed in
/// INT32 by DP4A, where tensor cores have nothing to gain. scale holds the scale of x times that of
/// each row of the weights.
struct Int8Dot {
  static constexpr OpIdentity kIdentity{"Int8Dot_PS"};
  enum class OutputType : std::int32_t { kFloat16, kFloat32 };
  OutputType output_type = OutputType::kFloat16;
  void attributes(Attributes& visit) {
    visit("output_type", output_type).names({"float16", "float32"});
  }

  static constexpr In x{"x", rank(2)};
  static constexpr In weight{"weight", rank(2)};
  static constexpr In scale{"scale", rank(1)};
  static constexpr OptionalIn bias{"bias", rank(1)};
  static constexpr Out y{"y", rank(2)};
  static constexpr auto kFormats =
      formats(row(x = i8 * linear, weight = i8 * linear, scale = f32 * linear, bias = f32 * linear,
                  y = f16 * linear),
              row(x = i8 * linear, weight = i8 * linear, scale = f32 * linear, bias = f32 * linear,
                  y = f32 * linear));
  bool takes_row(int row) const { return row == static_cast<int>(output_type); }

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Sizes where they are known; -1 where not, or where there is no bias.
  struct Sizes {
    std::int64_t x_columns, weight_columns, weight_rows, scales, biases;
  };
  static Status check(const Sizes& sizes);
  /// Sizes of a call with real shapes.
  Sizes sizes_of(const TensorContext& c) const;
};

}  // namespace plugsmith::ops
