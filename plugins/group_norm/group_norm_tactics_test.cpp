// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "group_norm_test.hpp"

namespace plugsmith::ops {
namespace {

// x of one group with so many elements, as the predicate and the scratch see it.
class GroupNormTacticsTest : public ::testing::Test {
 protected:
  void set_elements(std::int64_t elements) {
    op_.groups = 1;
    x_ = {{DataType::kHalf, TensorFormat::kLinear}, {3, 1, elements}, nullptr};
  }
  bool fits(Tactic tactic) const {
    return op_.fits(tactic, TacticContext(table_, {&x_, 1, &y_}, {tactic}));
  }
  std::int64_t scratch_bytes(Tactic tactic) const {
    ScratchLayout layout;
    ScratchContext context(table_, {&x_, 1, &y_}, {tactic}, layout);
    EXPECT_TRUE(op_.scratch(context).is_ok());
    return layout.total_bytes().value();
  }

  GroupNorm op_;
  FormatTableView table_ = op_entry<GroupNorm>().traits->table;
  ConstTensorView x_;
  TensorView y_;
};

TEST_F(GroupNormTacticsTest, OffersOnePassForSmallGroupsAndTwoForLargeOnes) {
  set_elements(100);
  EXPECT_TRUE(fits(GroupNorm::kOnePass));
  EXPECT_FALSE(fits(GroupNorm::kTwoPass));
  set_elements(1 << 15);
  EXPECT_TRUE(fits(GroupNorm::kOnePass));
  EXPECT_TRUE(fits(GroupNorm::kTwoPass));
  set_elements(1 << 22);
  EXPECT_FALSE(fits(GroupNorm::kOnePass));
  EXPECT_TRUE(fits(GroupNorm::kTwoPass));
}

TEST_F(GroupNormTacticsTest, AsksForScratchInTwoPassesOnlyAndNeverForLessOfMore) {
  std::int64_t before = 0;
  for (std::int64_t elements = 1; elements < (1 << 24); elements = elements * 5 / 4 + 1) {
    set_elements(elements);
    EXPECT_EQ(scratch_bytes(GroupNorm::kOnePass), 0);
    const std::int64_t bytes = scratch_bytes(GroupNorm::kTwoPass);
    EXPECT_GE(bytes, before);
    before = bytes;
  }
  EXPECT_EQ(before, 3 * 256 * 3 * 4);  // samples, parts, and three floats each
}

}  // namespace
}  // namespace plugsmith::ops
