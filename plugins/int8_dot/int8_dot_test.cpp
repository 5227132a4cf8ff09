// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "int8_dot.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

class Int8DotTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(int output_type, const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<Int8Dot>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run({testing::int_field("output_type", output_type)}, inputs);
  }

  // Independent of the reference: column by column, in extended precision.
  void expect_agreement(const Shape& sizes, int output_type, bool biased, unsigned seed) {
    const std::int64_t batch = sizes[0], rows = sizes[1], columns = sizes[2];
    SCOPED_TRACE(to_string(sizes) + " type " + std::to_string(output_type));
    std::vector<TestTensor> inputs{
        testing::random_tensor(DataType::kInt8, {batch, columns}, -128, 127.9, seed),
        testing::random_tensor(DataType::kInt8, {rows, columns}, -128, 127.9, seed + 1),
        testing::random_tensor(DataType::kFloat, {rows}, 1e-5, 1e-4, seed + 2)};
    if (biased) inputs.push_back(testing::random_tensor(DataType::kFloat, {rows}, -1, 1, seed + 3));
    const auto y = run(output_type, inputs);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    ASSERT_EQ((*y)[0].shape, (Shape{batch, rows}));
    std::vector<std::vector<double>> values;
    for (const TestTensor& input : inputs) values.push_back(testing::values_of(input));
    std::vector<long double> sums(static_cast<std::size_t>(batch * rows), 0.0L);
    for (std::size_t k = 0; k < static_cast<std::size_t>(columns); ++k) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const auto n = static_cast<std::size_t>(rows), width = static_cast<std::size_t>(columns);
        sums[i] +=
            static_cast<long double>(values[0][i / n * width + k] * values[1][i % n * width + k]);
      }
    }
    const auto got = testing::values_of((*y)[0]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::size_t row = i % static_cast<std::size_t>(rows);
      const double want =
          static_cast<double>(sums[i]) * values[2][row] + (biased ? values[3][row] : 0.0);
      const double room =
          (testing::epsilon_of((*y)[0].type) + 4 * testing::epsilon_of(DataType::kFloat)) *
          std::max(std::abs(want), 1.0);
      ASSERT_NEAR(got[i], want, room) << "at " << i;
    }
  }

  std::size_t misalignment_ = 0;
};

TEST_P(Int8DotTest, MultipliesExactlyInIntegers) {
  const auto y = run(1, {testing::tensor(DataType::kInt8, {1, 3}, {127, -128, 5}),
                         testing::tensor(DataType::kInt8, {2, 3}, {127, 127, 1, -128, -128, 2}),
                         testing::tensor(DataType::kFloat, {2}, {1, 0.5}),
                         testing::tensor(DataType::kFloat, {2}, {0, 1})});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{-122, 70}));
}

TEST_P(Int8DotTest, AgreesForSizesAroundVectorWarpAndBatch) {
  unsigned seed = 0;
  for (const int type : {0, 1}) {
    for (const Shape& sizes :
         {Shape{1, 1, 1}, Shape{1, 7, 15}, Shape{2, 8, 16}, Shape{3, 9, 17}, Shape{7, 33, 512},
          Shape{8, 5, 513}, Shape{9, 64, 1024}, Shape{17, 3, 528}, Shape{1, 300, 2064}}) {
      seed += 10;
      expect_agreement(sizes, type, seed % 20 == 0, seed);
    }
  }
}

TEST_P(Int8DotTest, TakesMisalignedBuffers) {
  misalignment_ = 4;
  expect_agreement({2, 8, 64}, 1, true, 200);
}

TEST_P(Int8DotTest, GivesEmptyOutputsAndZeroColumnsGiveTheBias) {
  const auto empty = run(0, {testing::tensor(DataType::kInt8, {0, 4}, {}),
                             testing::random_tensor(DataType::kInt8, {3, 4}, 0, 5, 1),
                             testing::random_tensor(DataType::kFloat, {3}, 0, 1, 1)});
  ASSERT_TRUE(empty.is_ok()) << empty.status().message();
  EXPECT_EQ((*empty)[0].shape, (Shape{0, 3}));
  const auto none = run(1, {testing::tensor(DataType::kInt8, {1, 0}, {}),
                            testing::tensor(DataType::kInt8, {2, 0}, {}),
                            testing::tensor(DataType::kFloat, {2}, {1, 1}),
                            testing::tensor(DataType::kFloat, {2}, {3, -4})});
  ASSERT_TRUE(none.is_ok()) << none.status().message();
  EXPECT_EQ(testing::values_of((*none)[0]), (std::vector<double>{3, -4}));
}

TEST_P(Int8DotTest, RefusesWhatDoesNotFit) {
  const TestTensor x = testing::random_tensor(DataType::kInt8, {1, 4}, 0, 5, 1);
  const TestTensor weight = testing::random_tensor(DataType::kInt8, {3, 4}, 0, 5, 1);
  const TestTensor three = testing::random_tensor(DataType::kFloat, {3}, 0, 1, 1);
  const TestTensor two = testing::random_tensor(DataType::kFloat, {2}, 0, 1, 1);
  const struct {
    std::vector<TestTensor> inputs;
    std::string message;
  } cases[] = {
      {{testing::random_tensor(DataType::kInt8, {1, 5}, 0, 5, 1), weight, three},
       "input \"x\" has 5 columns; \"weight\" has 4, must be as many"},
      {{x, weight, two}, "input \"scale\" has 2 values; must have 3, one for each row"},
      {{x, weight, three, two}, "input \"bias\" has 2 values; must have 3, one for each row"}};
  for (const auto& a : cases) {
    const auto y = run(0, a.inputs);
    ASSERT_FALSE(y.is_ok()) << a.message;
    EXPECT_NE(y.status().message().find("Int8Dot_PS: " + a.message), std::string::npos)
        << y.status().message();
  }
}

TEST(Int8DotSizes, RefuseMoreColumnsThanASumHolds) {
  const Status status = Int8Dot::check({131072, 131072, 1, 1, -1});
  EXPECT_NE(status.message().find("an INT32 sum of INT8 products holds at most 131071"),
            std::string::npos);
  EXPECT_TRUE(Int8Dot::check({131071, 131071, 1, 1, -1}).is_ok());
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(Int8DotTest);

}  // namespace
}  // namespace plugsmith::ops
