// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "hard_swish.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

class HardSwishTest : public testing::OpTest {
 protected:
  std::vector<double> run(const TestTensor& x, std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<HardSwish>(), GetParam());
    runner.set_misalignment(misalignment);
    const auto y = runner.run({}, {x});
    EXPECT_TRUE(y.is_ok()) << y.status().message();
    if (!y.is_ok()) return {};
    EXPECT_EQ((*y)[0].shape, x.shape);
    return testing::values_of((*y)[0]);
  }
};

// Piecewise, as the paper draws it: not the formula of the kernel or the reference.
double hard_swish(double x) {
  if (x <= -3.0) return 0.0;
  if (x >= 3.0) return x;
  return x * x / 6.0 + x / 2.0;
}

void expect_hard_swish(const TestTensor& x, const std::vector<double>& got) {
  const std::vector<double> in = testing::values_of(x);
  ASSERT_EQ(got.size(), in.size());
  // One rounding to the type, and in float two roundings more of intermediate values up to 6 * |x|.
  const double tolerance = testing::epsilon_of(x.type) + 4 * testing::epsilon_of(DataType::kFloat);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double want = hard_swish(in[i]);
    ASSERT_NEAR(got[i], want, tolerance * std::max(std::abs(want), 1.0)) << "element " << i;
  }
}

TEST_P(HardSwishTest, FollowsItsThreePieces) {
  const TestTensor x = testing::tensor(DataType::kFloat, {7}, {-10, -3, -1.5, 0, 1.5, 3, 10});
  const std::vector<double> y = run(x);
  EXPECT_EQ(y, (std::vector<double>{0, 0, -0.375, 0, 1.125, 3, 10}));
}

TEST_P(HardSwishTest, AgreesForEveryTypeAndSizeAroundTheVector) {
  unsigned seed = 10;
  for (const DataType type : kTypes) {
    for (const std::int64_t size : {1, 3, 4, 5, 7, 8, 9, 255, 256, 257, 4097}) {
      const TestTensor x = testing::random_tensor(type, {size}, -6, 6, ++seed);
      SCOPED_TRACE(std::string(to_string(type)) + " size " + std::to_string(size) + " seed " +
                   std::to_string(seed));
      expect_hard_swish(x, run(x));
    }
  }
}

TEST_P(HardSwishTest, KeepsTheShapeWhateverItsRank) {
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{2, 3, 4, 5, 1, 2}}) {
    const TestTensor x = testing::random_tensor(DataType::kFloat, shape, -4, 4, 77);
    expect_hard_swish(x, run(x));
  }
}

TEST_P(HardSwishTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    const TestTensor x = testing::random_tensor(type, {1, 37}, -6, 6, 42);
    expect_hard_swish(x, run(x, static_cast<std::size_t>(bits_of(type)) / 8));
  }
}

TEST_P(HardSwishTest, GivesAnEmptyOutputForAnEmptyTensor) {
  EXPECT_TRUE(run(testing::tensor(DataType::kHalf, {0, 4}, {})).empty());
}

TEST_P(HardSwishTest, PassesInfinityAndZeroesItsNegative) {
  const double infinity = std::numeric_limits<double>::infinity();
  const TestTensor x = testing::tensor(DataType::kFloat, {2}, {infinity, -1e30});
  const std::vector<double> y = run(x);
  EXPECT_EQ(y[0], infinity);
  EXPECT_EQ(y[1], 0.0);
}

TEST_P(HardSwishTest, RefusesAnIntegerTensor) {
  testing::OpRunner runner(op_entry<HardSwish>(), GetParam());
  const auto y = runner.run({}, {testing::tensor(DataType::kInt32, {2}, {1, 2})});
  ASSERT_FALSE(y.is_ok());
  EXPECT_NE(y.status().message().find("takes x: float32, float16, bfloat16; y: as x"),
            std::string::npos)
      << y.status().message();
}

TEST_P(HardSwishTest, LargeTensorOfMoreThanTwoToThe31ElementsIsComplete) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kCount = (std::int64_t{1} << 31) + 5;
  TestTensor x{DataType::kHalf, {kCount}, {}};
  x.bytes.resize(2 * kCount);
  const Half five(5.0F);  // hard_swish(5) is 5
  std::fill_n(reinterpret_cast<Half*>(x.bytes.data()), kCount, five);
  testing::OpRunner runner(op_entry<HardSwish>(), GetParam());
  const auto y = runner.run({}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_TRUE((*y)[0].bytes == x.bytes);
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(HardSwishTest);

}  // namespace
}  // namespace plugsmith::ops
