// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "plugsmith/reference_values.hpp"
#include "roi_align.hpp"

namespace plugsmith::ops {
namespace {

struct Plane {
  const double* values;
  std::int64_t rows, columns;
};

// ONNX: 0 further out than a pixel, else clamped to the edge.
double sample(const Plane& plane, double row, double column) {
  const auto rows = static_cast<double>(plane.rows), columns = static_cast<double>(plane.columns);
  if (!(row >= -1.0 && row <= rows && column >= -1.0 && column <= columns)) return 0.0;
  row = std::clamp(row, 0.0, rows - 1.0);
  column = std::clamp(column, 0.0, columns - 1.0);
  const auto top = static_cast<std::int64_t>(row), left = static_cast<std::int64_t>(column);
  const std::int64_t bottom = std::min(top + 1, plane.rows - 1);
  const std::int64_t right = std::min(left + 1, plane.columns - 1);
  const double down = row - static_cast<double>(top), across = column - static_cast<double>(left);
  const auto at = [&](std::int64_t r, std::int64_t c) {
    return plane.values[r * plane.columns + c];
  };
  return (1 - down) * ((1 - across) * at(top, left) + across * at(top, right)) +
         down * ((1 - across) * at(bottom, left) + across * at(bottom, right));
}

struct Region {
  double left, top, width, height;
};

Region region_of(const double* roi, double scale, bool half_pixel) {
  const double offset = half_pixel ? 0.5 : 0.0;
  Region region{roi[0] * scale - offset, roi[1] * scale - offset, (roi[2] - roi[0]) * scale,
                (roi[3] - roi[1]) * scale};
  if (!half_pixel) {
    region.width = std::max(region.width, 1.0);
    region.height = std::max(region.height, 1.0);
  }
  return region;
}

double bin_average(const Plane& plane, const Region& region, const RoiAlign& op, std::int64_t row,
                   std::int64_t column) {
  const double bin_height = region.height / op.output_height;
  const double bin_width = region.width / op.output_width;
  const auto count = [&](double size) {
    constexpr double kMost = 4096;  // as on the device
    if (op.sampling_ratio > 0) return std::int64_t{op.sampling_ratio};
    return size > 0.0 ? static_cast<std::int64_t>(std::min(std::ceil(size), kMost))
                      : std::int64_t{0};
  };
  const std::int64_t down = count(bin_height), across = count(bin_width);
  double sum = 0.0;
  for (std::int64_t i = 0; i < down; ++i) {
    const double y = region.top + static_cast<double>(row) * bin_height +
                     (static_cast<double>(i) + 0.5) * bin_height / static_cast<double>(down);
    for (std::int64_t j = 0; j < across; ++j) {
      const double x = region.left + static_cast<double>(column) * bin_width +
                       (static_cast<double>(j) + 0.5) * bin_width / static_cast<double>(across);
      sum += sample(plane, y, x);
    }
  }
  return sum / static_cast<double>(std::max<std::int64_t>(down * across, 1));
}

}  // namespace

Status RoiAlign::reference(ReferenceContext& c) const {
  const Shape &in = c[x].shape(), &regions = c[rois].shape();
  PLUGSMITH_RETURN_IF_ERROR(check(regions[0], regions[1], c[batch_indices].shape()[0]));
  const auto pictures = doubles_of(c[x]), boxes = doubles_of(c[rois]);
  if (!pictures.is_ok()) return pictures.status();
  if (!boxes.is_ok()) return boxes.status();
  const auto index_of = [&](std::int64_t region) {
    return c[batch_indices].type() == DataType::kInt64
               ? c[batch_indices].data_as<std::int64_t>()[region]
               : std::int64_t{c[batch_indices].data_as<std::int32_t>()[region]};
  };
  return dispatch_floating(c[y].type(), [&](auto zero) {
    using T = decltype(zero);
    T* to = c[y].data_as<T>();
    for (std::int64_t r = 0; r < regions[0]; ++r) {
      const Region region = region_of(boxes->data() + r * 4, static_cast<double>(spatial_scale),
                                      coordinates == Coordinates::kHalfPixel);
      const std::int64_t sample_index = index_of(r);
      const bool known = sample_index >= 0 && sample_index < in[0] && in[2] * in[3] > 0;
      for (std::int64_t channel = 0; channel < in[1]; ++channel) {
        const std::int64_t offset = (sample_index * in[1] + channel) * in[2] * in[3];
        const Plane plane{known ? pictures->data() + offset : nullptr, in[2], in[3]};
        for (std::int64_t bin = 0; bin < std::int64_t{output_height} * output_width; ++bin) {
          *to++ = round_to<T>(
              known ? bin_average(plane, region, *this, bin / output_width, bin % output_width)
                    : 0.0);
        }
      }
    }
    return Status::ok();
  });
}

}  // namespace plugsmith::ops
