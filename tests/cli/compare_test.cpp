// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/compare.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "plugsmith/half.hpp"

namespace plugsmith::cli {
namespace {

template <class T>
wire::NamedTensor tensor(DataType type, const std::vector<T>& values,
                         const std::string& name = "y") {
  return {name, type, {static_cast<std::int64_t>(values.size())}, std::as_bytes(std::span(values))};
}

TEST(Compare, FindsTheLargestDifferences) {
  const std::vector<float> reference{1.0F, 100.0F, 0.5F};
  const std::vector<float> output{1.0F, 101.0F, 0.75F};
  const auto result =
      compare({tensor(DataType::kFloat, output)}, {tensor(DataType::kFloat, reference)}, 1024);
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0].largest_absolute, 1.0);
  EXPECT_EQ(result[0].largest_relative, 0.5);
  EXPECT_EQ(result[0].outside, 2U);
  EXPECT_FALSE(result[0].within());
  EXPECT_DOUBLE_EQ(result[0].tolerance, 1024 * 0x1p-23 * 100);
}

TEST(Compare, ComputesTheToleranceFromTheType) {
  const std::vector<float> reference{1.0F};
  const std::vector<float> at_bound{1.0F + 0x1p-20F};
  const std::vector<float> beyond{1.0F + 0x1p-20F + 0x1p-23F};
  const auto run = [&](const std::vector<float>& output) {
    return compare({tensor(DataType::kFloat, output)}, {tensor(DataType::kFloat, reference)}, 8)[0];
  };
  EXPECT_TRUE(run(at_bound).within());
  EXPECT_FALSE(run(beyond).within());
  const std::vector<Half> half_reference{Half(1.0F)};
  const std::vector<Half> half_output{Half(1.0F + 0x1p-7F)};
  EXPECT_TRUE(compare({tensor(DataType::kHalf, half_output)},
                      {tensor(DataType::kHalf, half_reference)}, 8)[0]
                  .within());
  EXPECT_FALSE(compare({tensor(DataType::kHalf, half_output)},
                       {tensor(DataType::kHalf, half_reference)}, 7)[0]
                   .within());
}

TEST(Compare, WantsIntegersExactBeyondWhatADoubleHolds) {
  const std::vector<std::int64_t> reference{std::int64_t{1} << 60};
  const std::vector<std::int64_t> output{(std::int64_t{1} << 60) + 1};
  EXPECT_TRUE(
      compare({tensor(DataType::kInt64, reference)}, {tensor(DataType::kInt64, reference)}, 1)[0]
          .within());
  EXPECT_EQ(compare({tensor(DataType::kInt64, output)}, {tensor(DataType::kInt64, reference)}, 1)[0]
                .outside,
            1U);
}

TEST(Compare, TakesNanAsEqualToNanOnly) {
  const std::vector<float> nan{std::nanf("")};
  const std::vector<float> one{1.0F};
  EXPECT_TRUE(
      compare({tensor(DataType::kFloat, nan)}, {tensor(DataType::kFloat, nan)}, 1)[0].within());
  EXPECT_FALSE(
      compare({tensor(DataType::kFloat, nan)}, {tensor(DataType::kFloat, one)}, 1)[0].within());
  EXPECT_FALSE(
      compare({tensor(DataType::kFloat, one)}, {tensor(DataType::kFloat, nan)}, 1)[0].within());
}

TEST(Compare, NamesOutputsThatHaveNoCounterpart) {
  const std::vector<float> one{1.0F};
  const std::vector<float> two{1.0F, 2.0F};
  const auto names =
      compare({tensor(DataType::kFloat, one, "a")}, {tensor(DataType::kFloat, one, "b")}, 1);
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].problem, "only the other model has this output");
  EXPECT_EQ(names[1].problem, "the other model has no such output");
  const auto shapes = compare({tensor(DataType::kFloat, one)}, {tensor(DataType::kFloat, two)}, 1);
  EXPECT_EQ(shapes[0].problem, "is float32[1], the other model's is float32[2]");
}

}  // namespace
}  // namespace plugsmith::cli
