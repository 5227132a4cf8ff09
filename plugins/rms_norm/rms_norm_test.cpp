// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "rms_norm.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

// Independent of the reference: in extended precision, row sums collected in
// one walk.
std::vector<double> expected(const TestTensor& x, const std::vector<double>& scale,
                             double epsilon) {
  const std::vector<double> in = testing::values_of(x);
  const auto columns = static_cast<std::size_t>(x.shape[-1]);
  std::vector<long double> sums(in.size() / std::max<std::size_t>(columns, 1), 0.0L);
  for (std::size_t i = 0; i < in.size(); ++i) {
    sums[i / columns] += static_cast<long double>(in[i]) * static_cast<long double>(in[i]);
  }
  std::vector<double> out(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const long double mean = sums[i / columns] / static_cast<long double>(columns);
    const double by = scale.empty() ? 1.0 : scale[i % columns];
    out[i] = in[i] / static_cast<double>(std::sqrt(mean + static_cast<long double>(epsilon))) * by;
  }
  return out;
}

class RmsNormTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& fields,
                                      const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<RmsNorm>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run(fields, inputs);
  }

  void expect_agreement(const std::vector<TestTensor>& inputs, float epsilon = 1e-5F) {
    const TestTensor& x = inputs[0];
    SCOPED_TRACE(std::string(to_string(x.type)) + " " + to_string(x.shape));
    const auto y = run({testing::float_field("epsilon", epsilon)}, inputs);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    ASSERT_EQ((*y)[0].shape, x.shape);
    const auto scale = inputs.size() > 1 ? testing::values_of(inputs[1]) : std::vector<double>();
    const auto want = expected(x, scale, static_cast<double>(epsilon));
    const auto got = testing::values_of((*y)[0]);
    for (std::size_t i = 0; i < want.size(); ++i) {
      // One rounding to the type; in float those of a sum of squares, a root
      // and two products.
      const double room =
          (testing::epsilon_of(x.type) + 32 * testing::epsilon_of(DataType::kFloat)) *
          std::max(std::abs(want[i]), 1.0);
      ASSERT_NEAR(got[i], want[i], room) << "at " << i;
    }
  }

  std::size_t misalignment_ = 0;
};

TEST_P(RmsNormTest, BringsARowToMeanSquareOne) {
  const TestTensor x = testing::tensor(DataType::kFloat, {2, 2}, {1, 7, 3, -3});
  const auto y = run({testing::float_field("epsilon", 0.0F)}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const std::vector<double> want{0.2, 1.4, 1, -1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(testing::values_of((*y)[0])[i], want[i], 1e-6);
}

TEST_P(RmsNormTest, AgreesForAllTypesAndForColumnsAroundVectorWarpAndBlock) {
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t columns :
         {1,    2,    7,    8,    9,    31,   32,   33,   255,   256,   257,
          1023, 1024, 1032, 2048, 2056, 4096, 4104, 8192, 16384, 16392, 40000}) {
      const std::int64_t rows = columns > 4000 ? 2 : 9;
      expect_agreement({testing::random_tensor(type, {rows, columns}, -3, 3, ++seed)});
    }
  }
}

TEST_P(RmsNormTest, TakesAnyRankAndAScaleOfEitherType) {
  unsigned seed = 100;
  for (const DataType type : kTypes) {
    for (const DataType scale_type : {type, DataType::kFloat}) {
      for (const Shape& shape : {Shape{24}, Shape{3, 24}, Shape{2, 3, 5, 24}, Shape{3, 5}}) {
        const TestTensor scale = testing::random_tensor(scale_type, {shape[-1]}, 0.5, 2, ++seed);
        expect_agreement({testing::random_tensor(type, shape, -2, 2, ++seed), scale});
      }
    }
  }
}

TEST_P(RmsNormTest, AddsEpsilonToTheMeanSquare) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {4, 40}, -1e-3, 1e-3, 70);
  expect_agreement({x}, 1e-6F);
  expect_agreement({x}, 0.5F);
}

TEST_P(RmsNormTest, TakesManyRows) {
  expect_agreement({testing::random_tensor(DataType::kHalf, {5000, 16}, -2, 2, 71)});
}

TEST_P(RmsNormTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    misalignment_ = static_cast<std::size_t>(bytes_of(type, 1));
    expect_agreement({testing::random_tensor(type, {3, 64}, -1, 1, 90),
                      testing::random_tensor(type, {64}, 1, 2, 91)});
  }
}

TEST_P(RmsNormTest, GivesAnEmptyOutputForAnEmptyInput) {
  for (const Shape& shape : {Shape{0, 4}, Shape{2, 0}, Shape{0}}) {
    const auto y = run({}, {testing::tensor(DataType::kHalf, shape, {})});
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, shape);
  }
}

TEST_P(RmsNormTest, GivesNotANumberForARowThatHoldsOneAndLeavesOthersAlone) {
  const TestTensor x = testing::tensor(DataType::kFloat, {2, 2}, {NAN, 1, 3, 3});
  const auto y = run({testing::float_field("epsilon", 0.0F)}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const auto got = testing::values_of((*y)[0]);
  EXPECT_TRUE(std::isnan(got[0]) && std::isnan(got[1]));
  EXPECT_EQ(got[2], 1.0);
}

TEST_P(RmsNormTest, RefusesAScaleOfAnotherLengthABadEpsilonAndAScalar) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {2, 4}, 0, 1, 1);
  const struct {
    std::vector<FieldData> fields;
    std::vector<TestTensor> inputs;
    std::string message;
  } cases[] = {{{},
                {x, testing::random_tensor(DataType::kFloat, {3}, 0, 1, 1)},
                "input \"scale\" has 3 values; must have 4, the size of the "
                "last dimension of \"x\""},
               {{testing::float_field("epsilon", -1.0F)}, {x}, "attribute \"epsilon\" is -1"},
               {{}, {testing::tensor(DataType::kFloat, {}, {1})}, "input \"x\" has 0 dimensions"}};
  for (const auto& a : cases) {
    const auto y = run(a.fields, a.inputs);
    ASSERT_FALSE(y.is_ok()) << a.message;
    EXPECT_NE(y.status().message().find("RmsNorm_PS: " + a.message), std::string::npos)
        << y.status().message();
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(RmsNormTest);

}  // namespace
}  // namespace plugsmith::ops
