// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "add_rms_norm.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

// The sum as it is stored, rounded to the type.
TestTensor sum_of(const TestTensor& x, const TestTensor& residual) {
  std::vector<double> values = testing::values_of(x);
  const std::vector<double> others = testing::values_of(residual);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += others[i];
  return testing::tensor(x.type, x.shape, values);
}

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

class AddRmsNormTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& fields,
                                      const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<AddRmsNorm>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run(fields, inputs);
  }

  void expect_agreement(const std::vector<TestTensor>& inputs, float epsilon = 1e-5F) {
    const TestTensor& x = inputs[0];
    SCOPED_TRACE(std::string(to_string(x.type)) + " " + to_string(x.shape));
    const auto y = run({testing::float_field("epsilon", epsilon)}, inputs);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    ASSERT_EQ((*y)[0].shape, x.shape);
    const TestTensor sum = sum_of(x, inputs[1]);
    EXPECT_EQ((*y)[1].bytes, sum.bytes) << "sum";
    const auto scale = inputs.size() > 2 ? testing::values_of(inputs[2]) : std::vector<double>();
    const auto want = expected(sum, scale, static_cast<double>(epsilon));
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

TEST_P(AddRmsNormTest, AddsThenBringsARowToMeanSquareOne) {
  const TestTensor x = testing::tensor(DataType::kFloat, {2, 2}, {1, 3, 3, -1});
  const TestTensor residual = testing::tensor(DataType::kFloat, {2, 2}, {0, 4, 0, -2});
  const auto y = run({testing::float_field("epsilon", 0.0F)}, {x, residual});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const std::vector<double> want{0.2, 1.4, 1, -1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(testing::values_of((*y)[0])[i], want[i], 1e-6);
  EXPECT_EQ(testing::values_of((*y)[1]), (std::vector<double>{1, 7, 3, -3}));
}

TEST_P(AddRmsNormTest, AgreesForAllTypesAndForColumnsAroundVectorWarpAndBlock) {
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t columns :
         {1, 7, 8, 9, 32, 33, 255, 257, 1023, 1024, 1032, 2048, 4096, 4104, 16392, 40000}) {
      const Shape shape{columns > 4000 ? 2 : 9, columns};
      expect_agreement({testing::random_tensor(type, shape, -3, 3, ++seed),
                        testing::random_tensor(type, shape, -3, 3, ++seed)});
    }
  }
}

TEST_P(AddRmsNormTest, TakesAnyRankAndAScaleOfEitherType) {
  unsigned seed = 100;
  for (const DataType type : kTypes) {
    for (const DataType scale_type : {type, DataType::kFloat}) {
      for (const Shape& shape : {Shape{24}, Shape{2, 3, 5, 24}, Shape{3, 5}}) {
        expect_agreement({testing::random_tensor(type, shape, -2, 2, ++seed),
                          testing::random_tensor(type, shape, -2, 2, ++seed),
                          testing::random_tensor(scale_type, {shape[-1]}, 0.5, 2, ++seed)});
      }
    }
  }
}

TEST_P(AddRmsNormTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    misalignment_ = static_cast<std::size_t>(bytes_of(type, 1));
    expect_agreement({testing::random_tensor(type, {3, 64}, -1, 1, 90),
                      testing::random_tensor(type, {3, 64}, -1, 1, 91),
                      testing::random_tensor(type, {64}, 1, 2, 92)});
  }
}

TEST_P(AddRmsNormTest, GivesEmptyOutputsForEmptyInputs) {
  for (const Shape& shape : {Shape{0, 4}, Shape{2, 0}}) {
    const TestTensor x = testing::tensor(DataType::kHalf, shape, {});
    const auto y = run({}, {x, x});
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, shape);
    EXPECT_EQ((*y)[1].shape, shape);
  }
}

TEST_P(AddRmsNormTest, RefusesWhatDoesNotFit) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {2, 4}, 0, 1, 1);
  const struct {
    std::vector<TestTensor> inputs;
    std::string message;
  } cases[] = {
      {{x, x, testing::random_tensor(DataType::kFloat, {3}, 0, 1, 1)},
       "input \"scale\" has 3 values; must have 4, the size of the last dimension of \"x\""},
      {{x, testing::random_tensor(DataType::kFloat, {2, 3}, 0, 1, 1)}, "input \"residual\" "},
      {{x, testing::random_tensor(DataType::kFloat, {4}, 0, 1, 1)}, "input \"residual\" "}};
  for (const auto& a : cases) {
    const auto y = run({}, a.inputs);
    ASSERT_FALSE(y.is_ok()) << a.message;
    EXPECT_NE(y.status().message().find("AddRmsNorm_PS: " + a.message), std::string::npos)
        << y.status().message();
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(AddRmsNormTest);

}  // namespace
}  // namespace plugsmith::ops
