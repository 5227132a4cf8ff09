// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "plugsmith/reference_values.hpp"
#include "rotated_nms.hpp"

namespace plugsmith::ops {
namespace {

struct Point {
  double x, y;
};
using Polygon = std::vector<Point>;

struct Box {
  Polygon corners;  ///< counterclockwise; none where the box overlaps nothing
  double area = 0;
};

Box box_of(const double* values, double turn) {
  const double x = values[0], y = values[1], angle = turn * values[4];
  const double width = std::fabs(values[2]), height = std::fabs(values[3]);
  // float32 decides what is an area, as in the kernel.
  const float area = static_cast<float>(width) * static_cast<float>(height);
  for (const double value : {x, y, width, height, angle, static_cast<double>(area)}) {
    if (!std::isfinite(value)) return {};
  }
  if (area == 0.0F) return {};
  const double across_x = std::cos(angle) * width / 2, across_y = std::sin(angle) * width / 2;
  const double up_x = -std::sin(angle) * height / 2, up_y = std::cos(angle) * height / 2;
  return {{{x - across_x - up_x, y - across_y - up_y},
           {x + across_x - up_x, y + across_y - up_y},
           {x + across_x + up_x, y + across_y + up_y},
           {x - across_x + up_x, y - across_y + up_y}},
          width * height};
}

double cross(const Point& from, const Point& to, const Point& at) {
  return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x);
}

// The part of a convex polygon on the left of the line through two points.
Polygon clip(const Polygon& polygon, const Point& from, const Point& to) {
  Polygon left;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &here = polygon[i], &next = polygon[(i + 1) % polygon.size()];
    const double side = cross(from, to, here), next_side = cross(from, to, next);
    if (side >= 0) left.push_back(here);
    if ((side > 0 && next_side < 0) || (side < 0 && next_side > 0)) {
      const double share = side / (side - next_side);
      left.push_back({here.x + share * (next.x - here.x), here.y + share * (next.y - here.y)});
    }
  }
  return left;
}

// Twice the areas of triangles from the first corner.
double area_of(const Polygon& polygon) {
  double sum = 0;
  for (std::size_t i = 2; i < polygon.size(); ++i) {
    sum += cross(polygon[0], polygon[i - 1], polygon[i]);
  }
  return sum / 2;
}

bool overlaps(const Box& first, const Box& second, double threshold) {
  if (first.corners.empty() || second.corners.empty()) return false;
  Polygon common = second.corners;
  for (std::size_t i = 0; i < 4; ++i) {
    common = clip(common, first.corners[i], first.corners[(i + 1) % 4]);
  }
  const double area = area_of(common);
  return area > threshold * (first.area + second.area - area);
}

// The boxes of one segment that stay, in the order of their scores.
std::vector<std::int64_t> select(const RotatedNms& op, const Box* boxes, const double* scores,
                                 std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::int64_t{0});
  const auto is_below = [&](std::int64_t i) {
    return !(scores[i] > static_cast<double>(op.score_threshold));
  };
  order.erase(std::remove_if(order.begin(), order.end(), is_below), order.end());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return scores[a] > scores[b]; });
  std::vector<std::int64_t> kept;
  for (const std::int64_t i : order) {
    if (static_cast<std::int64_t>(kept.size()) >= op.max_output_boxes_per_class) break;
    const auto hides = [&](std::int64_t other) {
      return overlaps(boxes[other], boxes[i], static_cast<double>(op.iou_threshold));
    };
    if (std::none_of(kept.begin(), kept.end(), hides)) kept.push_back(i);
  }
  return kept;
}

}  // namespace

Status RotatedNms::reference(ReferenceContext& c) const {
  const Shape &box_shape = c[boxes].shape(), &score_shape = c[scores].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(
      {box_shape[0], box_shape[1], box_shape[2], score_shape[0], score_shape[1], score_shape[2]}));
  const std::int64_t count_of_boxes = box_shape[1], classes = score_shape[1];
  const auto box_values = doubles_of(c[boxes]), score_values = doubles_of(c[scores]);
  if (!box_values.is_ok()) return box_values.status();
  if (!score_values.is_ok()) return score_values.status();
  const double turn = rotation == Rotation::kXToY ? 1 : -1;
  auto* out = c[selected].data_as<std::int64_t>();
  std::int64_t total = 0;
  for (std::int64_t sample = 0; sample < box_shape[0]; ++sample) {
    std::vector<Box> prepared;
    for (std::int64_t i = 0; i < count_of_boxes; ++i) {
      prepared.push_back(box_of(box_values->data() + (sample * count_of_boxes + i) * 5, turn));
    }
    for (std::int64_t of_class = 0; of_class < classes; ++of_class) {
      const double* from = score_values->data() + (sample * classes + of_class) * count_of_boxes;
      for (const std::int64_t i : select(*this, prepared.data(), from, count_of_boxes)) {
        const std::int64_t row[3] = {sample, of_class, i};
        std::copy(std::begin(row), std::end(row), out + 3 * total++);
      }
    }
  }
  c.write_count(count, total);
  return Status::ok();
}

}  // namespace plugsmith::ops
