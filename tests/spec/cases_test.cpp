// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/cases.hpp"

#include <gmock/gmock.h>

#include <cstring>

namespace plugsmith::spec {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

Version version_of(const std::string& body) {
  const auto spec = parse_spec("name: A\nversions:\n  \"1\":\n" + body, "a.yaml");
  EXPECT_TRUE(spec.is_ok()) << spec.status().message();
  return spec.is_ok() ? spec->versions.at(0) : Version();
}

std::vector<std::string> names_of(const Cases& cases) {
  std::vector<std::string> names;
  for (const Case& one : cases.cases) names.push_back(one.name);
  return names;
}

std::int32_t int_of(const Case& one, const std::string& name) {
  for (const auto& field : one.attributes) {
    std::int32_t value = 0;
    if (field.name != name || field.data.size() < sizeof value) continue;
    std::memcpy(&value, field.data.data(), sizeof value);
    return value;
  }
  return -1;
}

TEST(Cases, ShapesSatisfyTheConstraints) {
  const Version version = version_of(R"(
    inputs: [x, w]
    outputs: [y]
    input_dims: {x: 4, w: 2}
    input_dim_constraints:
      - "x_1 MULTIPLE_OF groups"
      - "w_0 == x_1"
      - "w_1 == 3 * x_0 + 1"
      - "heads * k == x_1"
      - "x_2 >= 20"
    output_dims: {y: "x_0, w_1 - 1, groups"}
    attributes: [groups, heads]
    attribute_types: {groups: int32, heads: int32}
    configs:
      one:
        input_types: {x: float32, w: float32}
        attribute_options: {groups: {value: 3}, heads: {value: 7}}
)");
  const Cases cases = make_cases(version, 0);
  ASSERT_EQ(cases.cases.size(), 1U);
  const Case& one = cases.cases[0];
  for (const auto& dims : {one.inputs.at(0).min, one.inputs.at(0).opt, one.inputs.at(0).max}) {
    EXPECT_EQ(dims.at(1) % 21, 0);
    EXPECT_GE(dims.at(2), 20);
  }
  EXPECT_EQ(one.inputs[1].opt.at(0), one.inputs[0].opt.at(1));
  EXPECT_EQ(one.inputs[1].opt.at(1), 3 * one.inputs[0].opt.at(0) + 1);
  EXPECT_THAT(one.outputs_opt,
              ElementsAre(ElementsAre(one.inputs[0].opt[0], one.inputs[1].opt[1] - 1, 3)));
  EXPECT_THAT(one.output_shapes, ElementsAre("i0[0], (i1[1]-1), 3"));
  for (std::size_t axis = 0; axis < 4; ++axis) {
    EXPECT_LE(one.inputs[0].min[axis], one.inputs[0].opt[axis]);
    EXPECT_LE(one.inputs[0].opt[axis], one.inputs[0].max[axis]);
  }
  EXPECT_LT(one.inputs[0].min[0], one.inputs[0].max[0]) << "where there is room, dims vary";
}

TEST(Cases, AnUnsatisfiableConstraintIsSaid) {
  const Cases cases = make_cases(version_of(R"(
    inputs: [x]
    input_dims: {x: 2}
    input_dim_constraints: ["x_0 == 3", "x_0 + x_1 == 2"]
)"),
                                 0);
  EXPECT_THAT(cases.cases, IsEmpty());
  EXPECT_THAT(cases.left_out, Contains(HasSubstr("no shapes satisfy \"x_0 + x_1 == 2\"")));
}

TEST(Cases, BoundaryAndForbiddenValuesFollowFromTheOptions) {
  const Cases cases = make_cases(version_of(R"(
    attributes: [stride, mode, pads]
    attribute_types: {stride: int32, mode: int32, pads: int32}
    attribute_length: {stride: 1, mode: 1, pads: 2}
    attribute_options:
      stride: {min: "0", max: "=8"}
      mode: [0, 2]
    attributes_required: [stride]
)"),
                                 0);
  EXPECT_THAT(names_of(cases), ElementsAre("usual values", "usual values with stride = 8",
                                           "usual values with mode = 2"));
  EXPECT_EQ(int_of(cases.cases[0], "stride"), 1);
  EXPECT_EQ(int_of(cases.cases[1], "stride"), 8);
  std::vector<std::string> what;
  for (const auto& forbidden : cases.cases[0].forbidden) what.push_back(forbidden.what);
  EXPECT_THAT(what, ElementsAre("stride is missing, which is required",
                                "stride = 0, which is below its minimum",
                                "stride = 9, which is above its maximum",
                                "mode = -1, which is none of those allowed",
                                "mode = 3, which is none of those allowed",
                                "pads = 1, which has 1 elements instead of 2"));
  EXPECT_THAT(cases.cases[1].forbidden, IsEmpty());
}

TEST(Cases, AlternativesOfAConfigurationAreTakenInStep) {
  const Cases cases = make_cases(version_of(R"(
    inputs: [x]
    attributes: [axis, reduction]
    attribute_types: {axis: int32, reduction: char}
    configs:
      sum:
        input_types: {x: float16}
        attribute_options:
          axis: [-1, 0]
          reduction: [add, mul, min]
)"),
                                 0);
  EXPECT_THAT(names_of(cases), ElementsAre("sum with axis = -1, reduction = \"add\"",
                                           "sum with axis = 0, reduction = \"mul\"",
                                           "sum with axis = -1, reduction = \"min\""));
  const auto& text = cases.cases[1].attributes.at(1);
  EXPECT_EQ(text.type, FieldType::kChar);
  EXPECT_EQ(text.length, 3);
  EXPECT_EQ(text.data.size(), 4U) << "a NUL stands behind the text";
  EXPECT_TRUE(cases.cases[0].types_claimed);
  EXPECT_FALSE(cases.cases[0].has_dims());
}

TEST(Cases, AnAttributeFollowsFromAShape) {
  const Cases cases = make_cases(version_of(R"(
    inputs: [x]
    input_dims: {x: 3}
    input_dim_constraints: ["x_2 == W_0"]
    attributes: [out, W]
    attribute_types: {out: int32, W: float32}
    attribute_dims: {out: 1, W: 2}
    attribute_options: {out: {from_shape: W_1}}
    configs:
      one: {input_types: {x: float32}, attribute_options: {W: {shape: "5, 7"}}}
    attributes_required: [out, W]
)"),
                                 0);
  ASSERT_EQ(cases.cases.size(), 1U);
  EXPECT_EQ(int_of(cases.cases[0], "out"), 7);
  EXPECT_EQ(cases.cases[0].attributes.at(1).length, 35);
  EXPECT_EQ(cases.cases[0].inputs.at(0).opt.at(2), 5);
}

TEST(Cases, ContentsOfArraysFollowFromTheSeed) {
  const Version version = version_of(R"(
    attributes: [W]
    attribute_types: {W: float32}
    attribute_dims: {W: 1}
    attribute_dim_range: {W: {min: "=32", max: "=32"}}
)");
  const auto bytes = [&](std::uint64_t seed) {
    return make_cases(version, seed).cases.at(0).attributes.at(0).data;
  };
  EXPECT_EQ(bytes(3).size(), 128U);
  EXPECT_EQ(bytes(3), bytes(3));
  EXPECT_NE(bytes(3), bytes(4));
}

}  // namespace
}  // namespace plugsmith::spec
