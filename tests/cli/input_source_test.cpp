// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/input_source.hpp"

#include <gmock/gmock.h>

namespace plugsmith::cli {
namespace {

using testing::HasSubstr;

TEST(ParseDims, ReadsShapes) {
  EXPECT_EQ(*parse_dims("2x3x16x20"), (io::Dims{2, 3, 16, 20}));
  EXPECT_EQ(*parse_dims("?x0"), (io::Dims{-1, 0}));
  EXPECT_EQ(*parse_dims(""), io::Dims{});
  for (const char* wrong : {"x", "2x", "2xx3", "-1", "2x3.5", "2,3", "99999999999999999999"}) {
    const auto dims = parse_dims(wrong);
    ASSERT_FALSE(dims.is_ok()) << wrong;
    EXPECT_EQ(dims.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(dims.status().message(), HasSubstr(std::string("\"") + wrong + "\" is no shape"));
  }
}

TEST(ParseNamedShape, SplitsAtTheLastEqualsSign) {
  const auto shape = parse_named_shape("a=b=1x2");
  ASSERT_TRUE(shape.is_ok());
  EXPECT_EQ(shape->name, "a=b");
  EXPECT_EQ(shape->dims, (io::Dims{1, 2}));
}

TEST(ParseOpInput, ReadsShapeTypeAndSource) {
  const auto input = parse_op_input("2x3:float16=some:file=x.npy");
  ASSERT_TRUE(input.is_ok()) << input.status().message();
  EXPECT_EQ(input->opt, (io::Dims{2, 3}));
  EXPECT_EQ(input->min, input->max);
  EXPECT_EQ(input->type, DataType::kHalf);
  EXPECT_EQ(input->source, "some:file=x.npy");
  const auto scalar = parse_op_input(":int64");
  ASSERT_TRUE(scalar.is_ok());
  EXPECT_TRUE(scalar->opt.empty());
  EXPECT_EQ(scalar->source, "random");
}

TEST(ParseOpInput, ReadsARange) {
  const auto input = parse_op_input("1x8..2x8..4x8:float32");
  ASSERT_TRUE(input.is_ok()) << input.status().message();
  EXPECT_EQ(input->min, (io::Dims{1, 8}));
  EXPECT_EQ(input->opt, (io::Dims{2, 8}));
  EXPECT_EQ(input->max, (io::Dims{4, 8}));
  EXPECT_THAT(parse_op_input("1..2:float32").status().message(), HasSubstr("MIN..OPT..MAX"));
  EXPECT_THAT(parse_op_input("1..2..1:float32").status().message(), HasSubstr("min <= opt <= max"));
  EXPECT_THAT(parse_op_input("1..2x2..3:float32").status().message(), HasSubstr("one length"));
  EXPECT_THAT(parse_op_input("?:float32").status().message(), HasSubstr("must be a known number"));
}

}  // namespace
}  // namespace plugsmith::cli
