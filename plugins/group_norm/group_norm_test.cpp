// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "group_norm_test.hpp"

#include <algorithm>
#include <cmath>

namespace plugsmith::ops {
namespace {

using namespace group_norm_test;
using testing::TestTensor;

constexpr DataType kTypes[] = {DataType::kFloat, DataType::kHalf, DataType::kBf16};

TEST_P(GroupNormTest, BringsEachGroupToMeanZeroAndVarianceOne) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 2, 2}, {1, 3, 5, 9});
  for (const Tactic tactic : choices()) {
    const auto y = run(fields_of(options(2, 0.0F)), {x}, tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{-1, 1, -1, 1}));
  }
}

TEST_P(GroupNormTest, UsesThirtyTwoGroupsByDefault) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {1, 64, 3}, -1, 1, 1);
  expect_agreement({}, {x}, options(32));
}

TEST_P(GroupNormTest, AgreesForAllTypesAndForSizesAroundVectorBlockAndPart) {
  const struct {
    Shape shape;
    std::int32_t groups;
  } cases[] = {{{1, 1, 2}, 1},    {{2, 6, 5}, 3},       {{2, 6, 5}, 6},    {{3, 4, 8}, 2},
               {{2, 12, 1}, 1},   {{1, 24, 1, 1}, 2},   {{2, 8, 7, 9}, 4}, {{1, 8, 3, 5, 7}, 2},
               {{1, 1, 511}, 1},  {{1, 1, 512}, 1},     {{1, 1, 513}, 1},  {{1, 2, 4095}, 2},
               {{1, 2, 4096}, 2}, {{1, 2, 4097}, 2},    {{2, 3, 8191}, 1}, {{2, 2, 8200}, 2},
               {{1, 2056, 8}, 1}, {{1, 40, 515, 1}, 4}, {{1, 1, 99999}, 1}};
  unsigned seed = 0;
  for (const DataType type : kTypes) {
    for (const auto& a : cases) {
      SCOPED_TRACE("seed " + std::to_string(++seed));
      expect_agreement(testing::random_tensor(type, a.shape, -3, 5, seed), options(a.groups));
    }
  }
}

TEST_P(GroupNormTest, AgreesForAGroupOfMorePartsThanTwoPassesCut) {
  for (const std::int64_t positions : {1 << 20, (1 << 20) + 1, (1 << 20) + 24}) {
    expect_agreement(testing::random_tensor(DataType::kHalf, {1, 1, positions}, -1, 2, 5),
                     options(1));
  }
}

TEST_P(GroupNormTest, AppliesSiluToTheResult) {
  unsigned seed = 30;
  for (const DataType type : kTypes) {
    for (const Shape& shape : {Shape{2, 8, 7}, Shape{1, 8, 64}, Shape{1, 2, 40000}}) {
      Options o = options(2);
      o.silu = true;
      expect_agreement(testing::random_tensor(type, shape, -3, 3, ++seed), o);
    }
  }
}

// More groups than three turns of all clusters of 2, 4 and 8 blocks that an H200 holds.
TEST_P(GroupNormTest, AgreesWhenEachClusterTakesManyGroups) {
  unsigned seed = 300;
  for (const Shape& shape : {Shape{250, 2, 12501}, Shape{125, 2, 25001}, Shape{60, 2, 50001}}) {
    for (const DataType type : {DataType::kFloat, DataType::kHalf}) {
      const std::int64_t positions = shape[2] * (type == DataType::kHalf ? 2 : 1) / 4 * 4;
      const Shape whole{shape[0], shape[1], positions};
      expect_agreement(testing::random_tensor(type, whole, -3, 5, ++seed), options(1));
    }
  }
}

// What a block of 512 threads holds is 65536 bytes, a cluster of eight 524288.
TEST_P(GroupNormTest, AgreesAroundWhatABlockAndAClusterHold) {
  unsigned seed = 40;
  for (const DataType type : kTypes) {
    for (const std::int64_t bytes :
         {16, 8192, 65520, 65536, 65552, 131088, 262144, 524272, 524288, 524304}) {
      const std::int64_t elements = bytes / bytes_of(type, 1);
      SCOPED_TRACE(std::to_string(bytes) + " bytes");
      expect_agreement(testing::random_tensor(type, {3, 1, elements}, -3, 5, ++seed), options(1));
    }
    expect_agreement(testing::random_tensor(type, {40, 32, 64}, -3, 5, ++seed), options(32));
    expect_agreement(testing::random_tensor(type, {2, 12, 10923}, -3, 5, ++seed), options(2));
  }
}

