// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "gelu.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

// Independent of the reference: Phi by its own integral's series is no better
// than erf, so the exact form goes through erf where the reference goes through
// erfc.
double expected(double v, int approximate) {
  if (approximate == 0) return 0.5 * v * (1.0 + std::erf(v * std::sqrt(0.5)));
  const double u = std::sqrt(2.0 / std::acos(-1.0)) * (v + 0.044715 * std::pow(v, 3));
  return v / (1.0 + std::exp(-2.0 * u));
}

class GeluTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& fields,
                                      const std::vector<TestTensor>& inputs) {
    testing::OpRunner runner(op_entry<Gelu>(), GetParam());
    runner.set_misalignment(misalignment_);
    return runner.run(fields, inputs);
  }

  static std::vector<FieldData> fields_of(int approximate, int axis = -1) {
    return {testing::int_field("approximate", approximate), testing::int_field("axis", axis)};
  }

  void expect_agreement(const std::vector<TestTensor>& inputs, int approximate, int axis = -1) {
    const TestTensor& x = inputs[0];
    SCOPED_TRACE(std::string(to_string(x.type)) + " " + to_string(x.shape) + " axis " +
                 std::to_string(axis) + " form " + std::to_string(approximate));
    const auto y = run(fields_of(approximate, axis), inputs);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    ASSERT_EQ((*y)[0].shape, x.shape);
    const auto in = testing::values_of(x), got = testing::values_of((*y)[0]);
    const auto biases = inputs.size() > 1 ? testing::values_of(inputs[1]) : std::vector<double>{0};
    const int at = axis < 0 ? axis + x.shape.rank() : axis;
    const auto inner =
        static_cast<std::size_t>(inputs.size() > 1 ? x.shape.volume(at + 1, x.shape.rank()) : 1);
    for (std::size_t i = 0; i < in.size(); ++i) {
      const double want = expected(in[i] + biases[i / inner % biases.size()], approximate);
      const double room =
          (testing::epsilon_of(x.type) + 8 * testing::epsilon_of(DataType::kFloat)) *
          std::max(std::abs(want), 1.0);
      ASSERT_NEAR(got[i], want, room) << "at " << i;
    }
  }

  void expect_refusal(const std::vector<FieldData>& fields, const std::vector<TestTensor>& inputs,
                      const std::string& message) {
    const auto y = run(fields, inputs);
    ASSERT_FALSE(y.is_ok()) << message;
    EXPECT_NE(y.status().message().find("Gelu_PS: " + message), std::string::npos)
        << y.status().message();
  }

  std::size_t misalignment_ = 0;
};

TEST_P(GeluTest, GivesItsKnownPoints) {
  const TestTensor x = testing::tensor(DataType::kFloat, {4}, {0, 1, -1, 3});
  const auto y = run({}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const double want[] = {0, 0.841344746068543, -0.158655253931457, 2.99595030590511};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(testing::values_of((*y)[0])[i], want[i], 1e-6);
}

TEST_P(GeluTest, AgreesForAllTypesAndSizesAroundTheVectorInBothForms) {
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t size : {1, 3, 4, 5, 7, 8, 9, 255, 256, 257, 4099}) {
      for (const int form : {0, 1}) {
        expect_agreement({testing::random_tensor(type, {size}, -6, 6, ++seed)}, form);
      }
    }
  }
}

TEST_P(GeluTest, AddsTheBiasAlongAnyAxis) {
  unsigned seed = 100;
  for (const DataType type : kTypes) {
    for (const DataType bias_type : {type, DataType::kFloat}) {
      for (const int axis : {-1, 0, 1, 2, -3}) {
        const Shape shape{2, 16, 8};
        const int at = axis < 0 ? axis + 3 : axis;
        const TestTensor bias = testing::random_tensor(bias_type, {shape[at]}, -2, 2, ++seed);
        expect_agreement({testing::random_tensor(type, shape, -3, 3, ++seed), bias}, 0, axis);
        expect_agreement({testing::random_tensor(type, {2, 5, 3}, -3, 3, ++seed),
                          testing::random_tensor(bias_type, {Shape{2, 5, 3}[at]}, -2, 2, ++seed)},
                         1, axis);
      }
    }
  }
}

TEST_P(GeluTest, TakesTheShapesOfTheOlderPluginWithItsTrailingOnes) {
  const TestTensor x = testing::random_tensor(DataType::kHalf, {3, 2, 24, 1, 1}, -3, 3, 7);
  expect_agreement({x, testing::random_tensor(DataType::kHalf, {24}, -1, 1, 8)}, 1, 2);
}

TEST_P(GeluTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    misalignment_ = static_cast<std::size_t>(bytes_of(type, 1));
    expect_agreement({testing::random_tensor(type, {3, 32}, -3, 3, 9),
                      testing::random_tensor(type, {32}, -1, 1, 10)},
                     0);
  }
}

TEST_P(GeluTest, GivesAnEmptyOutputForAnEmptyTensor) {
  for (const Shape& shape : {Shape{0}, Shape{2, 0, 3}}) {
    const auto y = run({}, {testing::tensor(DataType::kHalf, shape, {})});
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, shape);
  }
}

TEST_P(GeluTest, KeepsNotANumberAndTheLimitsAtInfinity) {
  const TestTensor x = testing::tensor(DataType::kFloat, {3}, {NAN, INFINITY, -100});
  for (const int form : {0, 1}) {
    const auto y = run(fields_of(form), {x});
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const auto got = testing::values_of((*y)[0]);
    EXPECT_TRUE(std::isnan(got[0]));
    EXPECT_EQ(got[1], INFINITY);
    EXPECT_NEAR(got[2], 0.0, 1e-6);
  }
}

TEST_P(GeluTest, RefusesABiasThatDoesNotFit) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {2, 4}, -1, 1, 1);
  const TestTensor three = testing::random_tensor(DataType::kFloat, {3}, -1, 1, 2);
  expect_refusal({}, {x, three},
                 "input \"bias\" has 3 values; must have 4, the size of "
                 "dimension -1 of \"x\"");
  expect_refusal(fields_of(0, 2), {x, three},
                 "attribute \"axis\" is 2, but \"x\" has 2 dimensions; must be -2 to 1");
  expect_refusal({testing::int_field("approximate", 2)}, {x}, "attribute \"approximate\" is 2");
}

TEST_P(GeluTest, LargeTensorOfMoreThanTwoToThe31ElementsIsComplete) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  TestTensor x{DataType::kHalf, {(std::int64_t{1} << 31) + 9}, {}};
  x.bytes.assign(static_cast<std::size_t>(x.shape.volume()) * 2, 0);
  const TestTensor three = testing::tensor(DataType::kHalf, {1}, {3});
  std::copy(three.bytes.begin(), three.bytes.end(), x.bytes.end() - 2);
  const auto y = run({}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const TestTensor want = testing::tensor(DataType::kHalf, {1}, {2.99595030590511});
  EXPECT_TRUE(std::equal(want.bytes.begin(), want.bytes.end(), (*y)[0].bytes.end() - 2));
  EXPECT_TRUE(std::all_of((*y)[0].bytes.begin(), (*y)[0].bytes.end() - 2,
                          [](unsigned char byte) { return byte == 0; }));
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(GeluTest);

}  // namespace
}  // namespace plugsmith::ops
