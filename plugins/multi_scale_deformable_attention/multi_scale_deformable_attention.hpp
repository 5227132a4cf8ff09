// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// The sampling step of Deformable DETR (Zhu et al., 2021): each query and head of attention sums
/// up weighted bilinear samples of several feature maps, which lie one behind the other in `value`.
/// value: [N, S, M, D], spatial_shapes: [L, 2] as (height, width), level_start_index: [L],
/// sampling_locations: [N, Q, M, L, P, 2] as (x, y) with 0 to 1 from edge to edge of a map,
/// attention_weights: [N, Q, M, L, P] -> y: [N, Q, M * D].
struct MultiScaleDeformableAttention {
  static constexpr OpIdentity kIdentity{"MultiScaleDeformableAttention_PS"};

  static constexpr In value{"value", rank(4)};
  // Random inputs have maps of all sizes from the first row on: they overlap, which is legal.
  static constexpr In spatial_shapes{"spatial_shapes", rank(2), values(1, 65)};
  static constexpr In level_start_index{"level_start_index", rank(1), values(0, 1)};
  static constexpr In sampling_locations{"sampling_locations", rank(6)};
  static constexpr In attention_weights{"attention_weights", rank(5)};
  static constexpr Out y{"y", rank(3)};
  static constexpr auto kFormats =
      formats(row(value = any(f32, f16, bf16) * linear, spatial_shapes = any(i64, i32) * linear,
                  level_start_index = same(spatial_shapes), sampling_locations = same(value),
                  attention_weights = same(value), y = same(value)),
              row(value = any(f16, bf16) * linear, spatial_shapes = any(i64, i32) * linear,
                  level_start_index = same(spatial_shapes), sampling_locations = f32 * linear,
                  attention_weights = f32 * linear, y = same(value)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses inputs whose dimensions disagree.
  static Status check(const TensorContext& c);
};

}  // namespace plugsmith::ops
