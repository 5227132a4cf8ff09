// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <turbojpeg.h>

#include <fstream>
#include <memory>

#include "src/io/file.hpp"
#include "src/io/image.hpp"

namespace plugsmith::io {
namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1a\n";
constexpr std::string_view kJpeg = "\xff\xd8\xff";
constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;

Status check_size(std::int64_t width, std::int64_t height, const std::string& path) {
  if (width > 0 && height > 0 && width <= kMostPixels / height) return Status::ok();
  return invalid_argument(path + ": claims " + std::to_string(width) + " x " +
                          std::to_string(height) + " pixels; 1 to 2^28 pixels are taken");
}

Result<Picture> decode_png(std::span<const std::byte> content, const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> guard(&image, png_image_free);
  if (png_image_begin_read_from_memory(&image, content.data(), content.size()) == 0) {
    return invalid_argument("cannot read " + path + " as PNG: " + image.message);
  }
  PLUGSMITH_RETURN_IF_ERROR(check_size(image.width, image.height, path));
  image.format = PNG_FORMAT_RGB;
  Picture picture{image.height, image.width, {}};
  picture.rgb.resize(PNG_IMAGE_SIZE(image));
  const png_color black{0, 0, 0};
  if (png_image_finish_read(&image, &black, picture.rgb.data(), 0, nullptr) == 0) {
    return invalid_argument("cannot read " + path + " as PNG: " + image.message);
  }
  return picture;
}

Result<Picture> decode_jpeg(std::span<const std::byte> content, const std::string& path) {
  struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
  };
  const std::unique_ptr<void, Destroy> decoder(tjInitDecompress());
  if (!decoder) return internal_error("cannot start the JPEG decoder");
  const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
  int width = 0;
  int height = 0;
  int subsampling = 0;
  int colour = 0;
  if (tjDecompressHeader3(decoder.get(), bytes, content.size(), &width, &height, &subsampling,
                          &colour) != 0) {
    return invalid_argument("cannot read " + path + " as JPEG: " + tjGetErrorStr2(decoder.get()));
  }
  PLUGSMITH_RETURN_IF_ERROR(check_size(width, height, path));
  Picture picture{height, width, {}};
  picture.rgb.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  if (tjDecompress2(decoder.get(), bytes, content.size(), picture.rgb.data(), width, 0, height,
                    TJPF_RGB, TJFLAG_ACCURATEDCT) != 0) {
    return invalid_argument("cannot read " + path + " as JPEG: " + tjGetErrorStr2(decoder.get()));
  }
  return picture;
}

}  // namespace

bool looks_like_picture(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kPng.size(), '\0');
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start == kPng || std::string_view(start).starts_with(kJpeg);
}

Result<Picture> read_picture(const std::filesystem::path& path) {
  auto content = read_file(path, std::int64_t{1} << 32);
  if (!content.is_ok()) return content.status();
  const std::string_view text(reinterpret_cast<const char*>(content->data()), content->size());
  if (text.starts_with(kPng)) return decode_png(*content, path.string());
  if (text.starts_with(kJpeg)) return decode_jpeg(*content, path.string());
  return invalid_argument(path.string() + ": is neither a PNG nor a JPEG picture");
}

}  // namespace plugsmith::io
