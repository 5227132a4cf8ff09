// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "non_zero.hpp"

#include <cstring>

#include "non_zero_kernel.hpp"
#include "tests/support/buffers.hpp"
#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::Backend;
using testing::TestTensor;
using Values = std::vector<double>;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf,  DataType::kBf16,
                               DataType::kInt8,  DataType::kInt32, DataType::kInt64};

FieldData named(const char* name, const std::string& value) {
  return {name,
          FieldType::kChar,
          static_cast<std::int32_t>(value.size()),
          {value.begin(), value.end()}};
}

class NonZeroTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<FieldData>& attributes,
                                      const TestTensor& input, std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<NonZero>(), GetParam());
    runner.set_misalignment(misalignment);
    return runner.run(attributes, {input});
  }
  void expect_refused(const std::vector<FieldData>& attributes, const TestTensor& input,
                      const std::string& sentence) {
    const auto outputs = run(attributes, input);
    ASSERT_FALSE(outputs.is_ok()) << sentence;
    EXPECT_NE(outputs.status().message().find(sentence), std::string::npos)
        << outputs.status().message();
  }
};

// Independent of the reference: counts the coordinates up while it walks the elements.
std::vector<Values> coordinates_of(const TestTensor& x) {
  std::vector<Values> found;
  Values at(static_cast<std::size_t>(x.shape.rank()), 0.0);
  for (const double value : testing::values_of(x)) {
    if (!(value == 0.0)) found.push_back(at);
    for (int axis = x.shape.rank() - 1; axis >= 0; --axis) {
      double& index = at[static_cast<std::size_t>(axis)];
      if (++index < static_cast<double>(x.shape[axis])) break;
      index = 0.0;
    }
  }
  return found;
}

void expect_coordinates(const std::vector<TestTensor>& outputs, const TestTensor& x) {
  const std::vector<Values> found = coordinates_of(x);
  const auto count = static_cast<std::int64_t>(found.size());
  ASSERT_EQ(outputs[0].shape, (Shape{x.shape.rank(), count}));
  ASSERT_EQ(testing::values_of(outputs[1]), Values{static_cast<double>(count)});
  Values expected;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(x.shape.rank()); ++axis) {
    for (const Values& at : found) expected.push_back(at[axis]);
  }
  EXPECT_EQ(testing::values_of(outputs[0]), expected);
}

// Random elements of which about `density` are not zero.
TestTensor sparse(DataType type, const Shape& shape, double density, unsigned seed) {
  Values values = testing::values_of(testing::random_tensor(DataType::kFloat, shape, 0, 1, seed));
  for (double& value : values) value = value < density ? (value < density / 2 ? -3.0 : 5.0) : 0.0;
  return testing::tensor(type, shape, values);
}

template <class T>
TestTensor of_bits(DataType type, const std::vector<T>& bits) {
  const auto* first = reinterpret_cast<const unsigned char*>(bits.data());
  return {type, {static_cast<std::int64_t>(bits.size())}, {first, first + bits.size() * sizeof(T)}};
}

TEST_P(NonZeroTest, GivesOneRowOfIndicesForEachAxis) {
  const auto y = run({}, testing::tensor(DataType::kFloat, {2, 2}, {1, 0, 1, 1}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].type, DataType::kInt64);
  EXPECT_EQ((*y)[0].shape, (Shape{2, 3}));
  EXPECT_EQ(testing::values_of((*y)[0]), (Values{0, 1, 1, 0, 0, 1}));
  EXPECT_EQ((*y)[1].type, DataType::kInt64);
  EXPECT_EQ((*y)[1].shape, Shape{});
  EXPECT_EQ(testing::values_of((*y)[1]), Values{3});
}

TEST_P(NonZeroTest, GivesOneRowForEachElementInColumnOrder) {
  const auto y =
      run({named("order", "column")}, testing::tensor(DataType::kFloat, {2, 2}, {1, 0, 1, 1}));
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  EXPECT_EQ((*y)[0].shape, (Shape{3, 2}));
  EXPECT_EQ(testing::values_of((*y)[0]), (Values{0, 0, 1, 0, 1, 1}));
}

