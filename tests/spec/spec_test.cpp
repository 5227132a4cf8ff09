// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/spec/spec.hpp"

#include <gmock/gmock.h>

namespace plugsmith::spec {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kPad[] = R"(name: Pad
interface: IPluginV3
versions:
  "1":
    inputs: [x]
    outputs: [y]
    input_dims: {x: 4}
    input_dim_range:
      x: {min: "=1, =1, =1, =1", max: "=pinf, =3, =pinf, =pinf"}
    output_dims: {y: "x_0, x_1 * 2, height, size_1"}
    attributes: [height, size, mode]
    attribute_types: {height: int32, size: int32, mode: char}
    attribute_length: {height: 1, size: 2, mode: -1}
    attribute_options:
      height: {min: "0", max: "=64"}
      mode: [edge, zero]
    attributes_required: [height]
    abs_tol: 1e-6
    fp16_rtol: 1e-3
)";

TEST(Spec, ReadsEveryKindOfKey) {
  const auto spec = parse_spec(kPad, "pad.yaml");
  ASSERT_TRUE(spec.is_ok()) << spec.status().message();
  EXPECT_EQ(spec->name, "Pad");
  ASSERT_EQ(spec->versions.size(), 1U);
  const Version& version = spec->versions[0];
  EXPECT_EQ(version.interface, "IPluginV3");
  EXPECT_EQ(version.inputs.at(0).rank, 4);
  EXPECT_TRUE(version.inputs[0].dim_range.at(1).holds(3));
  EXPECT_FALSE(version.inputs[0].dim_range.at(1).holds(4));
  const Attribute* height = version.find_attribute("height");
  ASSERT_NE(height, nullptr);
  EXPECT_TRUE(height->required);
  EXPECT_EQ(height->type, FieldType::kInt32);
  EXPECT_FALSE(height->range.at(0).holds(0)) << "a bound without = is not legal itself";
  EXPECT_TRUE(height->range.at(0).holds(64));
  EXPECT_EQ(version.find_attribute("mode")->allowed.at(1).text, "zero");
  EXPECT_EQ(version.outputs.at(0).rank, 4);
  EXPECT_DOUBLE_EQ(version.tolerances.at("").absolute.value(), 1e-6);
  EXPECT_DOUBLE_EQ(version.tolerances.at("float16").relative.value(), 1e-3);
  EXPECT_TRUE(spec->warnings.empty());
}

TEST(Spec, MissingKeysAreNoError) {
  for (const char* text : {"name: A", "name: A\nversions: {\"1\": {}}",
                           "name: A\nversions:\n  \"1\":\n    attributes: [a]\n",
                           "name: A\nversions:\n  \"1\":\n    inputs: [x]\n    outputs: [y]\n"}) {
    const auto spec = parse_spec(text, "a.yaml");
    EXPECT_TRUE(spec.is_ok()) << text << ": " << spec.status().message();
  }
}

TEST(Spec, WarnsOfNamesThatNobodyBears) {
  const auto spec = parse_spec(
      "name: A\nversions:\n  \"1\":\n    attributes: [size]\n    attribute_types: {sise: int32}\n",
      "a.yaml");
  ASSERT_TRUE(spec.is_ok()) << spec.status().message();
  ASSERT_EQ(spec->warnings.size(), 1U);
  EXPECT_THAT(spec->warnings[0], StartsWith("a.yaml:5:23: \"sise\""));
  EXPECT_THAT(spec->warnings[0], HasSubstr("known are size"));
}

struct Fault {
  const char* name;
  std::string from, to;  ///< replaced in the text above
  const char* message;   ///< the beginning
};

void PrintTo(const Fault& fault, std::ostream* stream) { *stream << fault.name; }

class FaultySpec : public testing::TestWithParam<Fault> {};

TEST_P(FaultySpec, NamesThePlace) {
  std::string text = kPad;
  const std::size_t at = text.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, GetParam().from.size(), GetParam().to);
  const auto spec = parse_spec(text, "pad.yaml");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_EQ(spec.status().code(), StatusCode::kInvalidArgument);
  EXPECT_THAT(spec.status().message(), StartsWith(GetParam().message));
}

