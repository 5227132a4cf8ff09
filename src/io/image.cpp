// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/image.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace plugsmith::io {
namespace {

struct Tap {
  std::int64_t first = 0, second = 0;
  float weight = 0;  // of the second
};

std::vector<Tap> taps(std::int64_t from, std::int64_t to) {
  std::vector<Tap> result(static_cast<std::size_t>(to));
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  for (std::int64_t i = 0; i < to; ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * ratio - 0.5;
    const double clamped = std::clamp(centre, 0.0, static_cast<double>(from - 1));
    const auto first = static_cast<std::int64_t>(clamped);
    result[static_cast<std::size_t>(i)] = {first, std::min(first + 1, from - 1),
                                           static_cast<float>(clamped - std::floor(clamped))};
  }
  return result;
}

// One row of the resized picture, interleaved RGB.
void resize_row(const Picture& picture, const Tap& row, const std::vector<Tap>& columns,
                std::vector<std::uint8_t>& out) {
  const std::uint8_t* upper = picture.rgb.data() + row.first * picture.width * 3;
  const std::uint8_t* lower = picture.rgb.data() + row.second * picture.width * 3;
  std::size_t at = 0;
  for (const Tap& column : columns) {
    for (std::int64_t channel = 0; channel < 3; ++channel) {
      const auto left = column.first * 3 + channel;
      const auto right = column.second * 3 + channel;
      const auto mix = [](float a, float b, float weight) { return a + (b - a) * weight; };
      const float value = mix(mix(upper[left], upper[right], column.weight),
                              mix(lower[left], lower[right], column.weight), row.weight);
      out[at++] = static_cast<std::uint8_t>(std::lround(value));
    }
  }
}

std::int64_t rounded_side(double side, std::int64_t multiple) {
  const auto count =
      static_cast<std::int64_t>(std::nearbyint(side / static_cast<double>(multiple)));
  return std::max<std::int64_t>(count, 1) * multiple;
}

}  // namespace

Result<std::array<std::int64_t, 2>> picture_size(const Picture& picture,
                                                 const PictureOptions& options,
                                                 std::array<std::int64_t, 2> wanted) {
  const auto shorter = static_cast<double>(std::min(picture.height, picture.width));
  const auto longer = static_cast<double>(std::max(picture.height, picture.width));
  double ratio = 1;
  if (options.min_side > 0)
    ratio = std::max(ratio, static_cast<double>(options.min_side) / shorter);
  if (options.max_side > 0) ratio = std::min(ratio, static_cast<double>(options.max_side) / longer);
  std::array<std::int64_t, 2> size{
      rounded_side(std::floor(static_cast<double>(picture.height) * ratio), options.multiple),
      rounded_side(std::floor(static_cast<double>(picture.width) * ratio), options.multiple)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (wanted[i] > 0) size[i] = wanted[i];
  }
  constexpr std::int64_t kLongestSide = 32768;
  if (size[0] > kLongestSide || size[1] > kLongestSide) {
    return out_of_range("the picture would be scaled to " + std::to_string(size[1]) + " x " +
                        std::to_string(size[0]) +
                        " pixels; at most 32768 a side are taken: set a "
                        "smaller --image-max-side");
  }
  return size;
}

Tensor picture_tensor(const Picture& picture, const PictureOptions& options,
                      std::array<std::int64_t, 2> size) {
  const auto [height, width] = size;
  Tensor tensor{DataType::kFloat, {1, 3, height, width}, {}};
  tensor.bytes.resize(static_cast<std::size_t>(3 * height * width) * sizeof(float));
  const auto rows = taps(picture.height, height);
  const auto columns = taps(picture.width, width);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(width) * 3);
  std::vector<float> plane_row(static_cast<std::size_t>(width));
  for (std::int64_t y = 0; y < height; ++y) {
    resize_row(picture, rows[static_cast<std::size_t>(y)], columns, row);
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::size_t source = options.bgr ? 2 - channel : channel;
      for (std::size_t x = 0; x < plane_row.size(); ++x) {
        plane_row[x] =
            static_cast<float>((row[x * 3 + source] * options.scale - options.mean[channel]) /
                               options.deviation[channel]);
      }
      const auto offset = (static_cast<std::int64_t>(channel) * height + y) * width;
      std::memcpy(tensor.bytes.data() + static_cast<std::size_t>(offset) * sizeof(float),
                  plane_row.data(), plane_row.size() * sizeof(float));
    }
  }
  return tensor;
}

}  // namespace plugsmith::io
