// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "plugsmith/reference_values.hpp"

#include <gtest/gtest.h>

#include "plugsmith/half.hpp"

namespace plugsmith {
namespace {

template <class T>
std::vector<double> read(DataType type, const std::vector<T>& values) {
  const ConstTensorView view({type, TensorFormat::kLinear},
                             {static_cast<std::int64_t>(values.size())}, values.data());
  const auto doubles = doubles_of(view);
  EXPECT_TRUE(doubles.is_ok()) << doubles.status().message();
  return doubles.is_ok() ? *doubles : std::vector<double>();
}

TEST(ReferenceValues, AreTheElementsOfEachFloatingType) {
  const std::vector<double> wanted{1.5, -2.0, 0.25};
  EXPECT_EQ(read<float>(DataType::kFloat, {1.5F, -2.0F, 0.25F}), wanted);
  EXPECT_EQ(read<Half>(DataType::kHalf, {Half(1.5F), Half(-2.0F), Half(0.25F)}), wanted);
  EXPECT_EQ(read<BFloat16>(DataType::kBf16, {BFloat16(1.5F), BFloat16(-2.0F), BFloat16(0.25F)}),
            wanted);
  EXPECT_EQ(read<float>(DataType::kFloat, {}), std::vector<double>());
}

TEST(ReferenceValues, AreRefusedOfOtherTypes) {
  const std::vector<std::int32_t> values{1};
  const auto doubles =
      doubles_of(ConstTensorView({DataType::kInt32, TensorFormat::kLinear}, {1}, values.data()));
  ASSERT_FALSE(doubles.is_ok());
  EXPECT_EQ(doubles.status().code(), StatusCode::kUnsupported);
  EXPECT_EQ(doubles.status().message(), "no CPU reference for element type int32");
}

}  // namespace
}  // namespace plugsmith
