// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Non-maximum suppression of rotated boxes, as ONNX's NonMaxSuppression does it for upright ones:
/// per sample and class, boxes are taken by descending score unless one taken before overlaps them
/// by more than iou_threshold. boxes: [B, N, 5] as (x, y, width, height, angle), scores: [B, C, N]
/// -> selected_indices: [count, 3] as (sample, class, box).
struct RotatedNms {
  static constexpr OpIdentity kIdentity{"RotatedNms_PS"};
  /// Which way angles turn: from the x axis to the y axis (counterclockwise where y points up,
  /// clockwise on a picture), or the other way.
  enum class Rotation : std::int32_t { kXToY, kYToX };
  std::int32_t max_output_boxes_per_class = 100;
  float iou_threshold = 0.5F;
  float score_threshold = 0.0F;
  Rotation rotation = Rotation::kXToY;
  void attributes(Attributes& visit) {
    visit("max_output_boxes_per_class", max_output_boxes_per_class).at_least(0);
    visit("iou_threshold", iou_threshold).at_least(0.0F).at_most(1.0F);
    visit("score_threshold", score_threshold);
    visit("rotation", rotation).names({"x_to_y", "y_to_x"});
  }

  static constexpr In boxes{"boxes", rank(3)};
  static constexpr In scores{"scores", rank(3)};
  static constexpr Out selected{"selected_indices", rank(2)};
  static constexpr SizeOut count{"count"};
  static constexpr Scratch kBoxes{"boxes"}, kKeys{"keys"}, kOrder{"order"}, kMask{"mask"},
      kRemoved{"removed"}, kKept{"kept"}, kCounts{"counts"}, kEnds{"ends"}, kCub{"cub"};
  static constexpr auto kFormats = formats(
      row(boxes = any(f32, f16) * linear, scores = same(boxes), selected = i64 * linear,
          count = i64),
      row(boxes = f32 * linear, scores = f16 * linear, selected = i64 * linear, count = i64));

  Status infer(InferContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Sizes of the inputs; -1 where one is not known yet.
  struct Sizes {
    std::int64_t samples, boxes, columns;                 ///< of `boxes`
    std::int64_t score_samples, classes, scores_a_class;  ///< of `scores`
  };
  /// Refuses boxes that are not five numbers, scores for other samples or boxes, and more scores
  /// than can be sorted.
  static Status check(const Sizes& sizes);
};

}  // namespace plugsmith::ops