TEST_P(GroupNormTest, LosesNoDigitsToALargeMean) {
  unsigned seed = 50;
  for (const Shape& shape : {Shape{2, 4, 300}, Shape{1, 2, 10001}, Shape{1, 2, 100000}}) {
    expect_agreement(testing::random_tensor(DataType::kFloat, shape, 1000.0, 1000.01, ++seed),
                     options(2));
    expect_agreement(testing::random_tensor(DataType::kFloat, shape, -1e6, -1e6 + 8, ++seed),
                     options(2));
    expect_agreement(testing::random_tensor(DataType::kHalf, shape, 1000, 1004, ++seed),
                     options(2));
    expect_agreement(testing::random_tensor(DataType::kBf16, shape, 1000, 1020, ++seed),
                     options(2));
  }
}

// The kernel looks at every element from the group's first one.
TEST_P(GroupNormTest, StaysSoundWhenTheFirstElementIsAnOutlier) {
  TestTensor x = testing::random_tensor(DataType::kFloat, {1, 1, 10000}, -1, 1, 60);
  const float outlier = 1e6F;
  std::memcpy(x.bytes.data(), &outlier, sizeof outlier);
  // No element is further away than sqrt(2 * elements) standard deviations.
  expect_agreement(x, options(1), testing::epsilon_of(DataType::kFloat) * std::sqrt(2.0 * 10000));
}

TEST_P(GroupNormTest, AddsEpsilonToTheVariance) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {2, 4, 9}, -1e-3, 1e-3, 70);
  expect_agreement(x, options(2, 1e-6F));
  expect_agreement(x, options(2, 0.5F));
}

TEST_P(GroupNormTest, GivesTheBiasForAConstantGroup) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 2, 3}, {7, 7, 7, 7, 7, 7});
  for (const Tactic tactic : choices()) {
    const auto y =
        run({testing::int_field("groups", 1), floats_field("bias", {0.5F, -2})}, {x}, tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    EXPECT_EQ(testing::values_of((*y)[0]), (std::vector<double>{0.5, 0.5, 0.5, -2, -2, -2}));
  }
}

TEST_P(GroupNormTest, TakesScaleAndBiasAsAttributesOrAsInputs) {
  unsigned seed = 80;
  for (const DataType type : kTypes) {
    for (const Shape& shape : {Shape{2, 12, 16}, Shape{2, 12, 5}, Shape{1, 12, 1}}) {
      const TestTensor x = testing::random_tensor(type, shape, -2, 2, ++seed);
      for (const DataType parameter_type : {DataType::kFloat, type}) {
        const TestTensor scale = testing::random_tensor(parameter_type, {12}, 0.5, 2, ++seed);
        const TestTensor bias = testing::random_tensor(parameter_type, {12}, -1, 1, ++seed);
        Options o{3, 1e-5F, testing::values_of(scale), testing::values_of(bias), false};
        const auto plain = fields_of(o);
        auto both = plain;
        both.push_back(floats_field("scale", floats_of(scale)));
        both.push_back(floats_field("bias", floats_of(bias)));
        expect_agreement(both, {x}, o);
        expect_agreement(plain, {x, scale, bias}, o);
        auto one = plain;
        one.push_back(floats_field("bias", floats_of(bias)));
        expect_agreement(one, {x, scale}, o);
        o.bias.clear();
        expect_agreement(plain, {x, scale}, o);
      }
    }
  }
}

TEST_P(GroupNormTest, TakesMisalignedBuffers) {
  for (const DataType type : kTypes) {
    misalignment_ = static_cast<std::size_t>(bytes_of(type, 1));
    const TestTensor x = testing::random_tensor(type, {2, 4, 64}, -1, 1, 90);
    const TestTensor scale = testing::random_tensor(type, {4}, 1, 2, 91);
    const Options o{2, 1e-5F, testing::values_of(scale), {}, false};
    expect_agreement(fields_of(o), {x, scale}, o);
  }
}

TEST_P(GroupNormTest, GivesAnEmptyOutputForAnEmptyInput) {
  for (const Shape& shape : {Shape{0, 4, 5}, Shape{2, 4, 0}, Shape{2, 0, 3}}) {
    for (const Tactic tactic : choices()) {
      const auto y =
          run(fields_of(options(2)), {testing::tensor(DataType::kHalf, shape, {})}, tactic);
      ASSERT_TRUE(y.is_ok()) << y.status().message();
      EXPECT_EQ((*y)[0].shape, shape);
      EXPECT_TRUE((*y)[0].bytes.empty());
    }
  }
}

