// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "src/graph/node_mapping.hpp"

namespace plugsmith::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NearestNames, PutTheNearestFirst) {
  EXPECT_THAT(nearest_names("PadTo", {"Pad", "PadTo_PS", "Padto", "HardSwish_PS"}),
              ElementsAre("Padto"));
  EXPECT_THAT(nearest_names("PadTo_P", {"PadTo_PS", "PadTwo_PS", "Pad"}),
              ElementsAre("PadTo_PS", "PadTwo_PS"));
}

TEST(NearestNames, ForgiveCaseMissingAndSwappedLetters) {
  EXPECT_THAT(nearest_names("hardswish_ps", {"HardSwish_PS"}), ElementsAre("HardSwish_PS"));
  EXPECT_THAT(nearest_names("HadSwish_PS", {"HardSwish_PS"}), ElementsAre("HardSwish_PS"));
  EXPECT_THAT(nearest_names("HardSiwsh_PS", {"HardSwish_PS"}), ElementsAre("HardSwish_PS"));
}

TEST(NearestNames, DoNotGuessWildly) {
  EXPECT_THAT(nearest_names("Foo", {"Bar", "Gemm", "Relu"}), IsEmpty());
  EXPECT_THAT(nearest_names("", {"Bar"}), IsEmpty());
  EXPECT_THAT(nearest_names("Relu", {"Relu"}), IsEmpty());
}

TEST(NearestNames, StopAtTheNumberAskedFor) {
  EXPECT_THAT(nearest_names("aaaa", {"aaab", "aaac", "aaad", "aaae"}, 2),
              ElementsAre("aaab", "aaac"));
}

TEST(NearestNames, TakeALongNameInStride) {
  EXPECT_THAT(nearest_names(std::string(10'000'000, 'a'), {"aaab"}), IsEmpty());
}

}  // namespace
}  // namespace plugsmith::graph
