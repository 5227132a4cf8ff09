// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/profile_check.hpp"

#include <gmock/gmock.h>

namespace plugsmith::trt {
namespace {

using testing::HasSubstr;

const std::vector<DeclaredInput> kInputs{{"x", {-1, 3, -1, -1}, false}, {"n", {2}, false}};

TEST(ProfileCheck, TakesARangeForOpenDimensions) {
  const Profile profile{{"x", {{1, 3, 8, 8}, {2, 3, 16, 16}, {4, 3, 32, 32}, {}}}};
  EXPECT_TRUE(check_profile(kInputs, profile).is_ok());
}

struct Case {
  Profile profile;
  const char* sentence;
};
class Refused : public testing::TestWithParam<Case> {};

TEST_P(Refused, WithASentence) {
  const Status status = check_profile(kInputs, GetParam().profile);
  EXPECT_EQ(status.code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(status.message(), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    All, Refused,
    testing::Values(
        Case{{}, "input x[?,3,?,?] has open dimensions: give their range by --shape x=MIN:OPT:MAX"},
        Case{{{"y", {{1}, {1}, {1}, {}}}}, "--shape y: the model has no such input (it has: x n)"},
        Case{{{"x", {{1, 3}, {1, 3}, {1, 3}, {}}}}, "declares [?,3,?,?], of rank 4"},
        Case{{{"x", {{1, 3, 8, 8}, {1, 3, 8}, {1, 3, 8, 8}, {}}}}, "have different ranks"},
        Case{{{"x", {{1, 3, 9, 8}, {1, 3, 8, 8}, {1, 3, 9, 8}, {}}}},
             "at axis 2 MIN <= OPT <= MAX does not hold"},
        Case{{{"x", {{1, 1, 8, 8}, {1, 3, 8, 8}, {1, 3, 8, 8}, {}}}},
             "the model fixes axis 1 to 3"}));

TEST(ProfileCheck, AShapeInputNeedsARangeOfItsValues) {
  const std::vector<DeclaredInput> inputs{{"shape", {2}, true}};
  EXPECT_THAT(check_profile(inputs, {}).message(), HasSubstr("input shape[2] holds a shape"));
  const Profile profile{{"shape", {{1, 1}, {2, 2}, {9, 9}, {}}}};
  EXPECT_TRUE(check_profile(inputs, profile).is_ok());
}

}  // namespace
}  // namespace plugsmith::trt
