// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "paged_kv_update.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include "tests/support/op_test.hpp"

namespace plugsmith::ops {
namespace {

using testing::TestTensor;
using Slots = std::vector<std::int64_t>;

constexpr DataType kTypes[] = {DataType::kHalf, DataType::kBf16, DataType::kFp8};
constexpr std::int64_t kManyTokens = 700;  // more than the kernel looks through by itself

struct Sizes {
  std::int64_t pages, heads, page_size, head_dim;
};

// Any bit pattern, not-a-numbers included: the op must not look at them.
TestTensor random_bytes(DataType type, const Shape& shape, unsigned seed) {
  TestTensor tensor{type, shape, {}};
  tensor.bytes.resize(static_cast<std::size_t>(bytes_of(type, shape.volume())));
  std::mt19937 generator(seed);
  for (unsigned char& byte : tensor.bytes) byte = static_cast<unsigned char>(generator());
  return tensor;
}

TestTensor slot_tensor(const Slots& slots, DataType type = DataType::kInt64) {
  TestTensor tensor{type, {static_cast<std::int64_t>(slots.size())}, {}};
  tensor.bytes.resize(static_cast<std::size_t>(bytes_of(type, tensor.shape[0])));
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const auto narrow = static_cast<std::int32_t>(slots[i]);
    if (type == DataType::kInt64) {
      std::memcpy(tensor.bytes.data() + 8 * i, &slots[i], 8);
    } else {
      std::memcpy(tensor.bytes.data() + 4 * i, &narrow, 4);
    }
  }
  return tensor;
}

std::vector<TestTensor> inputs_for(DataType type, const Sizes& s, const TestTensor& slots,
                                   unsigned seed) {
  const Shape cache{s.pages, s.heads, s.page_size, s.head_dim};
  const Shape fresh{slots.shape[0], s.heads, s.head_dim};
  return {random_bytes(type, cache, seed), random_bytes(type, cache, seed + 1),
          random_bytes(type, fresh, seed + 2), random_bytes(type, fresh, seed + 3), slots};
}

// Independent of the reference: asks for each row of the cache which token it comes from.
std::vector<unsigned char> expected(const TestTensor& cache, const TestTensor& fresh,
                                    const Slots& slots) {
  std::vector<unsigned char> out = cache.bytes;
  const auto row_bytes = static_cast<std::size_t>(bytes_of(cache.type, cache.shape[3]));
  const std::int64_t heads = cache.shape[1];
  for (std::int64_t row = 0; row < cache.shape.volume(0, 3); ++row) {
    const std::int64_t head = row / cache.shape[2] % heads;
    const std::int64_t slot = row / cache.shape[2] / heads * cache.shape[2] + row % cache.shape[2];
    const auto last = std::find(slots.rbegin(), slots.rend(), slot);
    if (last == slots.rend()) continue;
    const std::int64_t token = slots.rend() - last - 1;
    std::memcpy(out.data() + static_cast<std::size_t>(row) * row_bytes,
                fresh.bytes.data() + static_cast<std::size_t>(token * heads + head) * row_bytes,
                row_bytes);
  }
  return out;
}

Slots random_slots(std::int64_t count, std::int64_t low, std::int64_t high, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_int_distribution<std::int64_t> pick(low, high - 1);
  Slots slots(static_cast<std::size_t>(count));
  for (std::int64_t& slot : slots) slot = pick(generator);
  return slots;
}

class PagedKvUpdateTest : public testing::OpTest {
 protected:
  Result<std::vector<TestTensor>> run(const std::vector<TestTensor>& inputs,
                                      std::size_t misalignment = 0) {
    testing::OpRunner runner(op_entry<PagedKvUpdate>(), GetParam());
    runner.set_misalignment(misalignment);
    return runner.run({}, inputs);
  }

  void expect_update(const std::vector<TestTensor>& inputs, const Slots& slots,
                     std::size_t misalignment = 0) {
    const auto caches = run(inputs, misalignment);
    ASSERT_TRUE(caches.is_ok()) << caches.status().message();
    ASSERT_EQ(caches->size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ((*caches)[i].shape, inputs[i].shape);
      EXPECT_TRUE((*caches)[i].bytes == expected(inputs[i], inputs[i + 2], slots))
          << (i == 0 ? "keys" : "values");
    }
  }

