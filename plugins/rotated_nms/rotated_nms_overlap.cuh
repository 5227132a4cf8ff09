// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rotated_nms_kernel.hpp"

namespace plugsmith::ops::rotated_nms {

// A box's area as float32 decides whether it can overlap anything: not if that is 0, infinite or
// NaN, as it is for sizes, centres and angles that are not finite.
inline __device__ Box prepare(float x, float y, float width, float height, float angle) {
  width = fabsf(width);
  height = fabsf(height);
  Box box{x, y, 0.5F * width, 0.5F * height, cosf(angle), sinf(angle), width * height, 0.0F};
  box.radius = sqrtf(box.half_width * box.half_width + box.half_height * box.half_height);
  const bool is_finite = isfinite(x) && isfinite(y) && isfinite(angle) && isfinite(width) &&
                         isfinite(height) && isfinite(box.area);
  if (!is_finite) box.area = 0.0F;
  return box;
}

struct Point {
  float x, y;
};

// The integral of clamp(y, -b, b) over the part of the edge whose x lies in [-a, a]; negative for
// an edge that runs towards smaller x. A division 0 / 0 or x / 0 ends in the right bound of [0, 1],
// since fmaxf and fminf drop a NaN.
inline __device__ float under_edge(Point from, Point to, float a, float b) {
  const float low = fmaxf(fminf(from.x, to.x), -a), high = fminf(fmaxf(from.x, to.x), a);
  if (!(low < high)) return 0.0F;
  const float across = to.x - from.x, up = to.y - from.y;
  const float y_low = from.y + (low - from.x) / across * up;
  const float y_high = from.y + (high - from.x) / across * up;
  const float bottom = fminf(y_low, y_high), top = fmaxf(y_low, y_high), rise = top - bottom;
  const float below = fminf(fmaxf((-b - bottom) / rise, 0.0F), 1.0F);  // share of it under -b
  const float inside = fminf(fmaxf((b - bottom) / rise, 0.0F), 1.0F);  // and under b
  const float middle = 0.5F * (fmaxf(bottom, -b) + fminf(top, b));
  const float mean = (1.0F - inside) * b - below * b + (inside - below) * middle;
  return (across > 0.0F ? 1.0F : -1.0F) * (high - low) * mean;
}

// The area that two boxes share: in the first one's frame it is the integral, around the second, of
// its edges clamped to the first. No corners of the intersection are needed, so none can be missed.
inline __device__ float intersection(const Box& first, const Box& second) {
  const float dx = second.x - first.x, dy = second.y - first.y;
  const Point centre{first.cosine * dx + first.sine * dy, first.cosine * dy - first.sine * dx};
  const float cosine = first.cosine * second.cosine + first.sine * second.sine;
  const float sine = first.cosine * second.sine - first.sine * second.cosine;
  const Point along{cosine * second.half_width, sine * second.half_width};
  const Point aside{-sine * second.half_height, cosine * second.half_height};
  const Point corners[4] = {{centre.x - along.x - aside.x, centre.y - along.y - aside.y},
                            {centre.x + along.x - aside.x, centre.y + along.y - aside.y},
                            {centre.x + along.x + aside.x, centre.y + along.y + aside.y},
                            {centre.x - along.x + aside.x, centre.y - along.y + aside.y}};
  float sum = 0.0F;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    sum -= under_edge(corners[i], corners[(i + 1) % 4], first.half_width, first.half_height);
  }
  return sum;
}

// Whether the boxes' intersection over union exceeds the threshold.
inline __device__ bool overlaps(const Box& first, const Box& second, float threshold) {
  if (first.area == 0.0F || second.area == 0.0F) return false;
  // The smaller area over the larger one bounds it.
  const float smaller = fminf(first.area, second.area), larger = fmaxf(first.area, second.area);
  if (smaller <= threshold * larger) return false;
  const float dx = second.x - first.x, dy = second.y - first.y;
  const float reach = first.radius + second.radius;
  if (dx * dx + dy * dy > 1.0001F * reach * reach) return false;
  const float common = intersection(first, second);
  return common > threshold * (first.area + second.area - common);
}

}  // namespace plugsmith::ops::rotated_nms
