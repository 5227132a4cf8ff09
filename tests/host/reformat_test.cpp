// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/reformat.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace plugsmith::host {
namespace {

/// Offset in elements of [n, c, (d,) h, w] in a format, written down from contract H3 case by case
/// and not by strides.
std::int64_t expected_offset(TensorFormat format, const DimValues& dims, const DimValues& at,
                             std::int64_t element_bytes) {
  const bool five = dims.size() == 5;
  const std::int64_t C = dims[1], H = dims[dims.size() - 2], W = dims.back();
  const std::int64_t D = five ? dims[2] : 1;
  const std::int64_t n = at[0], c = at[1], h = at[at.size() - 2], w = at.back();
  const std::int64_t d = five ? at[2] : 0;
  const auto blocks = [&](std::int64_t v) { return (C + v - 1) / v; };
  const auto major = [&](std::int64_t v) {
    return ((((n * blocks(v) + c / v) * D + d) * H + h) * W + w) * v + c % v;
  };
  const auto minor = [&](std::int64_t v) {
    return (((n * D + d) * H + h) * W + w) * (blocks(v) * v) + c;
  };
  const auto rounded = [](std::int64_t value, std::int64_t to) {
    return (value + to - 1) / to * to;
  };
  switch (format) {
    case TensorFormat::kLinear: return (((n * C + c) * D + d) * H + h) * W + w;
    case TensorFormat::kChw2: return major(2);
    case TensorFormat::kChw4: return major(4);
    case TensorFormat::kChw16: return major(16);
    case TensorFormat::kChw32:
    case TensorFormat::kCdhw32: return major(32);
    case TensorFormat::kHwc8:
    case TensorFormat::kDhwc8: return minor(8);
    case TensorFormat::kHwc16: return minor(16);
    case TensorFormat::kHwc:
    case TensorFormat::kDhwc: return minor(1);
    case TensorFormat::kDlaLinear:
      return ((n * C + c) * H + h) * rounded(W, 64 / element_bytes) + w;
    case TensorFormat::kDlaHwc4: {
      const std::int64_t lanes = C == 1 ? 1 : 4;
      return ((n * H + h) * rounded(W, 64 / lanes / element_bytes) + w) * lanes + c;
    }
  }
  return -1;
}

std::int64_t expected_elements(TensorFormat format, const DimValues& dims,
                               std::int64_t element_bytes) {
  const bool dla = format == TensorFormat::kDlaLinear || format == TensorFormat::kDlaHwc4;
  const FormatLayout shape = layout_of(format);
  std::int64_t others = 1;
  for (const std::int64_t dim : dims) others *= dim;
  others /= dims[1];
  if (!dla) {
    const std::int64_t v = shape.vector;
    return others * ((dims[1] + v - 1) / v * v);
  }
  const std::int64_t lanes = format == TensorFormat::kDlaHwc4 ? (dims[1] == 1 ? 1 : 4) : 1;
  const std::int64_t step = 64 / lanes / element_bytes;
  const std::int64_t pitch = (dims.back() + step - 1) / step * step;
  const std::int64_t channels = format == TensorFormat::kDlaHwc4 ? lanes : dims[1];
  return dims[0] * channels * dims[2] * pitch;
}

bool advance(DimValues& at, const DimValues& dims) {
  for (std::size_t i = dims.size(); i-- > 0;) {
    if (++at[i] < dims[i]) return true;
    at[i] = 0;
  }
  return false;
}

template <class Element>
void check(TensorFormat format, DataType type, const DimValues& dims) {
  SCOPED_TRACE(std::string(to_string(format)) + " of " + to_string(type) + " with " +
               std::to_string(dims[1]) + " channels");
  const auto layout = make_layout(format, type, dims);
  ASSERT_TRUE(layout.is_ok()) << layout.status().message();
  ASSERT_EQ(layout->stored_elements, expected_elements(format, dims, sizeof(Element)));
  std::vector<Element> linear(static_cast<std::size_t>(layout->elements));
  for (std::size_t i = 0; i < linear.size(); ++i) linear[i] = static_cast<Element>(i % 100 + 1);
  std::vector<Element> formatted(static_cast<std::size_t>(layout->stored_elements), Element{0});
  to_format(layout.value(), linear.data(), formatted.data());

  Element poisoned{};
  poison(type, &poisoned, sizeof poisoned);
  std::vector<bool> written(formatted.size(), false);
  DimValues at(dims.size(), 0);
  std::size_t index = 0;
  do {
    const auto offset =
        static_cast<std::size_t>(expected_offset(format, dims, at, sizeof(Element)));
    ASSERT_LT(offset, formatted.size());
    ASSERT_EQ(formatted[offset], linear[index++]);
    written[offset] = true;
  } while (advance(at, dims));
  for (std::size_t i = 0; i < formatted.size(); ++i) {
    if (!written[i]) {
      ASSERT_EQ(std::memcmp(&formatted[i], &poisoned, sizeof poisoned), 0) << i;
    }
  }
  std::vector<Element> back(linear.size());
  from_format(layout.value(), formatted.data(), back.data());
  EXPECT_EQ(back, linear);
}

void check_all_types(TensorFormat format, const DimValues& dims) {
  check<std::uint8_t>(format, DataType::kInt8, dims);
  check<std::uint16_t>(format, DataType::kHalf, dims);
  check<std::uint32_t>(format, DataType::kFloat, dims);
  check<std::uint64_t>(format, DataType::kInt64, dims);
}

TEST(Reformat, EveryFormatPutsEveryElementWhereTheFormulaSays) {
  for (int f = 0; f < kTensorFormatCount; ++f) {
    const auto format = static_cast<TensorFormat>(f);
    const bool hwc4 = format == TensorFormat::kDlaHwc4;
    const bool volumetric = layout_of(format).channel_axis_from_end == 4;
    const std::vector<std::int64_t> channels =
        hwc4 ? std::vector<std::int64_t>{1, 3, 4}
             : std::vector<std::int64_t>{1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33};
    for (const std::int64_t c : channels) {
      check_all_types(format, volumetric ? DimValues{2, c, 3, 2, 5} : DimValues{2, c, 3, 5});
    }
  }
}

TEST(Reformat, AVolumetricFormatOfFourDimensionsCountsChannelsFromTheEnd) {
  // [C, D, H, W] without a batch: channels are dimension 0.
  const auto layout = make_layout(TensorFormat::kDhwc8, DataType::kHalf, {3, 2, 4, 5});
  ASSERT_TRUE(layout.is_ok());
  EXPECT_EQ(layout->channels, 3);
  EXPECT_EQ(layout->stored_elements, 2 * 4 * 5 * 8);
}

TEST(Reformat, LinearOfAnyRankIsTheSameMemory) {
  for (const DimValues& dims : {DimValues{}, DimValues{7}, DimValues{2, 3}}) {
    const auto layout = make_layout(TensorFormat::kLinear, DataType::kFloat, dims);
    ASSERT_TRUE(layout.is_ok());
    EXPECT_TRUE(layout->linear);
    EXPECT_EQ(layout->elements, dims.empty() ? 1 : dims.size() == 1 ? 7 : 6);
  }
}

TEST(Reformat, SubByteTypesPackTwoToAByte) {
  EXPECT_EQ(make_layout(TensorFormat::kLinear, DataType::kInt4, {5})->bytes(), 3);
  EXPECT_EQ(make_layout(TensorFormat::kHwc8, DataType::kInt4, {1, 8, 2, 2}).status().message(),
            "int4 is only known in kLINEAR, not in kHWC8");
}

TEST(Reformat, AnEmptyTensorHasNoBytes) {
  const auto layout = make_layout(TensorFormat::kHwc8, DataType::kHalf, {0, 8, 2, 2});
  ASSERT_TRUE(layout.is_ok());
  EXPECT_EQ(layout->bytes(), 0);
  to_format(layout.value(), nullptr, nullptr);
  from_format(layout.value(), nullptr, nullptr);
}

TEST(Reformat, TooFewDimensionsForAFormatAreAnError) {
  EXPECT_EQ(make_layout(TensorFormat::kChw32, DataType::kFloat, {4, 4}).status().message(),
            "kCHW32 needs at least 3 dimensions; got 2");
  EXPECT_EQ(
      make_layout(TensorFormat::kDlaLinear, DataType::kHalf, {1, 2, 3, 4, 5}).status().message(),
      "kDLA_LINEAR needs exactly 4 dimensions; got 5");
}

TEST(Reformat, ATensorBeyond64BitsIsAnError) {
  const std::int64_t big = std::int64_t{1} << 40;
  const auto layout = make_layout(TensorFormat::kLinear, DataType::kFloat, {big, big});
  EXPECT_EQ(layout.status().code(), StatusCode::kOutOfRange);
  EXPECT_EQ(layout.status().message(), "the tensor has more elements than 64 bits can address");
}

TEST(Reformat, DlaChannelsLastTakesOneThreeOrFourChannels) {
  EXPECT_EQ(make_layout(TensorFormat::kDlaHwc4, DataType::kInt8, {1, 2, 3, 4}).status().message(),
            "kDLA_HWC4 takes 1, 3 or 4 channels; got 2");
}

}  // namespace
}  // namespace plugsmith::host