  void expect_refusal(const std::vector<TestTensor>& inputs, const std::string& message) {
    const auto caches = run(inputs);
    ASSERT_FALSE(caches.is_ok()) << message;
    // A plugin's method can only return a number, and TensorRT's side cannot know what it means.
    if (GetParam() == testing::Backend::kReference || GetParam() == testing::Backend::kCuda) {
      EXPECT_EQ(caches.status().code(), StatusCode::kInvalidArgument);
    }
    EXPECT_NE(caches.status().message().find(message), std::string::npos)
        << caches.status().message();
  }
};

TEST_P(PagedKvUpdateTest, WritesATokenIntoItsPageAtItsOffset) {
  const auto half = [](const Shape& shape, const std::vector<double>& values) {
    return testing::tensor(DataType::kHalf, shape, values);
  };
  // Two pages of two tokens, one head of two elements; slot 3 is page 1, offset 1.
  const auto caches = run({half({2, 1, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
                           half({2, 1, 2, 2}, {-1, -2, -3, -4, -5, -6, -7, -8}),
                           half({1, 1, 2}, {90, 91}), half({1, 1, 2}, {92, 93}), slot_tensor({3})});
  ASSERT_TRUE(caches.is_ok()) << caches.status().message();
  EXPECT_EQ(testing::values_of((*caches)[0]), (std::vector<double>{1, 2, 3, 4, 5, 6, 90, 91}));
  EXPECT_EQ(testing::values_of((*caches)[1]),
            (std::vector<double>{-1, -2, -3, -4, -5, -6, 92, 93}));
}

TEST_P(PagedKvUpdateTest, IsExactForEverySizeAroundTheVectorsAndTheBlock) {
  const Sizes sizes[] = {{1, 1, 1, 1},   {3, 2, 5, 7},   {4, 3, 16, 8},   {2, 1, 3, 9},
                         {5, 8, 4, 64},  {3, 9, 2, 100}, {2, 8, 16, 128}, {2, 7, 1, 129},
                         {1, 17, 2, 16}, {2, 2, 2, 272}};
  unsigned seed = 100;
  for (const DataType type : kTypes) {
    for (const Sizes& s : sizes) {
      {
        seed += 10;
        const DataType slot_type = seed % 20 == 0 ? DataType::kInt32 : DataType::kInt64;
        SCOPED_TRACE(std::string(to_string(type)) + " " +
                     to_string(Shape{s.pages, s.heads, s.page_size, s.head_dim}) + " seed " +
                     std::to_string(seed));
        const Slots slots = random_slots(5, -1, s.pages * s.page_size, seed);
        expect_update(inputs_for(type, s, slot_tensor(slots, slot_type), seed), slots);
      }
    }
  }
}

TEST_P(PagedKvUpdateTest, TakesBuffersThatAreNotAlignedToVectors) {
  constexpr std::size_t kMisalignment = 8;  // as much as the slots, of 8 bytes each, bear
  for (const DataType type : kTypes) {
    const Slots slots{4, 0, 7};
    expect_update(inputs_for(type, {2, 3, 4, 64}, slot_tensor(slots), 1), slots, kMisalignment);
  }
}

TEST_P(PagedKvUpdateTest, LeavesEveryPageThatNoSlotNamesBitIdentical) {
  const auto inputs = inputs_for(DataType::kFp8, {6, 2, 4, 16}, slot_tensor({9, 11}), 7);
  const auto caches = run(inputs);
  ASSERT_TRUE(caches.is_ok()) << caches.status().message();
  constexpr std::ptrdiff_t kPageBytes = 2 * 4 * 16;
  for (std::size_t cache = 0; cache < 2; ++cache) {
    for (std::ptrdiff_t page = 0; page < 6; ++page) {
      const auto before = inputs[cache].bytes.begin() + page * kPageBytes;
      const auto after = (*caches)[cache].bytes.begin() + page * kPageBytes;
      EXPECT_EQ(std::equal(before, before + kPageBytes, after), page != 2) << "page " << page;
    }
  }
}

TEST_P(PagedKvUpdateTest, SkipsSlotsOutsideTheCache) {
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  const Slots slots{-1, 8, 3, kLow, kHigh, -2, std::int64_t{1} << 32};
  expect_update(inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor(slots), 3), slots);
  constexpr std::int64_t kLow32 = std::numeric_limits<std::int32_t>::min();
  const Slots narrow{-1, 8, kLow32, 2, std::numeric_limits<std::int32_t>::max()};
  expect_update(inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor(narrow, DataType::kInt32), 4),
                narrow);
}

TEST_P(PagedKvUpdateTest, KeepsTheLastOfSeveralTokensWithOneSlot) {
  const Slots slots{5, 2, 5, -1, 2, 5, 0};
  expect_update(inputs_for(DataType::kBf16, {2, 3, 4, 40}, slot_tensor(slots), 5), slots);
}

TEST_P(PagedKvUpdateTest, KeepsTheLastOfSeveralTokensInALongPrefill) {
  for (const std::int64_t tokens :
       {std::int64_t{511}, std::int64_t{512}, std::int64_t{513}, kManyTokens}) {
    for (const DataType slot_type : {DataType::kInt32, DataType::kInt64}) {
      const Slots slots = random_slots(tokens, -3, 67, static_cast<unsigned>(tokens));
      expect_update(inputs_for(DataType::kHalf, {4, 2, 16, 24}, slot_tensor(slots, slot_type), 6),
                    slots);
    }
  }
}

TEST_P(PagedKvUpdateTest, TakesALongPrefillWithoutAnyDuplicate) {
  Slots slots(static_cast<std::size_t>(kManyTokens));
  for (std::int64_t i = 0; i < kManyTokens; ++i) {
    slots[static_cast<std::size_t>(i)] = kManyTokens - 1 - i;
  }
  expect_update(inputs_for(DataType::kFp8, {44, 2, 16, 32}, slot_tensor(slots), 8), slots);
}

TEST_P(PagedKvUpdateTest, KeepsWhatEarlierStepsWrote) {
  auto inputs = inputs_for(DataType::kHalf, {2, 2, 4, 16}, slot_tensor({0, 1, 2}), 20);
  const TestTensor first_keys = inputs[2];
  const auto first = run(inputs);
  ASSERT_TRUE(first.is_ok()) << first.status().message();
  const auto next = inputs_for(DataType::kHalf, {2, 2, 4, 16}, slot_tensor({3}), 30);
  inputs = {(*first)[0], (*first)[1], next[2], next[3], next[4]};
  const auto second = run(inputs);
  ASSERT_TRUE(second.is_ok()) << second.status().message();
  EXPECT_TRUE((*second)[0].bytes == expected(inputs[0], next[2], {3}));
  // Head 0 of page 0 begins with the first step's token 0.
  EXPECT_TRUE(std::equal(first_keys.bytes.begin(), first_keys.bytes.begin() + 32,
                         (*second)[0].bytes.begin()));
}

TEST_P(PagedKvUpdateTest, TakesNoTokensAndNoPages) {
  expect_update(inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor({}), 9), {});
  expect_update(inputs_for(DataType::kHalf, {0, 2, 4, 8}, slot_tensor({0, 1}), 9), {0, 1});
  expect_update(inputs_for(DataType::kHalf, {2, 2, 0, 8}, slot_tensor({0, 1}), 9), {0, 1});
  expect_update(inputs_for(DataType::kHalf, {2, 0, 4, 8}, slot_tensor({0, 1}), 9), {0, 1});
}

