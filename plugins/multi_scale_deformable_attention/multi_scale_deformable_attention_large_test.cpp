// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "multi_scale_deformable_attention.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

class MultiScaleDeformableAttentionLargeTest : public testing::OpTest {};

// The map is the last row of a large value, and each query makes a row of a large y of it.
TEST_P(MultiScaleDeformableAttentionLargeTest, LargeValueAndOutputOfMoreThanTwoToThe31Elements) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kChannels = 1024, kRows = (std::int64_t{1} << 21) + 1;
  testing::TestTensor value{DataType::kHalf, {1, kRows, 1, kChannels}, {}};
  value.bytes.assign(static_cast<std::size_t>(kRows * kChannels * 2), 0);
  const auto row = testing::random_tensor(DataType::kHalf, {kChannels}, -2, 2, 1);
  std::copy(row.bytes.begin(), row.bytes.end(),
            value.bytes.end() - static_cast<std::ptrdiff_t>(row.bytes.size()));
  const std::vector<double> middle(static_cast<std::size_t>(kRows * 2), 0.5);
  const std::vector<double> one(static_cast<std::size_t>(kRows), 1.0);
  testing::OpRunner runner(op_entry<MultiScaleDeformableAttention>(), GetParam());
  const auto y =
      runner.run({}, {value, testing::tensor(DataType::kInt64, {1, 2}, {1, 1}),
                      testing::tensor(DataType::kInt64, {1}, {static_cast<double>(kRows - 1)}),
                      testing::tensor(DataType::kHalf, {1, kRows, 1, 1, 1, 2}, middle),
                      testing::tensor(DataType::kHalf, {1, kRows, 1, 1, 1}, one)});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const auto& got = (*y)[0].bytes;
  ASSERT_EQ(got.size(), value.bytes.size());
  EXPECT_TRUE(std::equal(row.bytes.begin(), row.bytes.end(), got.begin()));
  // The rest repeats the beginning.
  EXPECT_TRUE(std::equal(got.begin() + static_cast<std::ptrdiff_t>(row.bytes.size()), got.end(),
                         got.begin()));
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(MultiScaleDeformableAttentionLargeTest);

}  // namespace
}  // namespace plugsmith::ops
