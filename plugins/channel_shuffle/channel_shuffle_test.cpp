// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "channel_shuffle.hpp"

#include <algorithm>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16, DataType::kInt8};

// Independent of the reference: as [groups, C / groups] -> transposed, by flat index.
std::vector<double> expected(const TestTensor& x, std::int64_t groups) {
  const std::vector<double> in = testing::values_of(x);
  const std::int64_t channels = x.shape[1], plane = x.shape.volume(2, x.shape.rank());
  std::vector<double> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    const std::int64_t channel = index / plane % channels, sample = index / plane / channels;
    const std::int64_t group = channel / (channels / groups), j = channel % (channels / groups);
    out[static_cast<std::size_t>((sample * channels + j * groups + group) * plane +
                                 index % plane)] = in[i];
  }
  return out;
}

class ChannelShuffleTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(std::int32_t groups, const TestTensor& x) {
    testing::OpRunner runner(op_entry<ChannelShuffle>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run({testing::int_field("groups", groups)}, {x});
  }
  void expect_agreement(const TestTensor& x, std::int32_t groups) {
    SCOPED_TRACE(std::string(to_string(x.type)) + " " + to_string(x.shape) + " in " +
                 std::to_string(groups));
    const auto y = run(groups, x);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, x.shape);
    EXPECT_EQ(testing::values_of((*y)[0]), expected(x, groups));
  }
  std::size_t misalignment_ = 0;
};

TEST_P(ChannelShuffleTest, InterleavesTheGroups) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 6, 1}, {0, 1, 2, 3, 4, 5});
  const auto y = run(2, x);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0, 3, 1, 4, 2, 5}));
}

TEST_P(ChannelShuffleTest, MovesPlanesOfAllTypesAndSizes) {
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t size : {1, 2, 3, 4, 7, 8, 15, 16, 49, 64, 257, 1024}) {
      expect_agreement(testing::random_tensor(type, {2, 12, size}, -5, 5, ++seed), 3);
    }
    expect_agreement(testing::random_tensor(type, {2, 8, 3, 5}, -5, 5, ++seed), 1);
    expect_agreement(testing::random_tensor(type, {2, 8, 3, 5}, -5, 5, ++seed), 8);
    expect_agreement(testing::random_tensor(type, {1, 240, 2, 3, 4}, -5, 5, ++seed), 5);
  }
}

TEST_P(ChannelShuffleTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    misalignment_ = static_cast<std::size_t>(bytes_of(type, 1));
    expect_agreement(testing::random_tensor(type, {2, 4, 16}, -5, 5, 90), 2);
  }
}

TEST_P(ChannelShuffleTest, GivesAnEmptyOutputForAnEmptyInput) {
  for (const Shape& shape : {Shape{0, 4, 5}, Shape{2, 0, 5}, Shape{2, 4, 0}}) {
    const auto y = run(2, testing::tensor(DataType::kHalf, shape, {}));
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, shape);
  }
}

TEST_P(ChannelShuffleTest, RefusesChannelsThatTheGroupsDoNotDivide) {
  const auto y = run(4, testing::random_tensor(DataType::kFloat, {1, 6, 2}, 0, 1, 1));
  ASSERT_FALSE(y.is_ok());
  EXPECT_NE(y.status().message().find("ChannelShuffle_PS: input \"x\" has 6 channels, which groups "
                                      "= 4 does not divide"),
            std::string::npos)
      << y.status().message();
  const auto none = run(0, testing::random_tensor(DataType::kFloat, {1, 6, 2}, 0, 1, 1));
  ASSERT_FALSE(none.is_ok());
  EXPECT_NE(none.status().message().find("attribute \"groups\" is 0"), std::string::npos);
}

TEST_P(ChannelShuffleTest, LargeTensorOfMoreThanTwoToThe31ElementsIsComplete) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kPlane = (std::int64_t{1} << 30) + 8;
  TestTensor x{DataType::kInt8, {1, 4, kPlane}, {}};
  x.bytes.resize(static_cast<std::size_t>(4 * kPlane));
  for (std::size_t i = 0; i < 4; ++i) {
    std::fill_n(x.bytes.begin() + static_cast<std::ptrdiff_t>(i * kPlane), kPlane,
                static_cast<unsigned char>(i));
  }
  const auto y = run(2, x);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const unsigned char want[] = {0, 2, 1, 3};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto begin = (*y)[0].bytes.begin() + static_cast<std::ptrdiff_t>(i * kPlane);
    EXPECT_TRUE(std::all_of(begin, begin + kPlane, [&](unsigned char v) { return v == want[i]; }));
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(ChannelShuffleTest);

}  // namespace
}  // namespace plugsmith::ops
