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

TEST(ReadSource, DrawsNumbersOfADistribution) {
  const ExpectedInput expected{"x", DataType::kInt32, true, true, {1000, 2}};
  const auto read = [&](const std::string& source) { return read_source(source, expected, {}); };
  const auto zeros = read("zeros:1:9");
  ASSERT_TRUE(zeros.is_ok()) << zeros.status().message();
  EXPECT_EQ(zeros->bytes, std::vector<std::byte>(8000));
  const auto places = read("uniform:5,7:6,8");
  ASSERT_TRUE(places.is_ok()) << places.status().message();
  EXPECT_EQ(places->bytes[0], std::byte{5});
  EXPECT_EQ(places->bytes[4], std::byte{7});
  EXPECT_NE(read("uniform:0:100:1")->bytes, read("uniform:0:100:2")->bytes);
}

TEST(ReadSource, RefusesADistributionThatIsNone) {
  const ExpectedInput expected{"x", DataType::kFloat, true, true, {4}};
  for (const char* source : {"zeros:", "zeros:0.5,0.5", "zeros:0.5:-1", "zeros:0.5:1:2"}) {
    const auto tensor = read_source(source, expected, {});
    ASSERT_FALSE(tensor.is_ok()) << source;
    EXPECT_EQ(tensor.status().code(), StatusCode::kInvalidArgument);
    EXPECT_THAT(tensor.status().message(), HasSubstr("must be zeros:SHARE, like zeros:0.5"));
  }
  for (const char* source : {"uniform:1", "uniform:a:b", "uniform:0:1:x", "uniform:0,:1"}) {
    const auto tensor = read_source(source, expected, {});
    ASSERT_FALSE(tensor.is_ok()) << source;
    EXPECT_THAT(tensor.status().message(), HasSubstr("must be uniform:LOW:HIGH"));
  }
}

}  // namespace
}  // namespace plugsmith::cli
