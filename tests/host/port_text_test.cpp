// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/port_text.hpp"

#include <gtest/gtest.h>

namespace plugsmith::host {
namespace {

TEST(PortText, IsReadWordByWord) {
  const auto ports = parse_ports(
      "cache inout_required 2..4 float32,float16 -\n"
      "rows in 1 int64 -2..cache[1]\n"
      "digits optional_in 0..8 int32 0..10\n"
      "slots in 1 int32 -1..cache[0][2]\n"
      "row 0 cache float32:kLINEAR\n"
      "row 0 digits =rows\n");
  ASSERT_TRUE(ports.is_ok()) << ports.status().message();
  ASSERT_EQ(ports->size(), 4U);
  const PortDescription& cache = ports.value()[0];
  EXPECT_EQ(cache.name, "cache");
  EXPECT_EQ(cache.kind, "inout_required");
  EXPECT_EQ(cache.min_rank, 2);
  EXPECT_EQ(cache.max_rank, 4);
  EXPECT_EQ(cache.types, (std::vector<DataType>{DataType::kFloat, DataType::kHalf}));
  EXPECT_FALSE(cache.domain.has_value());
  EXPECT_TRUE(cache.is_device_input());
  const PortDomain& rows = *ports.value()[1].domain;
  EXPECT_EQ(rows.low, -2);
  EXPECT_EQ(rows.high_port, "cache");
  EXPECT_EQ(rows.high, 1);
  const PortDomain& digits = *ports.value()[2].domain;
  EXPECT_EQ(digits.high_port, "");
  EXPECT_EQ(digits.high, 10);
  EXPECT_EQ(digits.times_axis, -1);
  const PortDomain& slots = *ports.value()[3].domain;
  EXPECT_EQ(slots.high, 0);
  EXPECT_EQ(slots.times_axis, 2);
}

TEST(PortText, ThatIsEmptyHasNoPorts) { EXPECT_TRUE(parse_ports("")->empty()); }

class BadPort : public ::testing::TestWithParam<const char*> {};

TEST_P(BadPort, IsRefusedAndShown) {
  const auto ports = parse_ports(std::string("x in 1 float32 -\n") + GetParam() + "\n");
  ASSERT_FALSE(ports.is_ok());
  std::string wanted("\"");
  wanted += GetParam();
  EXPECT_EQ(ports.status().message(),
            wanted + "\" is no port; must be NAME KIND RANK TYPES DOMAIN");
}

INSTANTIATE_TEST_SUITE_P(All, BadPort,
                         ::testing::Values("y in 1 float32", "y in 1 float32 - -",
                                           " in 1 float32 -", "y around 1 float32 -",
                                           "y in one float32 -", "y in 1..x float32 -",
                                           "y in 1 real -", "y in 1 float32, -", "y in 1 int32 0-4",
                                           "y in 1 int32 a..4", "y in 1 int32 0..x[1",
                                           "y in 1 int32 0..[1]", "y in 1 int32 0..x[-1]",
                                           "y in 1 int32 0..x[0][", "y in 1 int32 0..x[0][-1]"));

}  // namespace
}  // namespace plugsmith::host
