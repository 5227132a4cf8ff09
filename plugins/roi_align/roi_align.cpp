// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "roi_align.hpp"

#include "roi_align_kernel.hpp"

namespace plugsmith::ops {

Status RoiAlign::check(std::int64_t regions, std::int64_t columns, std::int64_t indices) {
  const auto differ = [](std::int64_t a, std::int64_t b) { return a >= 0 && b >= 0 && a != b; };
  if (differ(columns, 4)) {
    return invalid_argument("RoiAlign_PS: input \"rois\" has " + std::to_string(columns) +
                            " columns; must have 4: x1, y1, x2, y2");
  }
  if (!differ(regions, indices)) return Status::ok();
  return invalid_argument("RoiAlign_PS: input \"batch_indices\" has " + std::to_string(indices) +
                          " values; must have " + std::to_string(regions) +
                          ", one for each region in \"rois\"");
}

Status RoiAlign::infer(InferContext& c) const {
  const auto known = [](const Dim& dim) { return dim.constant().value_or(-1); };
  PLUGSMITH_RETURN_IF_ERROR(
      check(known(c[rois][0]), known(c[rois][1]), known(c[batch_indices][0])));
  c[y] = {c[rois][0], c[x][1], output_height, output_width};
  return Status::ok();
}

Status RoiAlign::launch(LaunchContext& c) const {
  const Shape &in = c[x].shape(), &regions = c[rois].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(regions[0], regions[1], c[batch_indices].shape()[0]));
  return roi_align::launch({c[x].data(), c[rois].data(), c[batch_indices].data(), c[y].data(),
                            c[x].type(), c[rois].type(), c[batch_indices].type(), in[0], in[1],
                            in[2], in[3], regions[0], output_height, output_width, sampling_ratio,
                            spatial_scale, coordinates == Coordinates::kHalfPixel},
                           c.stream());
}

}  // namespace plugsmith::ops
