// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/port_lines.hpp"

#include <gtest/gtest.h>

#include "tests/trt/feature_op.hpp"

namespace plugsmith::trt {
namespace {

TEST(PortLines, SayWhatEachKindOfPortIs) {
  EXPECT_EQ(port_lines(op_entry<testing::FeatureOp>().traits->table),
            "x in 2 float32,int8 -\n"
            "cache inout_preferred 0..8 float32 -\n"
            "target host_input 0..8 int32,int64 -\n"
            "bias optional_in 0..8 float32 -\n"
            "y out 0..8 float32,int8 -\n"
            "count size_out 0 int32 -\n"
            "row 0 x float32:kLINEAR,int8:kLINEAR\n"
            "row 0 cache float32:kLINEAR\n"
            "row 0 target int32:kLINEAR,int64:kLINEAR\n"
            "row 0 bias float32:kLINEAR\n"
            "row 0 y =x\n"
            "row 0 count int32:kLINEAR\n");
}

TEST(PortLines, ShowDomainsAndTheTypesOfAllRows) {
  constexpr InOut cache{"cache", required, rank(2, 4)};
  constexpr In rows{"rows", rank(1), values(0, dim(cache, 1) * dim(cache, 0))};
  constexpr In digits{"digits", rank(1), values(-3, 10)};
  constexpr auto table = formats(
      row(cache = f32 * linear | f16 * hwc8, rows = i32 * linear, digits = type_of(rows) * linear),
      row(cache = bf16 * linear, rows = i64 * linear, digits = type_of(rows) * linear));
  EXPECT_EQ(port_lines(FormatTableView(table.rows[0].rules, 2, 3)),
            "cache inout_required 2..4 float32,float16,bfloat16 -\n"
            "rows in 1 int32,int64 0..cache[1][0]\n"
            "digits in 1 int32,int64 -3..10\n"
            "row 0 cache float32:kLINEAR,float16:kHWC8\n"
            "row 0 rows int32:kLINEAR\n"
            "row 0 digits =rows:kLINEAR\n"
            "row 1 cache bfloat16:kLINEAR\n"
            "row 1 rows int64:kLINEAR\n"
            "row 1 digits =rows:kLINEAR\n");
}

}  // namespace
}  // namespace plugsmith::trt