TEST_P(NonZeroTest, WritesIndicesAndCountAsInt32WhenTold) {
  for (const char* order : {"row", "column"}) {
    const auto y = run({named("index_type", "int32"), named("order", order)},
                       testing::tensor(DataType::kInt8, {5}, {0, 7, 0, 0, -1}));
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].type, DataType::kInt32);
    EXPECT_EQ(testing::values_of((*y)[0]), (Values{1, 4})) << order;
    EXPECT_EQ((*y)[1].type, DataType::kInt32);
    EXPECT_EQ(testing::values_of((*y)[1]), Values{2});
  }
}

TEST_P(NonZeroTest, IsExactForEveryTypeDensityAndSizeAroundTheTile) {
  // In TensorRT each run builds an engine.
  const bool all = GetParam() != Backend::kTensorRT;
  using Sizes = std::vector<std::int64_t>;
  const Sizes sizes = all ? Sizes{1, 31, 32, 33, 4095, 4096, 4097, 12289} : Sizes{12289};
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const std::int64_t size : sizes) {
      for (const double density : all ? Values{0.0, 0.02, 0.5, 1.0} : Values{0.5}) {
        const TestTensor x = sparse(type, {size}, density, ++seed);
        const auto y = run({}, x);
        ASSERT_TRUE(y.is_ok()) << y.status().message();
        SCOPED_TRACE(to_string(type) + std::string(" size ") + std::to_string(size) + " seed " +
                     std::to_string(seed));
        expect_coordinates(*y, x);
      }
    }
  }
}

TEST_P(NonZeroTest, TakesEveryRank) {
  const Shape shapes[] = {{7},
                          {3, 5},
                          {2, 1, 9},
                          {2, 3, 1, 4},
                          {1, 2, 3, 2, 5},
                          {2, 2, 2, 3, 1, 2},
                          {3, 1, 2, 1, 2, 1, 700},
                          {2, 1, 3, 2, 1, 2, 3, 65}};
  unsigned seed = 100;
  for (const Shape& shape : shapes) {
    const TestTensor x = sparse(DataType::kHalf, shape, 0.4, ++seed);
    const auto y = run({}, x);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    SCOPED_TRACE(to_string(shape));
    expect_coordinates(*y, x);
  }
}

TEST_P(NonZeroTest, TakesMisalignedBuffers) {
  const TestTensor x = sparse(DataType::kInt64, {3, 2000}, 0.3, 5);
  const auto y = run({}, x, 8);
  ASSERT_TRUE(y.is_ok()) << y.status().message();
  expect_coordinates(*y, x);
}

TEST_P(NonZeroTest, SaysZeroForAnEmptyInput) {
  for (const char* index_type : {"int64", "int32"}) {
    const auto y =
        run({named("index_type", index_type)}, testing::tensor(DataType::kFloat, {3, 0, 2}, {}));
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ((*y)[0].shape, (Shape{3, 0}));
    EXPECT_EQ(testing::values_of((*y)[1]), Values{0});
  }
}

TEST_P(NonZeroTest, TakesNanAndSubnormalNumbersForNonZeroButNotNegativeZero) {
  const TestTensor cases[] = {
      of_bits<std::uint32_t>(DataType::kFloat, {0, 0x80000000U, 1, 0x7FC00000U, 0xFFC00001U}),
      of_bits<std::uint16_t>(DataType::kHalf, {0, 0x8000, 0x8001, 0x7E00, 0xFC00}),
      of_bits<std::uint16_t>(DataType::kBf16, {0, 0x8000, 0x0001, 0x7FC0, 0xFF80})};
  for (const TestTensor& x : cases) {
    const auto y = run({}, x);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (Values{2, 3, 4})) << to_string(x.type);
  }
}

TEST_P(NonZeroTest, SeesEveryBitOfAnInteger) {
  const TestTensor cases[] = {of_bits<std::uint8_t>(DataType::kInt8, {0, 0x80, 1}),
                              of_bits<std::uint32_t>(DataType::kInt32, {0, 0x80000000U, 1}),
                              of_bits<std::uint64_t>(DataType::kInt64, {0, std::uint64_t{1} << 63,
                                                                        std::uint64_t{1} << 32})};
  for (const TestTensor& x : cases) {
    const auto y = run({}, x);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (Values{1, 2})) << to_string(x.type);
  }
}

