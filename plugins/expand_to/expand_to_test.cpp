// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "expand_to.hpp"

#include <algorithm>
#include <cstring>
#include <deque>

#include "expand_to_broadcast.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;
using Sizes = std::vector<std::int64_t>;

class ExpandToTest : public testing::OpTest {
 protected:
  // In TensorRT each run builds an engine: fewer cases there.
  bool builds_engines() const { return GetParam() == testing::Backend::kTensorRT; }
  std::vector<DataType> types() const {
    if (builds_engines()) return {DataType::kHalf};
    return {DataType::kFloat, DataType::kHalf,  DataType::kBf16,
            DataType::kInt8,  DataType::kInt32, DataType::kInt64};
  }
  Result<std::vector<TestTensor>> run(const TestTensor& input, const Sizes& shape,
                                      std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<ExpandTo>(), GetParam());
    runner.set_misalignment(misalignment);
    return runner.run({{}, {input}, {shape}});
  }
  void expect_refused(const TestTensor& input, const Sizes& shape, const std::string& sentence) {
    const auto y = run(input, shape);
    ASSERT_FALSE(y.is_ok()) << sentence;
    EXPECT_NE(y.status().message().find(sentence), std::string::npos) << y.status().message();
  }
};

// Different elements, bit patterns without a meaning.
TestTensor numbered(DataType type, const Shape& shape) {
  TestTensor x{type, shape, {}};
  x.bytes.resize(static_cast<std::size_t>(bytes_of(type, shape.volume())));
  for (std::size_t i = 0; i < x.bytes.size(); ++i) {
    x.bytes[i] = static_cast<unsigned char>((i * 2654435761U) >> 13);
  }
  return x;
}

// Independent of the reference: repeats the data axis by axis, the last axis first.
std::vector<unsigned char> expected(const TestTensor& x, const Shape& to) {
  std::vector<unsigned char> data = x.bytes;
  auto block = static_cast<std::size_t>(bytes_of(x.type, 1));
  for (int axis = -1; axis >= -to.rank(); --axis) {
    if (x.shape[axis] == 1) {
      std::vector<unsigned char> repeated;
      for (std::size_t at = 0; at < data.size(); at += block) {
        for (std::int64_t i = 0; i < to[axis]; ++i) {
          repeated.insert(repeated.end(), data.begin() + static_cast<std::ptrdiff_t>(at),
                          data.begin() + static_cast<std::ptrdiff_t>(at + block));
        }
      }
      data = std::move(repeated);
    }
    block *= static_cast<std::size_t>(to[axis]);
    if (block == 0) return {};
  }
  return data;
}

TEST_P(ExpandToTest, BroadcastsBothWaysAsOnnxDoes) {
  const TestTensor x = testing::tensor(DataType::kFloat, {3, 1}, {1, 2, 3});
  const auto y = run(x, {2, 1, 2});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{2, 3, 2}));
  EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{1, 1, 2, 2, 3, 3, 1, 1, 2, 2, 3, 3}));
}

TEST_P(ExpandToTest, TakesAShapeOfAnyLength) {
  const struct {
    Shape from;
    Sizes shape;
    Shape to;
  } cases[] = {{{2, 1, 4}, {3, 1}, {2, 3, 4}},
               {{2, 3}, {}, {2, 3}},
               {{2, 3}, {1}, {2, 3}},
               {{}, {2, 2}, {2, 2}},
               {{}, {}, {}},
               {{4}, {1, 1, 1, 2, 1, 1, 3, 4}, {1, 1, 1, 2, 1, 1, 3, 4}},
               {{2, 1, 1, 1, 3, 1, 1, 1}, {5}, {2, 1, 1, 1, 3, 1, 1, 5}},
               {{0, 1}, {1, 5}, {0, 5}},
               {{1, 3}, {0, 1}, {0, 3}},
               {{0, 3}, {0, 3}, {0, 3}}};
  for (const auto& each : cases) {
    const TestTensor x = numbered(DataType::kFloat, each.from);
    const auto y = run(x, each.shape);
    ASSERT_TRUE(y.is_ok()) << to_string(each.from) << ": " << y.status().message();
    EXPECT_EQ((*y)[0].shape, each.to);
    EXPECT_EQ((*y)[0].bytes, expected(x, each.to)) << to_string(each.from);
  }
}

TEST_P(ExpandToTest, RepeatsEverySetOfAxesOfEveryType) {
  constexpr std::int64_t kSizes[] = {3, 2, 5, 7};
  for (const DataType type : types()) {
    for (unsigned repeated = 0; repeated < 16; ++repeated) {
      Sizes from(std::begin(kSizes), std::end(kSizes));
      for (unsigned axis = 0; axis < 4; ++axis) {
        if ((repeated >> axis & 1U) != 0) from[axis] = 1;
      }
      const TestTensor x = numbered(type, Shape(from.data(), 4));
      const auto y = run(x, {3, 2, 5, 7});
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      EXPECT_EQ((*y)[0].bytes, expected(x, {3, 2, 5, 7}))
          << to_string(type) << " from " << to_string(x.shape);
    }
  }
}

TEST_P(ExpandToTest, IsExactForEverySizeAroundTheVectorAndTheBlock) {
  const Sizes sizes = builds_engines() ? Sizes{257} : Sizes{1, 2, 3, 7, 15, 16, 17, 255, 257, 4097};
  for (const DataType type : types()) {
    for (const std::int64_t size : sizes) {
      const TestTensor rows = numbered(type, {size, 1});
      const TestTensor columns = numbered(type, {1, size});
      for (const TestTensor& x : {rows, columns}) {
        for (const std::int64_t times : {1, 3, 16}) {
          const Shape to = x.shape[0] == 1 ? Shape{times, size} : Shape{size, times};
          const auto y = run(x, {to[0], to[1]});
          ASSERT_TRUE(y.is_ok()) << y.status().message();
          EXPECT_EQ((*y)[0].bytes, expected(x, to)) << to_string(type) << " to " << to_string(to);
        }
      }
    }
  }
}