const Fault kFaults[] = {
    {"NoYaml", "inputs: [x]", "inputs: [x", "pad.yaml:6:"},
    {"ListForAMap", "{height: 1, size: 2, mode: -1}", "[1, 2]",
     "pad.yaml:13:23: \"attribute_length\" of version \"1\" is a list; must be a map"},
    {"TextForANumber", "input_dims: {x: 4}", "input_dims: {x: four}",
     "pad.yaml:7:21: \"x\" of \"input_dims\" of version \"1\" is \"four\"; must be an integer"},
    {"UnknownAttributeType", "height: int32", "height: int33",
     "pad.yaml:12:31: \"height\" of \"attribute_types\" of version \"1\" is \"int33\"; must be a "
     "type: int8"},
    {"NegativeTolerance", "abs_tol: 1e-6", "abs_tol: -1",
     "pad.yaml:18:14: \"abs_tol\" of version \"1\" is negative"},
    {"BoundThatIsNoNumber", "min: \"0\"", "min: \"zero\"",
     "pad.yaml:15:21: \"min\" of \"height\" of \"attribute_options\" of version \"1\" holds "
     "\"zero\""},
    {"UnknownOption", "max: \"=64\"", "most: \"=64\"",
     "pad.yaml:15:26: unknown constraint \"most\" of \"height\""},
    {"UnknownRelation", "output_dims: {",
     "input_dim_constraints: [\"x_0 ~ x_1\"]\n    output_dims: {",
     "pad.yaml:10:34: an entry of \"input_dim_constraints\" of version \"1\": unknown constraint: "
     "\"~\" is no relation"},
    {"UnknownSymbol", "x_1 * 2", "z_1 * 2",
     "pad.yaml:10:28: \"y\" of \"output_dims\" of version \"1\": \"z_1\" is neither a dimension of "
     "an input (x_0)"},
    {"NoSuchDimension", "x_1 * 2", "x_4 * 2",
     "pad.yaml:10:28: \"y\" of \"output_dims\" of version \"1\": \"x\" has no dimension 4"},
    {"BrokenExpression", "x_1 * 2", "x_1 * ",
     "pad.yaml:10:34: \"y\" of \"output_dims\" of version \"1\": a number or the name of a "
     "dimension must stand before \",\""},
    {"OutputOfItself", "x_1 * 2", "y_1 * 2",
     "pad.yaml:10:22: \"y\" of \"output_dims\" of version \"1\" is a cyclic reference: y -> y"},
    {"AttributesOfEachOther", "height: {min: \"0\", max: \"=64\"}",
     "height: {from_shape: size_0}\n      size: {from_shape: height_0}",
     "pad.yaml:15:28: \"from_shape\" of \"height\" of \"attribute_options\" of version \"1\" is a "
     "cyclic reference: height -> size -> height"},
    {"ValueBeyondItsType", "[edge, zero]", "[edge]\n      size: [3000000000]",
     "pad.yaml:17:14: an entry of \"size\" of \"attribute_options\" of version \"1\" is "
     "3000000000, which a kINT32 cannot hold"},
    {"KeyTwice", "outputs: [y]", "inputs: [y]",
     "pad.yaml:6:5: a key of version \"1\" stands there twice: \"inputs\""},
    {"UnknownInterface", "interface: IPluginV3", "interface: IPluginV4",
     "pad.yaml:4:3: version \"1\" has interface \"IPluginV4\"; must be IPluginV3"},
    {"NoName", "name: Pad", "names: Pad", "pad.yaml:1:1: the specification has no \"name\""},
    {"SecondDocument", "    fp16_rtol: 1e-3\n", "---\nname: B\n",
     "pad.yaml:20:1: there is a second document"},
};

INSTANTIATE_TEST_SUITE_P(Every, FaultySpec, testing::ValuesIn(kFaults),
                         [](const auto& made) { return made.param.name; });

TEST(Spec, RefusesWhatIsNoFile) {
  auto spec = read_spec("/nowhere/at/all.yaml");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_THAT(spec.status().message(), HasSubstr("there is no such file"));
  spec = read_spec("/");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_THAT(spec.status().message(), HasSubstr("is no file"));
  spec = parse_spec("", "empty.yaml");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_THAT(spec.status().message(), StartsWith("empty.yaml:1:1: "));
}

// Depth, width and self-reference that a recursive reader would not survive.
// yaml-cpp 0.7 finds endless documents here.
TEST(Spec, ATextAtWhichAParserStandsStillIsRefused) {
  const auto spec = parse_spec(", {}\n:", "a.yaml");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_THAT(spec.status().message(), HasSubstr("is no YAML: what stands here begins nothing"));
}

TEST(Spec, HostileTextsAreRefusedWithoutHarm) {
  std::string deep = "name: A\nversions: ";
  for (int i = 0; i < 20000; ++i) deep += '[';
  EXPECT_FALSE(parse_spec(deep, "deep.yaml").is_ok());
  std::string sum = "x_0";
  for (int i = 0; i < 20000; ++i) sum += " + (x_0";
  const std::string nested =
      "name: A\nversions: {\"1\": {inputs: [x], outputs: [y], output_dims: {y: \"" + sum + "\"}}}";
  const auto spec = parse_spec(nested, "nested.yaml");
  ASSERT_FALSE(spec.is_ok());
  EXPECT_THAT(spec.status().message(), HasSubstr("too many parentheses"));
  EXPECT_TRUE(parse_spec("name: A\nversions: &v {\"1\": *v}", "self.yaml").is_ok());
  std::string many = "name: A\nversions: {\"1\": {inputs: [";
  for (int i = 0; i < 300; ++i) many += "x" + std::to_string(i) + ",";
  EXPECT_FALSE(parse_spec(many + "]}}", "many.yaml").is_ok());
}

}  // namespace
}  // namespace plugsmith::spec
