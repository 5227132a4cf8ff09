// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/tensor.hpp"

#include <gmock/gmock.h>

namespace plugsmith::io {
namespace {

using testing::HasSubstr;

TEST(Tensor, CountsElementsAndBytes) {
  EXPECT_EQ(*element_count({2, 3, 4}, "x"), 24);
  EXPECT_EQ(*element_count({}, "x"), 1);
  EXPECT_EQ(*element_count({0, std::int64_t{1} << 62, 8}, "x"), 0);
  EXPECT_EQ(*byte_count(DataType::kHalf, {3}, "x"), 6);
  EXPECT_EQ(*byte_count(DataType::kInt4, {3}, "x"), 2);
}

TEST(Tensor, RefusesShapesThatNobodyCanCount) {
  EXPECT_THAT(element_count({2, -1}, "input x").status().message(),
              HasSubstr("input x: shape [2,?] holds a dimension that is not known"));
  EXPECT_EQ(element_count({std::int64_t{1} << 62, 4}, "x").status().code(),
            StatusCode::kOutOfRange);
  EXPECT_THAT(byte_count(DataType::kInt64, {std::int64_t{1} << 61}, "x").status().message(),
              HasSubstr("2^63 bytes"));
}

}  // namespace
}  // namespace plugsmith::io
