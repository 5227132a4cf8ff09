// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr char kPad[] = R"(name: PadTo_PS
versions:
  "1":
    inputs: [x]
    outputs: [y]
    input_dims: {x: 4}
    input_dim_constraints: ["x_2 <= 32", "width >= x_3"]
    output_dims: {y: "x_0, x_1, height, width"}
    attributes: [height, width]
    attribute_types: {height: int32, width: int32}
    attribute_length: {height: 1, width: 1}
    attribute_options:
      height: {min: "=1", max: "=pinf"}
      width: {min: "0", max: "=pinf"}
    configs:
      usual:
        input_types: {x: float32}
        attribute_options: {height: {value: 48}, width: {value: 32}}
)";

class CheckSpec : public testing::Test {
 protected:
  std::string spec(const std::string& from = "", const std::string& to = "") {
    std::string text = kPad;
    if (!from.empty()) {
      const std::size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos);
      text.replace(at, from.size(), to);
    }
    const std::string path = (folder_ / "pad.yaml").string();
    std::ofstream(path) << text;
    return path;
  }
  TemporaryFolder folder_;
};

json find_rule(const json& op, const std::string& rule) {
  for (const json& finding : op.at("findings")) {
    if (finding.at("rule") == rule) return finding;
  }
  return {};
}

TEST_F(CheckSpec, CasesOfTheSpecificationPass) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--spec", spec()});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1) << ran.err;
  ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U);
  const json& op = ran.json.at("ops")[0];
  EXPECT_EQ(op.at("name"), "PadTo_PS");
  EXPECT_EQ(op.at("verdict"), "pass");
  ASSERT_EQ(op.at("cases").size(), 3U) << op.at("cases").dump(1);
  EXPECT_EQ(op.at("cases")[0].at("name"), "usual");
  EXPECT_EQ(op.at("cases")[1].at("name"), "usual with height = 1");
  for (const char* rule : {"CK16", "CK32", "CK95"}) {
    EXPECT_THAT(op.at("passed").get<std::vector<std::string>>(), testing::Contains(rule));
  }
}

TEST_F(CheckSpec, AShapeThatDiffersIsCk32) {
  const RanJson ran =
      plugsmith_json({"check", OUR_LIBRARY, "--spec", spec("x_1, height", "x_1 + 1, height")});
  EXPECT_EQ(ran.exit, 1);
  const json found = find_rule(ran.json.at("ops").at(0), "CK32");
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1);
  EXPECT_EQ(found.at("case"), "usual");
  EXPECT_EQ(found.at("means"), "would be wrong or refused");
}

TEST_F(CheckSpec, AConfigurationThatIsRefusedIsCk95) {
  RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--spec", spec("x: float32", "x: int64")});
  EXPECT_EQ(ran.exit, 1);
  json found = find_rule(ran.json.at("ops").at(0), "CK95");
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1);
  EXPECT_THAT(found.at("message").get<std::string>(),
              AllOf(HasSubstr("case \"usual\" of "), HasSubstr("pad.yaml")));
  ran = plugsmith_json(
      {"check", OUR_LIBRARY, "--spec", spec("{height: {value: 48}", "{height: {value: -1}")});
  EXPECT_EQ(ran.exit, 1);
  found = find_rule(ran.json.at("ops").at(0), "CK95");
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1);
  EXPECT_EQ(found.at("evidence"), "createPlugin");
}

TEST_F(CheckSpec, AForbiddenValueThatIsTakenIsCk16) {
  const RanJson ran = plugsmith_json(
      {"check", OUR_LIBRARY, "--spec", spec("height: {min: \"=1\"", "height: {min: \"=4\"")});
  EXPECT_EQ(ran.exit, 1);
  const json found = find_rule(ran.json.at("ops").at(0), "CK16");
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1);
  EXPECT_THAT(found.at("message").get<std::string>(),
              HasSubstr("forbids: height = 3, which is below its minimum"));
}

TEST_F(CheckSpec, MistakesNameThePlaceBeforeTheLibraryIsLoaded) {
  Ran ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec("height: int32", "height: int31")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("pad.yaml:10:31: \"height\" of \"attribute_types\""));
  ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec("x_2 <= 32", "x_2 ~ 32")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("pad.yaml:7:34:"), HasSubstr("unknown constraint")));
  ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec("x_0, x_1", "y_1, y_0")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("pad.yaml:8:22:"), HasSubstr("cyclic reference: y -> y")));
  ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec("name: PadTo_PS", "name: PatTo")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no creator \"PatTo\" of version 1"));
  ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec("\"1\":", "\"7\":")});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("it has version 1"));
  ran = plugsmith({"check", OUR_LIBRARY, "--spec", spec(), "--attr", "height=3"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("give one or the other"));
}

// The example of docs/spec.md is what it says.
TEST_F(CheckSpec, TheDocumentedExamplePasses) {
  const std::string page = read_text(std::string(DOCS) + "/spec.md");
  const std::size_t begin = page.find("```yaml\n");
  const std::size_t end = page.find("```", begin + 3);
  ASSERT_NE(begin, std::string::npos);
  const std::string path = (folder_ / "example.yaml").string();
  std::ofstream(path) << page.substr(begin + 8, end - begin - 8);
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--spec", path});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1) << ran.err;
}

}  // namespace
}  // namespace plugsmith::test
