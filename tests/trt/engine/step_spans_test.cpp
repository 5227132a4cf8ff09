// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/step_spans.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace plugsmith::trt {
namespace {

/// How many steps each span has that begins and ends.
std::vector<std::uint64_t> spans_of(std::uint64_t steps) {
  const StepSpans spans(steps);
  std::vector<std::uint64_t> lengths;
  std::uint64_t open = 0;
  for (std::uint64_t done = 0; done < steps; ++done) {
    if (spans.begins_after(done)) open = 0;
    ++open;
    if (spans.ends_after(done + 1)) lengths.push_back(open);
  }
  return lengths;
}

TEST(StepSpans, AFewStepsAreTimedOneByOne) {
  EXPECT_EQ(spans_of(0), std::vector<std::uint64_t>());
  EXPECT_EQ(spans_of(1), std::vector<std::uint64_t>({1}));
  EXPECT_EQ(spans_of(3), std::vector<std::uint64_t>({1, 1, 1}));
  EXPECT_EQ(spans_of(100).size(), 100U);
}

TEST(StepSpans, ManyStepsAreTimedInFiftyToAHundredEqualSpansBehindTheFirstStep) {
  for (std::uint64_t steps = 51; steps < 3000; ++steps) {
    const auto lengths = spans_of(steps);
    ASSERT_GE(lengths.size(), 51U) << steps;
    ASSERT_LE(lengths.size(), 101U) << steps;
    ASSERT_EQ(lengths[0], 1U) << steps;
    for (std::size_t i = 1; i < lengths.size(); ++i) {
      ASSERT_EQ(lengths[i], StepSpans(steps).length()) << steps;
    }
  }
}

}  // namespace
}  // namespace plugsmith::trt
