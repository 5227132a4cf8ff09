// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "src/check/rule.hpp"
#include "tests/cli/command_line.hpp"
#include "tests/cli/nvidia_findings.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::set<std::string> decided(const json& report) {
  std::set<std::string> rules;
  for (const json& rule : report.at("passed")) rules.insert(rule.get<std::string>());
  for (const json& entry : report.at("not_run")) rules.insert(entry.at("rule").get<std::string>());
  for (const json& entry : report.at("findings")) rules.insert(entry.at("rule").get<std::string>());
  return rules;
}

TEST(Check, OurOwnOpsPassWithoutAnError) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  ASSERT_FALSE(ran.json.value("ops", json::array()).empty());
  for (const json& op : ran.json.at("ops")) {
    if (op.at("interface") == "IPluginCreatorV3One") {
      EXPECT_EQ(op.at("verdict"), "pass") << op.dump(1);
    } else {
      EXPECT_NE(op.at("verdict"), "fail") << op.dump(1);
    }
  }
}

TEST(Check, EveryRuleIsDecidedForEveryOpOrForTheLibrary) {
  const RanJson ran = plugsmith_json({"check", SEEDED});
  auto rules = decided(ran.json.at("ops").at(0));
  rules.merge(decided(ran.json));
  for (const check::Rule& rule : check::all_rules()) EXPECT_EQ(rules.count(rule.id), 1U) << rule.id;
  EXPECT_EQ(check::all_rules().size(), 100U);
}

TEST(Check, TextShowsTheAcceptedCombinationsAndASummary) {
  const Ran ran = plugsmith({"check", SEEDED});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("float32 kLINEAR -> float32 kLINEAR"),
                             HasSubstr("assumed: inputs [2,8,16,16], dynamic"),
                             HasSubstr("not run: needs a GPU: CK60"),
                             HasSubstr("1 ops: 1 passed, 0 failed, 0 not run; 0 errors")));
}

TEST(Check, OnlyAndSkipChooseTheRules) {
  RanJson ran = plugsmith_json({"check", SEEDED, "--only", "CK36,CK37"});
  EXPECT_EQ(ran.json.at("ops").at(0).at("passed"), json({"CK36", "CK37"}));
  EXPECT_THAT(ran.json.at("ops").at(0).at("not_run"), IsEmpty());
  ran = plugsmith_json({"check", SEEDED, "--skip", "CK36"}, "CK36");
  EXPECT_EQ(ran.exit, 0) << ran.json.dump(1);
}

TEST(Check, ExplainsARuleAndRefusesAnUnknownOne) {
  Ran ran = plugsmith({"check", "--explain", "CK37"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("CK37 (error"), HasSubstr("G18"), HasSubstr("To keep it")));
  ran = plugsmith({"check", "--explain", "CK101"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("CK101: there is no such rule; rules are CK01 to CK100"));
}

TEST(Check, WrongUsageIsRefused) {
  Ran ran = plugsmith({"check"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("name a plugin library"));
  ran = plugsmith({"check", SEEDED, "--only", "XX"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("--only XX: there is no such rule"));
  ran = plugsmith({"check", SEEDED, "--op", "Sown"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no creator named \"Sown\""));
  ran = plugsmith({"check", SEEDED, "--input", "2x3:float32"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("name it with --op"));
  ran = plugsmith({"check", SEEDED, "--op", "Seeded", "--attr", "scale=x"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("attribute \"scale\" is \"x\""));
  ran = plugsmith({"check", NO_CREATORS});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("no creator was found by any route"));
}

// Each creator of a real library is driven to an end; of the older family, none is called passed.
TEST(Check, NvidiasLibraryNeitherCrashesNorHangsTheTool) {
  if (!std::filesystem::exists(NVIDIA_LIBRARY)) GTEST_SKIP() << "not here: " << NVIDIA_LIBRARY;
  const RanJson ran = plugsmith_json({"check", NVIDIA_LIBRARY});
  EXPECT_THAT(ran.exit, testing::AnyOf(0, 1));
  ASSERT_EQ(ran.json.value("ops", json::array()).size(), 80U);
  expect_known_errors_only(ran.json);
  EXPECT_FALSE(is_known_of_nvidia("PriorBox_TRT", "CK91"));
  EXPECT_FALSE(is_known_of_nvidia("NMS", "CK16"));
  int driven = 0;
  for (const json& op : ran.json.at("ops")) {
    driven += op.value("problem", "unknown").empty() ? 1 : 0;
  }
  EXPECT_GE(driven, 15);
}

}  // namespace
}  // namespace plugsmith::test
