// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// ONNX's RoiAlign (He et al., "Mask R-CNN", 2017): each region of x, cut into bins, becomes the
/// average of bilinear samples. x: [N, C, H, W], rois: [R, 4] as (x1, y1, x2, y2),
/// batch_indices: [R] -> y: [R, C, output_height, output_width].
struct RoiAlign {
  static constexpr OpIdentity kIdentity{"RoiAlign_PS"};
  /// Where pixel centres lie: half a pixel in (ONNX opset 16, "aligned"), or at the corners
  /// (before).
  enum class Coordinates : std::int32_t { kHalfPixel, kOutputHalfPixel };
  std::int32_t output_height = 1, output_width = 1;
  std::int32_t sampling_ratio = 0;  ///< samples a bin and axis; 0: as many as its size, rounded up
  float spatial_scale = 1.0F;       ///< from the regions' coordinates to those of x
  Coordinates coordinates = Coordinates::kHalfPixel;
  void attributes(Attributes& visit) {
    visit("output_height", output_height).at_least(1);
    visit("output_width", output_width).at_least(1);
    visit("sampling_ratio", sampling_ratio).at_least(0);
    visit("spatial_scale", spatial_scale).at_least(0.0F);
    visit("coordinate_transformation_mode", coordinates).names({"half_pixel", "output_half_pixel"});
  }

  static constexpr In x{"x", rank(4)};
  static constexpr In rois{"rois", rank(2)};
  static constexpr In batch_indices{"batch_indices", rank(1), values(0, dim(x, 0))};
  static constexpr Out y{"y", rank(4)};
  static constexpr auto kFormats =
      formats(row(x = any(f32, f16, bf16) * linear, rois = same(x),
                  batch_indices = any(i64, i32) * linear, y = same(x)),
              row(x = any(f16, bf16) * linear, rois = f32 * linear,
                  batch_indices = any(i64, i32) * linear, y = same(x)));

  Status infer(InferContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses regions that are not four numbers each, or of another count than the indices; -1 where
  /// a size is not known.
  static Status check(std::int64_t regions, std::int64_t columns, std::int64_t indices);
};

}  // namespace plugsmith::ops
