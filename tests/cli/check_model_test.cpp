// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class CheckModel : public testing::Test {
 protected:
  std::string model(const std::string& text) {
    const std::string path = (folder_ / "model.onnx").string();
    write_model(path, text);
    return path;
  }
  TemporaryFolder folder_;
};

TEST_F(CheckModel, TakesAttributesTypesAndShapesFromItsNodes) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--model", model(pad_model())});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1) << ran.err;
  ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U) << "only creators that serve a node";
  const json& op = ran.json.at("ops")[0];
  EXPECT_EQ(op.at("name"), "PadTo_PS");
  EXPECT_EQ(op.at("verdict"), "pass");
  ASSERT_EQ(op.at("cases").size(), 1U);
  EXPECT_EQ(op.at("cases")[0].at("name"), "node node_of_y");
  EXPECT_THAT(op.at("cases")[0].at("assumed"), testing::IsEmpty());
  EXPECT_THAT(op.at("passed").get<std::vector<std::string>>(),
              AllOf(testing::Contains("CK79"), testing::Contains("CK95")));
}

TEST_F(CheckModel, ANodeThatTheOpRefusesIsCk95) {
  const RanJson ran =
      plugsmith_json({"check", OUR_LIBRARY, "--model", model(pad_model("height = 0"))});
  EXPECT_EQ(ran.exit, 1) << ran.err;
  bool found = false;
  for (const json& finding : ran.json.at("ops").at(0).at("findings")) {
    if (finding.at("rule") != "CK95") continue;
    found = true;
    EXPECT_THAT(finding.at("message").get<std::string>(), HasSubstr("node \"node_of_y\" of "));
  }
  EXPECT_TRUE(found) << ran.json.dump(1);
}

TEST_F(CheckModel, NodesThatAreAlikeAreOneCase) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--model", model(R"(
<ir_version: 8, opset_import: ["" : 17, "plugsmith" : 1]>
g (float[2,8] a, float[2,8] b) => (float[2,8] c, float[2,8] d, float[2,8] e) {
  c = plugsmith.Swish_PS <plugin_version = "1", plugin_namespace = "plugsmith"> (a)
  d = plugsmith.Swish_PS <plugin_version = "1", plugin_namespace = "plugsmith"> (b)
  e = plugsmith.Swish_PS <beta = 2.0, plugin_version = "1", plugin_namespace = "plugsmith"> (b)
})")});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1) << ran.err;
  const json& cases = ran.json.at("ops").at(0).at("cases");
  ASSERT_EQ(cases.size(), 2U) << cases.dump(1);
  EXPECT_EQ(cases[0].at("name"), "node node_of_c and 1 more alike");
}

TEST_F(CheckModel, AShapeThatNobodyKnowsIsInventedAndSaid) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--model", model(R"(
<ir_version: 8, opset_import: ["" : 17, "plugsmith" : 1]>
g (float[2,8] a) => (float[2,8] c) {
  b = plugsmith.Swish_PS <plugin_version = "1", plugin_namespace = "plugsmith"> (a)
  c = plugsmith.Swish_PS <beta = 2.0, plugin_version = "1", plugin_namespace = "plugsmith"> (b)
})")});
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1) << ran.err;
  ASSERT_EQ(ran.json.value("left_out", json::array()).size(), 1U);
  EXPECT_EQ(ran.json.at("left_out")[0].at("node"), "node_of_c");
  EXPECT_THAT(ran.json.at("left_out")[0].at("reason").get<std::string>(),
              HasSubstr("of its input \"b\" is not known"));
}

TEST_F(CheckModel, NamesOneNodeAndRefusesWhatIsNotThere) {
  const std::string path = model(pad_model());
  RanJson one = plugsmith_json({"check", OUR_LIBRARY, "--model", path, "--node", "node_of_y"});
  EXPECT_EQ(one.exit, 0) << one.err;
  Ran ran = plugsmith({"check", OUR_LIBRARY, "--model", path, "--node", "other"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no node named \"other\""));
  ran = plugsmith({"check", SEEDED, "--model", path});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("no creator of "), HasSubstr("unknown op \"PadTo_PS\"")));
  ran = plugsmith({"check", OUR_LIBRARY, "--node", "node_of_y"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("give it with --model"));
  ran = plugsmith({"check", OUR_LIBRARY, "--model", "/nowhere.onnx"});
  EXPECT_EQ(ran.exit, 2);
}

TEST_F(CheckModel, TheNumberOfOutputsIsHeldAgainstTheNode) {
  RanJson ran = plugsmith_json(
      {"check", OUR_LIBRARY, "--op", "PadTo_PS", "--only", "CK79", "--outputs", "2"});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.json.at("ops")[0].at("findings").at(0).at("message").get<std::string>(),
              HasSubstr("the op has 1 outputs"));
  ran = plugsmith_json(
      {"check", OUR_LIBRARY, "--op", "PadTo_PS", "--only", "CK79", "--outputs", "1"});
  EXPECT_EQ(ran.exit, 0);
}

}  // namespace
}  // namespace plugsmith::test