TEST_P(PagedKvUpdateTest, RefusesInputsThatDisagreeAndNamesBothDimensions) {
  const struct {
    std::size_t input;
    Shape shape;
    const char* message;
  } cases[] = {
      {1, {2, 2, 4, 9}, "dimension 3 of input \"value_cache\" is 9; must be 8 as dimension 3 of"},
      {1, {3, 2, 4, 8}, "dimension 0 of input \"value_cache\" is 3; must be 2 as dimension 0 of"},
      {2,
       {1, 3, 8},
       "dimension 1 of input \"key\" is 3; must be 2 as dimension 1 of \"key_cache\""},
      {2,
       {1, 2, 4},
       "dimension 2 of input \"key\" is 4; must be 8 as dimension 3 of \"key_cache\""},
      {3, {2, 2, 8}, "dimension 0 of input \"value\" is 2; must be 1 as dimension 0 of \"key\""},
      {4, {3}, "dimension 0 of input \"slots\" is 3; must be 1 as dimension 0 of \"key\""}};
  for (const auto& bad : cases) {
    auto inputs = inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor({1}), 10);
    TestTensor& input = inputs[bad.input];
    input = random_bytes(input.type, bad.shape, 11);
    expect_refusal(inputs, std::string("PagedKvUpdate_PS: ") + bad.message);
  }
}

TEST_P(PagedKvUpdateTest, RefusesACacheThatHasNotFourDimensions) {
  auto inputs = inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor({1}), 12);
  inputs[0].shape = {2, 8, 8};
  expect_refusal(inputs, "input \"key_cache\" has 3 dimensions; must have 4");
}

TEST_P(PagedKvUpdateTest, RefusesKeysOfAnotherTypeThanTheCache) {
  auto inputs = inputs_for(DataType::kHalf, {2, 2, 4, 8}, slot_tensor({1}), 13);
  inputs[2].type = DataType::kBf16;
  const auto caches = run(inputs);
  ASSERT_FALSE(caches.is_ok());
  EXPECT_NE(caches.status().message().find("key: as key_cache; value: as key_cache"),
            std::string::npos)
      << caches.status().message();
}

TEST_P(PagedKvUpdateTest, LargeCacheOfMoreThanTwoToThe31ElementsIsReachedToItsEnd) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  constexpr std::int64_t kPages = (std::int64_t{1} << 20) + 1;  // of 2 KiB
  auto inputs = inputs_for(DataType::kFp8, {1, 1, 16, 128}, slot_tensor({kPages * 16 - 1}), 14);
  for (std::size_t i = 0; i < 2; ++i) {
    inputs[i] = {DataType::kFp8, {kPages, 1, 16, 128}, {}};
    inputs[i].bytes.resize(static_cast<std::size_t>(inputs[i].shape.volume()), 0x11);
  }
  const auto caches = run(inputs);
  ASSERT_TRUE(caches.is_ok()) << caches.status().message();
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& bytes = (*caches)[i].bytes;
    EXPECT_TRUE(
        std::equal(inputs[i + 2].bytes.begin(), inputs[i + 2].bytes.end(), bytes.end() - 128));
    EXPECT_EQ(std::count(bytes.begin(), bytes.end() - 128, 0x11), inputs[i].shape.volume() - 128);
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(PagedKvUpdateTest);

}  // namespace
}  // namespace plugsmith::ops
