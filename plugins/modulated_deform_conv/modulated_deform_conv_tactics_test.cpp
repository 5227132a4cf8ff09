// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "modulated_deform_conv_test.hpp"

namespace plugsmith::ops::modulated_deform_conv_test {
namespace {

// A convolution as the predicate and the scratch see it.
class ModulatedDeformConvTacticsTest : public ::testing::Test {
 protected:
  void set(const Convolution& s, DataType type) {
    op_.groups = s.groups;
    op_.deform_groups = s.deform_groups;
    op_.padding = s.padding;
    const Shape shapes[] = {s.x(), s.offset(), s.mask(), s.weight(), {s.outputs}};
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      inputs_[i] = {{type, TensorFormat::kLinear}, shapes[i], nullptr};
    }
  }
  std::vector<std::int32_t> offered() const {
    std::vector<std::int32_t> values;
    for (const Tactic tactic : ModulatedDeformConv::kTactics.list) {
      if (op_.fits(tactic, TacticContext(table_, tensors_, {tactic}))) {
        values.push_back(tactic.value);
      }
    }
    return values;
  }
  std::int64_t scratch_bytes(Tactic tactic) const {
    ScratchLayout layout;
    ScratchContext context(table_, tensors_, {tactic}, layout);
    EXPECT_TRUE(op_.scratch(context).is_ok());
    return layout.total_bytes().value();
  }

  ModulatedDeformConv op_;
  FormatTableView table_ = op_entry<ModulatedDeformConv>().traits->table;
  std::array<ConstTensorView, 5> inputs_;
  TensorView y_;
  Tensors tensors_{inputs_.data(), 5, &y_};
};

using Offered = std::vector<std::int32_t>;
constexpr std::int32_t k256 = ModulatedDeformConv::kTiles256.value;
constexpr std::int32_t k128 = ModulatedDeformConv::kTiles128.value;
constexpr std::int32_t k64 = ModulatedDeformConv::kTiles64.value;
constexpr std::int32_t kDirect = ModulatedDeformConv::kDirect.value;

TEST_F(ModulatedDeformConvTacticsTest, OffersTilesThatFillTheMachineAndAreNotMostlyEmpty) {
  Convolution s;
  s.channels = s.outputs = 256;
  s.rows = s.columns = 91;  // 129 tiles of 64 pixels
  set(s, DataType::kHalf);
  EXPECT_EQ(offered(), (Offered{k256, k128, k64}));
  set(s, DataType::kFloat);
  EXPECT_EQ(offered(), (Offered{k128, k64}));
  s.outputs = 128;
  set(s, DataType::kBf16);
  EXPECT_EQ(offered(), (Offered{k128, k64}));
  s.outputs = 64;
  set(s, DataType::kHalf);
  EXPECT_EQ(offered(), (Offered{k64, kDirect}));
  s.outputs = 256;
  s.rows = s.columns = 40;
  set(s, DataType::kHalf);
  EXPECT_EQ(offered(), (Offered{k64}));
}

TEST_F(ModulatedDeformConvTacticsTest, OffersTheDirectOneForWhatTilesDoNotSuit) {
  Convolution s;
  s.channels = s.outputs = 256;
  s.groups = 256;
  set(s, DataType::kFloat);
  EXPECT_EQ(offered(), (Offered{kDirect}));
  s.groups = 1;
  s.deform_groups = 128;  // two channels each
  set(s, DataType::kFloat);
  EXPECT_EQ(offered(), (Offered{kDirect}));
  s.deform_groups = 64;
  set(s, DataType::kFloat);
  EXPECT_EQ(offered(), (Offered{k64}));
  s.channels = 0;
  set(s, DataType::kFloat);
  EXPECT_EQ(offered(), (Offered{kDirect}));
}

TEST_F(ModulatedDeformConvTacticsTest, AsksForScratchForTilesOnlyAndForTheirPadding) {
  Convolution s;
  s.channels = 5;
  s.outputs = 65;
  set(s, DataType::kFloat);
  EXPECT_EQ(scratch_bytes(ModulatedDeformConv::kDirect), 0);
  // x: 8 of 5 channels for 5 by 6 pixels. Weights: 9 taps of 16 of 5 channels for 128 of 65
  // outputs. Each slice begins at a multiple of 256 bytes.
  EXPECT_EQ(scratch_bytes(ModulatedDeformConv::kTiles64), 1024 + 4 * 9 * 16 * 128);
  set(s, DataType::kHalf);
  EXPECT_EQ(scratch_bytes(ModulatedDeformConv::kTiles64), 512 + 2 * 9 * 32 * 128);
  EXPECT_EQ(scratch_bytes(ModulatedDeformConv::kTiles256), 512 + 2 * 9 * 32 * 256);
}

}  // namespace
}  // namespace plugsmith::ops::modulated_deform_conv_test
