// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/trace_diff.hpp"

#include <gmock/gmock.h>

namespace plugsmith::cli {
namespace {

std::string sides(const std::vector<DiffLine>& lines) {
  std::string text;
  for (const auto& line : lines) text += line.side + line.text + "|";
  return text;
}

TEST(TraceDiff, IsShortest) {
  EXPECT_EQ(sides(diff_traces({"a", "b", "c", "d"}, {"a", "c", "x", "d"})), " a|-b| c|+x| d|");
  EXPECT_EQ(sides(diff_traces({}, {"a"})), "+a|");
  EXPECT_EQ(sides(diff_traces({"a"}, {})), "-a|");
}

TEST(TraceDiff, IgnoresRepetitionsAndIndentation) {
  EXPECT_EQ(sides(diff_traces({"   #4 enqueue   (x156)"}, {"#4 enqueue   (x2)"})),
            "    #4 enqueue   (x156)|");
  EXPECT_EQ(sides(diff_traces({"#4 enqueue (x) a"}, {"#4 enqueue"})),
            "-#4 enqueue (x) a|+#4 enqueue|");
}

}  // namespace
}  // namespace plugsmith::cli
