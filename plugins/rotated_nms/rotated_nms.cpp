// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rotated_nms.hpp"

#include <algorithm>

#include "rotated_nms_kernel.hpp"

namespace plugsmith::ops {
namespace {

RotatedNms::Sizes sizes_of(const Shape& boxes, const Shape& scores) {
  return {boxes[0], boxes[1], boxes[2], scores[0], scores[1], scores[2]};
}

rotated_nms::Problem problem_of(const RotatedNms& op, const Shape& boxes, const Shape& scores) {
  return {boxes[0], scores[1], boxes[1],
          std::min<std::int64_t>(op.max_output_boxes_per_class, boxes[1])};
}

}  // namespace

Status RotatedNms::check(const Sizes& sizes) {
  const auto differ = [](std::int64_t a, std::int64_t b) { return a >= 0 && b >= 0 && a != b; };
  const auto refuse = [](const char* input, std::int64_t got, const char* of, std::int64_t wanted,
                         const char* why) {
    return invalid_argument(std::string("RotatedNms_PS: input \"") + input + "\" has " +
                            std::to_string(got) + " " + of + "; must have " +
                            std::to_string(wanted) + ", " + why);
  };
  if (differ(sizes.columns, 5)) {
    return refuse("boxes", sizes.columns, "columns", 5, "x, y, width, height and angle");
  }
  if (differ(sizes.score_samples, sizes.samples)) {
    return refuse("scores", sizes.score_samples, "samples", sizes.samples, "as \"boxes\"");
  }
  if (differ(sizes.scores_a_class, sizes.boxes)) {
    return refuse("scores", sizes.scores_a_class, "scores a class", sizes.boxes,
                  "one for each box of \"boxes\"");
  }
  if (sizes.samples < 0 || sizes.boxes < 0 || sizes.classes < 0) return Status::ok();
  std::int64_t total = 1;
  for (const std::int64_t factor : {sizes.samples, sizes.classes, sizes.boxes}) {
    if (factor == 0) return Status::ok();
    total =
        total > rotated_nms::kMostScores / factor ? rotated_nms::kMostScores + 1 : total * factor;
  }
  if (total <= rotated_nms::kMostScores) return Status::ok();
  return out_of_range("RotatedNms_PS: input \"scores\" is " +
                      to_string(Shape{sizes.samples, sizes.classes, sizes.boxes}) + "; up to " +
                      std::to_string(rotated_nms::kMostScores) +
                      " scores can be sorted, keep fewer boxes before it");
}

Status RotatedNms::infer(InferContext& c) const {
  const auto known = [](const Dim& dim) { return dim.constant().value_or(-1); };
  PLUGSMITH_RETURN_IF_ERROR(check({known(c[boxes][0]), known(c[boxes][1]), known(c[boxes][2]),
                                   known(c[scores][0]), known(c[scores][1]), known(c[scores][2])}));
  const Dim most = c[boxes][0] * c[scores][1] * min(c[boxes][1], Dim(max_output_boxes_per_class));
  c[selected] = {c.size(count, {ceil_div(most, 2), most}), 3};
  return Status::ok();
}

Status RotatedNms::scratch(ScratchContext& c) const {
  const rotated_nms::Problem p = problem_of(*this, c[boxes].shape(), c[scores].shape());
  const Result<std::int64_t> cub_bytes = rotated_nms::cub_bytes(p);
  if (!cub_bytes.is_ok()) return cub_bytes.status();
  c.add<rotated_nms::Box>(kBoxes, p.samples * p.boxes);
  c.add<std::uint64_t>(kKeys, 2 * p.scores());
  c.add<std::int32_t>(kOrder, 2 * p.scores());
  c.add<std::uint32_t>(kMask, p.segments() * p.tile() * p.words());
  c.add<std::uint32_t>(kRemoved, p.segments() * p.words());
  c.add<std::int32_t>(kKept, p.segments() * p.most);
  c.add<std::int32_t>(kCounts, p.segments());
  c.add<std::int32_t>(kEnds, p.segments());
  c.add<char>(kCub, *cub_bytes);
  return Status::ok();
}

Status RotatedNms::launch(LaunchContext& c) const {
  const Shape &box_shape = c[boxes].shape(), &score_shape = c[scores].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(sizes_of(box_shape, score_shape)));
  return rotated_nms::launch(
      {problem_of(*this, box_shape, score_shape), c[boxes].data(), c[scores].data(),
       c[selected].data_as<std::int64_t>(), c.count(count).data_as<std::int64_t>(), c[boxes].type(),
       c[scores].type(), iou_threshold, score_threshold, rotation == Rotation::kXToY ? 1.0F : -1.0F,
       c.scratch<rotated_nms::Box>(kBoxes), c.scratch<std::uint64_t>(kKeys),
       c.scratch<std::int32_t>(kOrder), c.scratch<std::uint32_t>(kMask),
       c.scratch<std::uint32_t>(kRemoved), c.scratch<std::int32_t>(kKept),
       c.scratch<std::int32_t>(kCounts), c.scratch<std::int32_t>(kEnds), c.scratch<char>(kCub)},
      c.stream());
}

}  // namespace plugsmith::ops
