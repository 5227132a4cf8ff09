// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/distribution.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

#include "plugsmith/half.hpp"
#include "src/io/random.hpp"

namespace plugsmith::io {
namespace {

using testing::HasSubstr;

template <class T>
std::vector<T> values(const Tensor& tensor) {
  std::vector<T> list(tensor.bytes.size() / sizeof(T));
  std::memcpy(list.data(), tensor.bytes.data(), list.size() * sizeof(T));
  return list;
}

template <class T>
double zero_share(const Tensor& tensor) {
  const auto list = values<T>(tensor);
  return static_cast<double>(std::count(list.begin(), list.end(), T{0})) /
         static_cast<double>(list.size());
}

TEST(SparseTensor, HasTheShareOfZerosThatWasAskedFor) {
  for (const double share : {0.0, 0.25, 0.5, 1.0}) {
    const auto tensor = [&](DataType type) {
      return *sparse_tensor(type, {100, 400}, 3, "x", share);
    };
    EXPECT_NEAR(zero_share<float>(tensor(DataType::kFloat)), share, 0.01);
    EXPECT_NEAR(zero_share<std::uint16_t>(tensor(DataType::kHalf)), share, 0.01);
    EXPECT_NEAR(zero_share<std::int8_t>(tensor(DataType::kInt8)), share, 0.01);
    EXPECT_NEAR(zero_share<std::int64_t>(tensor(DataType::kInt64)), share, 0.01);
    EXPECT_NEAR(zero_share<std::uint8_t>(tensor(DataType::kBool)), share, 0.01);
  }
}

TEST(SparseTensor, KeepsTheOtherRandomNumbers) {
  const auto all = values<float>(*random_tensor(DataType::kFloat, {1000}, 7, "x"));
  const auto some = values<float>(*sparse_tensor(DataType::kFloat, {1000}, 7, "x", 0.5));
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(some[i] == 0 || some[i] == all[i]) << i;
  }
}

TEST(SparseTensor, RefusesAShareThatIsNone) {
  for (const double share : {-0.1, 1.5}) {
    const auto tensor = sparse_tensor(DataType::kFloat, {4}, 0, "x", share);
    ASSERT_FALSE(tensor.is_ok());
    EXPECT_THAT(tensor.status().message(), HasSubstr("a share of zeros is 0 to 1, not"));
  }
}

TEST(UniformTensor, StaysWithinTheBoundsOfEachPlace) {
  const auto boxes = values<float>(
      *uniform_tensor(DataType::kFloat, {500, 4}, 1, "x", {0, 0, 60, 40}, {60, 40, 120, 80}));
  for (std::size_t i = 0; i < boxes.size(); i += 4) {
    EXPECT_TRUE(boxes[i] >= 0 && boxes[i] < 60 && boxes[i + 2] >= 60 && boxes[i + 2] < 120);
    EXPECT_TRUE(boxes[i + 1] >= 0 && boxes[i + 1] < 40 && boxes[i + 3] >= 40 && boxes[i + 3] < 80);
  }
}

TEST(UniformTensor, GivesEveryIntegerOfItsRangeAndNoOther) {
  std::vector<int> seen(7);
  for (const auto value :
       values<std::int32_t>(*uniform_tensor(DataType::kInt32, {10000}, 1, "x", {-3}, {4}))) {
    ASSERT_TRUE(value >= -3 && value < 4) << value;
    ++seen[static_cast<std::size_t>(value + 3)];
  }
  EXPECT_THAT(seen, testing::Each(testing::Gt(1000)));
}

TEST(UniformTensor, RefusesBoundsThatDoNotFit) {
  const struct {
    DataType type;
    Dims dims;
    std::vector<double> low, high;
    const char* message;
  } cases[] = {{DataType::kFloat, {2, 3}, {0, 0}, {1}, "2 bounds for the last axis of [2,3]"},
               {DataType::kFloat, {4}, {1}, {1}, "the range from 1 to 1 is empty"},
               {DataType::kFloat, {2}, {0, 2}, {1}, "the range from 2 to 1 is empty"},
               {DataType::kInt8, {100}, {0}, {1000}, "does not fit into int8"},
               {DataType::kUint8, {100}, {-5}, {-1}, "does not fit into uint8"},
               {DataType::kBool, {4}, {0}, {1}, "bool has no range of numbers"}};
  for (const auto& a : cases) {
    const auto tensor = uniform_tensor(a.type, a.dims, 0, "x", a.low, a.high);
    ASSERT_FALSE(tensor.is_ok()) << a.message;
    EXPECT_THAT(tensor.status().message(), HasSubstr(a.message));
  }
}

}  // namespace
}  // namespace plugsmith::io
