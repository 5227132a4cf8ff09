// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/types.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "plugsmith/shape.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith {
namespace {

TEST(DataType, IsReadBackFromItsName) {
  for (int i = 0; i < kDataTypeCount; ++i) {
    const auto type = static_cast<DataType>(i);
    EXPECT_EQ(data_type_from(to_string(type)), type);
  }
  EXPECT_EQ(data_type_from("fp16"), DataType::kHalf);
  EXPECT_FALSE(data_type_from("float33").has_value());
}

TEST(DataType, PacksSubByteTypesTwoToAByte) {
  EXPECT_EQ(bytes_of(DataType::kInt4, 3), 2);
  EXPECT_EQ(bytes_of(DataType::kFp4, 4), 2);
  EXPECT_EQ(bytes_of(DataType::kInt64, 3), 24);
}

TEST(Shape, HasAVolumeThatNeverOverflows) {
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_EQ((Shape{2, 3, 4}).volume(), 24);
  EXPECT_EQ((Shape{}).volume(), 1);
  EXPECT_EQ((Shape{large, large, 0}).volume(), 0);
  EXPECT_EQ((Shape{large, large}).volume(), std::numeric_limits<std::int64_t>::max());
}

TEST(Shape, ReadsAMissingAxisAsOne) {
  const Shape shape{2, 3};
  EXPECT_EQ(shape[-1], 3);
  EXPECT_EQ(shape[5], 1);
  EXPECT_EQ(to_string(shape), "[2,3]");
}

TEST(Shape, ClampsWhatNoTensorHas) {
  const std::int64_t dims[] = {-1, 2};
  EXPECT_EQ(Shape(dims, 2), (Shape{0, 2}));
  EXPECT_EQ(Shape(dims, -3).rank(), 0);
}

TEST(Status, NeverTurnsAnErrorIntoSuccess) {
  EXPECT_EQ(Status(StatusCode::kOk, "lost").code(), StatusCode::kInternal);
  const Result<int> result = Status::ok();
  EXPECT_FALSE(result.is_ok());
  EXPECT_EQ(result.status().code(), StatusCode::kInternal);
}

}  // namespace
}  // namespace plugsmith