TEST_P(GroupNormTest, GivesNotANumberForAGroupThatHoldsInfinity) {
  const TestTensor x = testing::tensor(DataType::kFloat, {1, 2, 2}, {1, INFINITY, 1, 3});
  for (const Tactic tactic : choices()) {
    const auto y = run(fields_of(options(2, 0.0F)), {x}, tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const std::vector<double> got = testing::values_of((*y)[0]);
    EXPECT_TRUE(std::isnan(got[0]) && std::isnan(got[1])) << got[0] << " " << got[1];
    EXPECT_EQ(got[2], -1.0);
    EXPECT_EQ(got[3], 1.0);
  }
}

TEST_P(GroupNormTest, RefusesChannelsThatTheGroupsDoNotDivide) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {1, 6, 2}, 0, 1, 1);
  expect_refusal({testing::int_field("groups", 4)}, {x},
                 "input \"x\" has 6 channels, which groups = 4 does not divide; choose groups "
                 "among the divisors");
  expect_refusal({testing::int_field("groups", 4), floats_field("scale", {1, 2, 3, 4, 5, 6})}, {x},
                 "attribute \"scale\" is for 6 channels, which groups = 4 does not divide");
}

TEST_P(GroupNormTest, RefusesScalesAndBiasesOfAnotherLengthThanTheChannels) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {1, 6, 2}, 0, 1, 1);
  const auto groups = testing::int_field("groups", 1);
  const TestTensor five = testing::random_tensor(DataType::kFloat, {5}, 0, 1, 1);
  const TestTensor six = testing::random_tensor(DataType::kFloat, {6}, 0, 1, 1);
  expect_refusal({groups, floats_field("scale", {1, 2})}, {x},
                 "attribute \"scale\" has 2 elements; must have 6, one for each channel of \"x\"");
  expect_refusal({groups, floats_field("bias", {1})}, {x},
                 "attribute \"bias\" has 1 elements; must have 6");
  expect_refusal({groups}, {x, five}, "input \"scale\" has 5 elements; must have 6");
  expect_refusal({groups}, {x, six, five}, "input \"bias\" has 5 elements; must have 6");
  expect_refusal({groups, floats_field("scale", {1, 2}), floats_field("bias", {1})}, {x},
                 "attribute \"bias\" has 1 elements; must have 2 as \"scale\"");
}

TEST_P(GroupNormTest, RefusesAParameterThatIsBothInputAndAttribute) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {1, 2, 2}, 0, 1, 1);
  const TestTensor two = testing::random_tensor(DataType::kFloat, {2}, 0, 1, 1);
  const auto groups = testing::int_field("groups", 1);
  expect_refusal({groups, floats_field("scale", {1, 2})}, {x, two},
                 "\"scale\" is both an input and an attribute; keep one of them");
  expect_refusal({groups, floats_field("bias", {1, 2})}, {x, two, two},
                 "\"bias\" is both an input and an attribute; keep one of them");
}

TEST_P(GroupNormTest, RefusesBadAttributesAndRanks) {
  const TestTensor x = testing::random_tensor(DataType::kFloat, {1, 2, 2}, 0, 1, 1);
  expect_refusal({testing::int_field("groups", 0)}, {x},
                 "attribute \"groups\" is 0; must be at least 1");
  expect_refusal({testing::float_field("epsilon", -1e-5F)}, {x}, "attribute \"epsilon\" is -");
  expect_refusal({}, {testing::random_tensor(DataType::kFloat, {2, 32}, 0, 1, 1)},
                 "input \"x\" has 2 dimensions; must have 3 to 5");
}

TEST_P(GroupNormTest, LargeGroupOfMoreThanTwoToThe31ElementsIsNormalizedToItsEnd) {
  const std::string reason = testing::why_no_large_tensors(GetParam());
  if (!reason.empty()) GTEST_SKIP() << reason;
  TestTensor x{DataType::kHalf, {1, 1, (std::int64_t{1} << 31) + 16}, {}};
  const TestTensor pair = testing::tensor(DataType::kHalf, {2}, {3, 5});
  x.bytes.reserve(static_cast<std::size_t>(x.shape.volume()) * 2);
  for (std::int64_t i = 0; i < x.shape.volume(); i += 2) {
    x.bytes.insert(x.bytes.end(), pair.bytes.begin(), pair.bytes.end());
  }
  const TestTensor want = testing::tensor(DataType::kHalf, {2}, {-1, 1});
  for (const Tactic tactic : choices()) {
    const auto y = run(fields_of(options(1, 0.0F)), {x}, tactic);
    ASSERT_TRUE(y.is_ok()) << y.status().message();
    const auto& got = (*y)[0].bytes;
    EXPECT_TRUE(std::equal(want.bytes.begin(), want.bytes.end(), got.begin())) << tactic.name;
    // The rest repeats the beginning.
    EXPECT_TRUE(std::equal(got.begin() + 4, got.end(), got.begin())) << tactic.name;
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(GroupNormTest);

}  // namespace
}  // namespace plugsmith::ops