TEST_P(ExpandToTest, TakesMisalignedBuffers) {
  const TestTensor x = numbered(DataType::kHalf, {5, 1, 9});
  const auto y = run(x, {5, 11, 9}, 2);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].bytes, expected(x, {5, 11, 9}));
}

// The embedded host knows the shape's values only at run time, the other back ends before.
TEST_P(ExpandToTest, RefusesSizesThatDoNotFitByOneSentence) {
  expect_refused(numbered(DataType::kFloat, {2, 3}), {2, 4},
                 "ExpandTo_PS: dimension 1 of input \"x\" is 3, which cannot become 4 as input "
                 "\"shape\" asks; it must be 1 or 4");
  expect_refused(numbered(DataType::kFloat, {4, 2}), {5, 3, 2},
                 "dimension 0 of input \"x\" is 4, which cannot become 3");
  expect_refused(numbered(DataType::kFloat, {0}), {2},
                 "dimension 0 of input \"x\" is 0, which cannot become 2");
  expect_refused(numbered(DataType::kFloat, {2}), {0},
                 "dimension 0 of input \"x\" is 2, which cannot become 0");
}

TEST_P(ExpandToTest, RefusesANegativeSize) {
  expect_refused(numbered(DataType::kFloat, {1, 3}), {-1, 3}, "-1");
}

TEST_P(ExpandToTest, RefusesToRunWithoutItsShapeInput) {
  testing::OpRunner runner(op_entry<ExpandTo>(), GetParam());
  const auto y = runner.run({}, {numbered(DataType::kFloat, {2})});
  ASSERT_FALSE(y.is_ok());
  EXPECT_NE(y.status().message().find("got 0 shape inputs; wants 1; name them in the node's "
                                      "tensorrt_plugin_shape_input_indices"),
            std::string::npos)
      << y.status().message();
}

TEST_P(ExpandToTest, LargeOutputOfMoreThanTwoToThe31ElementsIsFilled) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kSide = 46342;  // 46342^2 > 2^31
  const TestTensor x = numbered(DataType::kInt8, {kSide, 1});
  const auto y = run(x, {kSide, kSide});
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  const unsigned char* row = (*y)[0].bytes.data();
  for (std::int64_t i = 0; i < kSide; ++i, row += kSide) {
    ASSERT_EQ(std::count(row, row + kSide, x.bytes[static_cast<std::size_t>(i)]), kSide) << i;
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(ExpandToTest);

// Dimensions with a value that nobody may see: what an expression over them comes to at run time.
class LateValues final : public DimBuilder {
 public:
  Dim unknown(std::int64_t value) { return {*this, constant(value), std::nullopt}; }
  std::int64_t value_of(const Dim& dim) { return value_at(dim.node(*this)); }

  const void* constant(std::int64_t value) override { return &values_.emplace_back(value); }
  const void* operation(DimOperation op, const void* first, const void* second) override {
    return constant(evaluate(op, value_at(first), value_at(second)).value());
  }
  const void* size_tensor(int, const void*, const void*) override { return nullptr; }

 private:
  static std::int64_t value_at(const void* node) { return *static_cast<const std::int64_t*>(node); }
  std::deque<std::int64_t> values_;
};

TEST(ExpandToSize, IsTheSameWhenEitherSideIsKnownOnlyAtRunTime) {
  for (const std::int64_t size : {0, 1, 2, 5}) {
    for (const std::int64_t wanted : {0, 1, 2, 5}) {
      const std::int64_t result = wanted == 1 ? size : wanted;
      LateValues late;
      EXPECT_EQ(expand_to::expanded(size, wanted).constant(), result);
      EXPECT_EQ(late.value_of(expand_to::expanded(late.unknown(size), wanted)), result);
      EXPECT_EQ(late.value_of(expand_to::expanded(size, late.unknown(wanted))), result);
      EXPECT_EQ(late.value_of(expand_to::expanded(late.unknown(size), late.unknown(wanted))),
                result);
    }
  }
}

TEST(ExpandToSize, StaysKnownWhereTheShapeIs) {
  LateValues late;
  EXPECT_EQ(expand_to::expanded(late.unknown(3), 7).constant(), 7);
  EXPECT_FALSE(expand_to::expanded(late.unknown(3), 1).constant());
  EXPECT_FALSE(expand_to::expanded(3, late.unknown(3)).constant());
}

TEST(ExpandToInfer, RefusesWhatIsKnownNotToFit) {
  const auto op = any_op(ExpandTo{});
  const auto infer = [&](std::vector<Dim> x, std::vector<Dim> shape) {
    InferInputs inputs;
    inputs.device = {SymbolicShape(std::move(x))};
    inputs.host = {SymbolicShape(std::move(shape))};
    return infer_shapes(*op, inputs, nullptr).status();
  };
  EXPECT_TRUE(infer({1, 3}, {2, 3}).is_ok());
  const Status mismatch = infer({2, 3}, {2, 4});
  EXPECT_EQ(mismatch.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(mismatch.message(),
            "ExpandTo_PS: dimension 1 of input \"x\" is 3, which cannot become 4 as input "
            "\"shape\" asks; it must be 1 or 4");
  const Status negative = infer({1, 3}, {-1, 3});
  EXPECT_EQ(negative.code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(negative.message(),
            "ExpandTo_PS: input \"shape\" holds -1; must be at least 0 (1 keeps the dimension of "
            "\"x\")");
}

}  // namespace
}  // namespace plugsmith::ops