TEST_P(NonZeroTest, RefusesBadAttributesTypesAndRanksWithASentence) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1}, {1});
  expect_refused({testing::int_field("order", 2)}, x,
                 "attribute \"order\" is 2; must be one of [\"row\", \"column\"]");
  expect_refused({named("index_type", "int8")}, x, "attribute \"index_type\" is \"int8\"");
  expect_refused({}, testing::tensor(DataType::kFloat, {}, {1}),
                 "input \"x\" has 0 dimensions; must have 1 to 8");
}

// By the shape alone, before there is any memory.
TEST_P(NonZeroTest, RefusesMoreElementsThanInt32Counts) {
  expect_refused({named("index_type", "int32")}, {DataType::kInt8, {65536, 65536}, {}},
                 "input \"x\" has 4294967296 elements; index_type int32 counts up to 2147483647, "
                 "set it to int64");
}

TEST_P(NonZeroTest, KnowsAnUpperBoundOfItsScratchWithoutADevice) {
  for (const std::int64_t tiles : {1, 33, 1000, 1000000, 1000000000}) {
    const auto bytes = non_zero::scan_bytes(tiles);
    ASSERT_TRUE(bytes.is_ok()) << bytes.status().message();
    EXPECT_GT(*bytes, 0);
    EXPECT_LE(*bytes, non_zero::scan_bytes_bound(tiles));
    if (!testing::why_no_cuda_device().empty()) {
      EXPECT_EQ(*bytes, non_zero::scan_bytes_bound(tiles));
    }
  }
}

// Past the harness, which would keep an output as large as the upper bound several times.
TEST_P(NonZeroTest, LargeInputOfMoreThanTwoToThe31ElementsIsFoundToItsEnd) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  using testing::GuardedBuffer;
  constexpr auto kDevice = GuardedBuffer::Place::kDevice;
  constexpr std::int64_t kTwoTo31 = std::int64_t{1} << 31;
  constexpr std::int64_t kElements = kTwoTo31 + 5000;
  const std::vector<std::int64_t> expected = {0, kTwoTo31 - 1, kTwoTo31, kElements - 1};
  std::vector<unsigned char> elements(static_cast<std::size_t>(kElements));
  for (const std::int64_t index : expected) elements[static_cast<std::size_t>(index)] = 1;
  const std::int64_t tiles = non_zero::tiles_of(kElements);
  const auto scan_bytes = non_zero::scan_bytes(tiles);
  ASSERT_TRUE(scan_bytes.is_ok()) << scan_bytes.status().message();
  GuardedBuffer x(kDevice, elements.size(), 0);
  GuardedBuffer y(kDevice, expected.size() * sizeof(std::int64_t), 0);
  GuardedBuffer count(kDevice, sizeof(std::int64_t), 0);
  GuardedBuffer tile_ends(kDevice, static_cast<std::size_t>(tiles) * sizeof(std::int64_t), 0);
  GuardedBuffer marks(kDevice, static_cast<std::size_t>(tiles * non_zero::kTile / 8), 0);
  GuardedBuffer scan(kDevice, static_cast<std::size_t>(*scan_bytes), 0);
  x.write(elements);
  testing::TestStream stream;
  const Status launched = non_zero::launch({{{DataType::kInt8, linear}, {kElements}, x.data()},
                                            {{DataType::kInt64, linear}, {1, kElements}, y.data()},
                                            count.data(),
                                            false,
                                            static_cast<std::int64_t*>(tile_ends.data()),
                                            static_cast<std::uint32_t*>(marks.data()),
                                            scan.data()},
                                           stream.get());
  ASSERT_TRUE(launched.is_ok()) << launched.message();
  ASSERT_TRUE(stream.synchronize().is_ok());
  std::vector<std::int64_t> found(expected.size());
  std::memcpy(found.data(), y.read().data(), found.size() * sizeof(std::int64_t));
  EXPECT_EQ(found, expected);
  EXPECT_EQ(count.read()[0], 4);
  for (const GuardedBuffer* buffer : {&y, &count, &tile_ends, &marks, &scan}) {
    const Status intact = buffer->check_guards("buffer");
    EXPECT_TRUE(intact.is_ok()) << intact.message();
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(NonZeroTest);

}  // namespace
}  // namespace plugsmith::ops
