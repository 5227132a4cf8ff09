// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/image.hpp"

#include <gmock/gmock.h>
#include <png.h>
#include <turbojpeg.h>

#include <cstring>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::io {
namespace {

using testing::HasSubstr;

std::string png_of(const Picture& picture, std::uint32_t format = PNG_FORMAT_RGB) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<std::uint32_t>(picture.width);
  image.height = static_cast<std::uint32_t>(picture.height);
  image.format = format;
  png_alloc_size_t size = 0;
  EXPECT_NE(png_image_write_to_memory(&image, nullptr, &size, 0, picture.rgb.data(), 0, nullptr),
            0);
  std::string bytes(size, '\0');
  EXPECT_NE(
      png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr), 0);
  bytes.resize(size);
  return bytes;
}

std::string jpeg_of(const Picture& picture) {
  const tjhandle encoder = tjInitCompress();
  unsigned char* bytes = nullptr;
  unsigned long size = 0;  // NOLINT: turbojpeg's type
  EXPECT_EQ(
      tjCompress2(encoder, picture.rgb.data(), static_cast<int>(picture.width), 0,
                  static_cast<int>(picture.height), TJPF_RGB, &bytes, &size, TJSAMP_444, 100, 0),
      0);
  std::string result(reinterpret_cast<const char*>(bytes), size);
  tjFree(bytes);
  tjDestroy(encoder);
  return result;
}

const Picture kTwoByTwo{2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30}};

std::vector<float> values(const Tensor& tensor) {
  std::vector<float> result(tensor.bytes.size() / sizeof(float));
  std::memcpy(result.data(), tensor.bytes.data(), tensor.bytes.size());
  return result;
}

TEST(Picture, ReadsPngExactly) {
  const test::TemporaryFolder folder;
  auto picture = read_picture(folder.write("a.jpg", png_of(kTwoByTwo)));  // content, not name
  ASSERT_TRUE(picture.is_ok()) << picture.status().message();
  EXPECT_EQ(picture->width, 2);
  EXPECT_EQ(picture->height, 2);
  EXPECT_EQ(picture->rgb, kTwoByTwo.rgb);
}

TEST(Picture, ReadsJpeg) {
  const test::TemporaryFolder folder;
  const Picture grey{8, 8, std::vector<std::uint8_t>(192, 100)};
  auto picture = read_picture(folder.write("a.png", jpeg_of(grey)));
  ASSERT_TRUE(picture.is_ok()) << picture.status().message();
  ASSERT_EQ(picture->rgb.size(), grey.rgb.size());
  for (const int value : picture->rgb) EXPECT_NEAR(value, 100, 2);
}

TEST(Picture, LaysAnAlphaChannelOverBlack) {
  const test::TemporaryFolder folder;
  const Picture clear{1, 1, {200, 200, 200, 0}};
  auto picture = read_picture(folder.write("a.png", png_of(clear, PNG_FORMAT_RGBA)));
  ASSERT_TRUE(picture.is_ok()) << picture.status().message();
  EXPECT_EQ(picture->rgb, (std::vector<std::uint8_t>{0, 0, 0}));
}

TEST(Picture, RefusesWhatIsNone) {
  const test::TemporaryFolder folder;
  const auto text = read_picture(folder.write("a.png", "text")).status();
  EXPECT_EQ(text.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(text.message(), HasSubstr("neither a PNG nor a JPEG"));
  const auto cut_png =
      read_picture(folder.write("b.png", png_of(kTwoByTwo).substr(0, 50))).status();
  EXPECT_THAT(cut_png.message(), HasSubstr("b.png as PNG"));
  const auto cut_jpeg =
      read_picture(folder.write("c.jpg", jpeg_of(kTwoByTwo).substr(0, 20))).status();
  EXPECT_THAT(cut_jpeg.message(), HasSubstr("c.jpg: claims 0 x 0 pixels"));
  const std::string jpeg = jpeg_of({64, 64, std::vector<std::uint8_t>(64 * 64 * 3, 9)});
  const auto half = read_picture(folder.write("d.jpg", jpeg.substr(0, jpeg.size() - 40))).status();
  EXPECT_EQ(half.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(half.message(), HasSubstr("d.jpg as JPEG"));
}

TEST(PictureTensor, NormalizesEachChannelInTheOrderAsked) {
  PictureOptions options;
  options.scale = 1.0;
  options.mean = {1, 2, 3};
  options.deviation = {1, 2, 4};
  const auto rgb = values(picture_tensor(kTwoByTwo, options, {2, 2}));
  EXPECT_EQ(rgb, (std::vector<float>{254, -1, -1, 9, -1, 126.5, -1, 9, -0.75, -0.75, 63, 6.75}));
  options.bgr = true;
  const auto bgr = values(picture_tensor(kTwoByTwo, options, {2, 2}));
  EXPECT_EQ(bgr[2], 254);  // blue comes first
  EXPECT_EQ(bgr[8], 63);   // red comes last
}

TEST(PictureTensor, ResizesByPixelCentres) {
  PictureOptions options;
  options.scale = 1.0;
  const Picture ramp{1, 2, {0, 0, 0, 100, 100, 100}};
  const auto wide = values(picture_tensor(ramp, options, {1, 4}));
  EXPECT_EQ((std::vector<float>(wide.begin(), wide.begin() + 4)),
            (std::vector<float>{0, 25, 75, 100}));
}

TEST(PictureSize, RoundsToMultiplesAndHoldsTheSides) {
  const Picture picture{500, 1000, {}};
  PictureOptions options;
  options.multiple = 32;
  using Size = std::array<std::int64_t, 2>;
  EXPECT_EQ(*picture_size(picture, options, {-1, -1}), (Size{512, 992}));
  options.min_side = 736;
  EXPECT_EQ(*picture_size(picture, options, {-1, -1}), (Size{736, 1472}));
  options.min_side = 0;
  options.max_side = 320;
  EXPECT_EQ(*picture_size(picture, options, {-1, -1}), (Size{160, 320}));
  EXPECT_EQ(*picture_size(picture, options, {64, -1}), (Size{64, 320}));
  options.max_side = 0;
  options.min_side = 32768;
  const auto too_large = picture_size(picture, options, {-1, -1});
  ASSERT_FALSE(too_large.is_ok());
  EXPECT_EQ(too_large.status().code(), StatusCode::kOutOfRange);
  EXPECT_THAT(too_large.status().message(), HasSubstr("--image-max-side"));
}

}  // namespace
}  // namespace plugsmith::io
