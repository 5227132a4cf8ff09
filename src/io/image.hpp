// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "src/io/tensor.hpp"

namespace plugsmith::io {

/// A decoded picture: 8-bit RGB, rows from the top, no padding.
struct Picture {
  std::int64_t height = 0, width = 0;
  std::vector<std::uint8_t> rgb;
};

/// Reads a PNG or JPEG (told by its content, not its name). An alpha channel is laid over black;
/// EXIF rotation is not applied.
Result<Picture> read_picture(const std::filesystem::path& path);

/// Whether the file starts like a PNG or JPEG.
bool looks_like_picture(const std::filesystem::path& path);

/// How a picture becomes an input [1,3,height,width]: (value * scale - mean) / deviation per
/// channel.
struct PictureOptions {
  std::array<double, 3> mean{0, 0, 0};  ///< in the channel order of the result
  std::array<double, 3> deviation{1, 1, 1};
  double scale = 1.0 / 255.0;
  bool bgr = false;           ///< channel order of the result; false: RGB
  std::int64_t multiple = 1;  ///< sides are rounded to multiples of it, at least one
  std::int64_t min_side = 0;  ///< pictures with a shorter side are enlarged to it; 0: never
  std::int64_t max_side = 0;  ///< pictures with a longer side are reduced to it; 0: never
};

/// Size of the input for a picture. Known dimensions of the model (`wanted`: [height, width], -1
/// where open) win over the options.
Result<std::array<std::int64_t, 2>> picture_size(const Picture& picture,
                                                 const PictureOptions& options,
                                                 std::array<std::int64_t, 2> wanted);

/// Resizes (bilinear, pixel centres, 8-bit result: as OpenCV does by default) and normalizes to
/// float32.
Tensor picture_tensor(const Picture& picture, const PictureOptions& options,
                      std::array<std::int64_t, 2> size);

}  // namespace plugsmith::io
