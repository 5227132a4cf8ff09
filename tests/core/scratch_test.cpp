// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>

#include "plugsmith/contexts.hpp"

namespace plugsmith {
namespace {

constexpr Scratch kFirst{"first"};
constexpr Scratch kSecond{"second"};
constexpr Scratch kThird{"third"};
constexpr In kX{"x"};
constexpr Out kY{"y"};
constexpr auto kTable = formats(row(kX = f32 * linear, kY = same(kX)));
const FormatTableView kView(kTable.rows[0].rules, 1, 2);

TEST(ScratchLayout, AlignsEverySliceTo256Bytes) {
  ScratchLayout layout;
  layout.add(kFirst, 100);
  layout.add(kSecond, 4);
  layout.add(kThird, 1000);
  EXPECT_EQ(layout.offset_of(kFirst), 0);
  EXPECT_EQ(layout.offset_of(kSecond), 256);
  EXPECT_EQ(layout.offset_of(kThird), 512);
  EXPECT_EQ(*layout.total_bytes(), 1536);
}

TEST(ScratchLayout, RefusesSizesThatDoNotFit) {
  for (const std::int64_t bytes : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
    ScratchLayout layout;
    layout.add(kFirst, 8);
    layout.add(kSecond, bytes);
    const Result<std::int64_t> total = layout.total_bytes();
    ASSERT_FALSE(total.is_ok());
    EXPECT_EQ(total.status().code(), StatusCode::kOutOfRange);
    EXPECT_NE(total.status().message().find("negative size"), std::string::npos);
  }
}

TEST(ScratchContext, CountsElementsOfATypeWithoutOverflow) {
  const ConstTensorView x({DataType::kFloat, linear}, {4}, nullptr);
  const TensorView y({DataType::kFloat, linear}, {4}, nullptr);
  ScratchLayout layout;
  ScratchContext context(kView, {&x, 1, &y}, {}, layout);
  context.add<double>(kFirst, context[kX].shape()[0]);
  EXPECT_EQ(*layout.total_bytes(), 256);
  context.add<double>(kSecond, std::numeric_limits<std::int64_t>::max() / 4);
  EXPECT_FALSE(layout.total_bytes().is_ok());
}

TEST(LaunchContext, HandsOutSlicesByName) {
  ScratchLayout layout;
  layout.add(kFirst, 8);
  layout.add(kSecond, 8);
  alignas(256) unsigned char workspace[512];
  const LaunchContext context(kView, {}, {}, {nullptr, workspace, &layout});
  EXPECT_EQ(context.scratch<unsigned char>(kSecond), workspace + 256);
  EXPECT_EQ(context.scratch<float>(kThird), nullptr);
}

}  // namespace
}  // namespace plugsmith
