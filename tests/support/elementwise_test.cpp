// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/elementwise_test.hpp"

#include <algorithm>
#include <cmath>

namespace plugsmith::testing {
namespace {

constexpr DataType kFloats[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

std::vector<double> run(const ElementwiseCase& op, Backend backend, const TestTensor& x,
                        std::size_t misalignment = 0) {
  OpRunner runner(op.entry, backend);
  runner.set_misalignment(misalignment);
  const auto y = runner.run({}, {x});
  EXPECT_TRUE(y.is_ok()) << y.status().message();
  if (!y.is_ok()) return {};
  EXPECT_EQ((*y)[0].shape, x.shape);
  return values_of((*y)[0]);
}

// One rounding to the type; in float eight more, for the device's functions are good to 1 or 2
// units.
double tolerance(DataType type, double want) {
  return (epsilon_of(type) + 8 * epsilon_of(DataType::kFloat)) * std::max(std::abs(want), 1.0);
}

void expect_agreement(const ElementwiseCase& op, const TestTensor& x,
                      const std::vector<double>& got) {
  const std::vector<double> in = values_of(x);
  ASSERT_EQ(got.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double want = op.expected(in[i]);
    ASSERT_NEAR(got[i], want, tolerance(x.type, want)) << "element " << i << ", x = " << in[i];
  }
}

}  // namespace

void expect_known_points(const ElementwiseCase& op, Backend backend) {
  std::vector<double> in;
  for (const auto& point : op.points) in.push_back(point.first);
  const TestTensor x = tensor(DataType::kFloat, {static_cast<std::int64_t>(in.size())}, in);
  const std::vector<double> y = run(op, backend, x);
  ASSERT_EQ(y.size(), op.points.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    EXPECT_NEAR(y[i], op.points[i].second, tolerance(DataType::kFloat, op.points[i].second))
        << "x = " << op.points[i].first;
  }
}

void expect_agreement_for_all_types_and_sizes(const ElementwiseCase& op, Backend backend) {
  unsigned seed = 10;
  for (const DataType type : kFloats) {
    for (const std::int64_t size : {1, 3, 4, 5, 7, 8, 9, 255, 256, 257, 4097}) {
      const TestTensor x = random_tensor(type, {size}, -12, 12, ++seed);
      SCOPED_TRACE(std::string(to_string(type)) + " size " + std::to_string(size) + " seed " +
                   std::to_string(seed));
      expect_agreement(op, x, run(op, backend, x));
    }
  }
}

void expect_any_rank(const ElementwiseCase& op, Backend backend) {
  for (const Shape& shape : {Shape{}, Shape{5}, Shape{2, 3, 4, 5, 1, 2}}) {
    const TestTensor x = random_tensor(DataType::kFloat, shape, -4, 4, 77);
    expect_agreement(op, x, run(op, backend, x));
  }
}

void expect_misaligned_buffers(const ElementwiseCase& op, Backend backend) {
  for (const DataType type : kFloats) {
    const TestTensor x = random_tensor(type, {1, 37}, -6, 6, 42);
    expect_agreement(op, x, run(op, backend, x, static_cast<std::size_t>(bits_of(type)) / 8));
  }
}

void expect_empty_tensors(const ElementwiseCase& op, Backend backend) {
  EXPECT_TRUE(run(op, backend, tensor(DataType::kHalf, {0, 4}, {})).empty());
}

void expect_int8_through_scales(const ElementwiseCase& op, Backend backend) {
  const TestTensor x = random_tensor(DataType::kInt8, {333}, -128, 127, 5);
  const std::vector<double> in = values_of(x);
  const std::vector<double> got = run(op, backend, x);  // the runners' scales are 1
  ASSERT_EQ(got.size(), in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double want = std::clamp(op.expected(in[i]), -128.0, 127.0);
    // Half a unit of rounding, and what float may lose before it.
    EXPECT_NEAR(got[i], want, 0.5 + tolerance(DataType::kFloat, want)) << "x = " << in[i];
  }
}

void expect_large_tensors(const ElementwiseCase& op, Backend backend) {
  const std::string reason = why_no_large_tensors(backend);
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kCount = (std::int64_t{1} << 31) + 5;
  const TestTensor one = tensor(DataType::kInt8, {1}, {5});
  const std::vector<double> want = run(op, backend, one);
  ASSERT_EQ(want.size(), 1U);
  TestTensor x{DataType::kInt8, {kCount}, {}};
  x.bytes.assign(kCount, 5);
  OpRunner runner(op.entry, backend);
  const auto y = runner.run({}, {x});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const auto* out = (*y)[0].as<std::int8_t>();
  EXPECT_EQ(std::count(out, out + kCount, static_cast<std::int8_t>(want[0])), kCount);
}

void expect_refused_integers(const ElementwiseCase& op, Backend backend) {
  OpRunner runner(op.entry, backend);
  const auto y = runner.run({}, {tensor(DataType::kInt32, {2}, {1, 2})});
  ASSERT_FALSE(y.is_ok());
  EXPECT_NE(y.status().message().find("takes x: float32, float16, int8, bfloat16; y: as x"),
            std::string::npos)
      << y.status().message();
}

}  // namespace plugsmith::testing
