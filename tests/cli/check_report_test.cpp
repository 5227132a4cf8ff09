// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "src/check/explanation.hpp"
#include "src/check/rule.hpp"
#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Baseline : public testing::Test {
 protected:
  RanJson check(const std::string& fault, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{
        "check",      SEEDED, "--op", "Seeded", "--input", "1x8x4x4..2x8x8x8..4x8x16x16:float32",
        "--baseline", path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return plugsmith_json(arguments, fault);
  }
  std::string path() const { return (folder_ / "baseline.json").string(); }
  TemporaryFolder folder_;
};

TEST_F(Baseline, IsWrittenWhenAbsentAndThenKnowsItsFindings) {
  RanJson ran = check("CK36");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_TRUE(ran.json.at("baseline").at("recorded"));
  EXPECT_EQ(ran.json.at("baseline").at("known"), 1);
  ran = check("CK36");
  EXPECT_EQ(ran.exit, 0);
  EXPECT_FALSE(ran.json.at("baseline").at("recorded"));
  EXPECT_EQ(ran.json.at("baseline").at("known"), 1);
  EXPECT_EQ(ran.json.at("baseline").at("new"), 0);
  EXPECT_EQ(ran.json.at("ops")[0].at("verdict"), "fail") << "known, but still a fault";
}

TEST_F(Baseline, OnlyNewFindingsCountForTheExitCode) {
  check("CK36");
  const RanJson ran = check("CK51");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.json.at("baseline").at("new"), 1);
  ASSERT_EQ(ran.json.at("baseline").at("gone").size(), 1U);
  EXPECT_EQ(ran.json.at("baseline").at("gone")[0].at("rule"), "CK36");
}

TEST_F(Baseline, IsUpdatedOnRequestOnlyAndKeepsWhatWasNotChecked) {
  check("CK36");
  RanJson ran = check("CK40", {"--only", "CK40", "--update-baseline"});
  EXPECT_EQ(ran.exit, 0);
  ran = check("CK36");
  EXPECT_EQ(ran.json.at("baseline").at("known"), 1) << "CK36 was not checked when it was updated";
  ran = check("CK40");
  EXPECT_EQ(ran.exit, 0);
}

TEST_F(Baseline, ThatIsNoneIsRefused) {
  std::ofstream(path()) << "[1, 2";
  RanJson ran = check("CK36");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("is no JSON object"), HasSubstr("--update-baseline")));
  std::ofstream(path()) << R"({"schema": 1, "findings": [{"op": "x"}]})";
  ran = check("CK36");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("has an entry without \"rule\""));
  const Ran folder = plugsmith({"check", SEEDED, "--baseline", "/"});
  EXPECT_EQ(folder.exit, 2);
  EXPECT_THAT(folder.err, HasSubstr("is a folder"));
  const Ran alone = plugsmith({"check", SEEDED, "--update-baseline"});
  EXPECT_EQ(alone.exit, 2);
  EXPECT_THAT(alone.err, HasSubstr("give both"));
}

TEST(CheckReport, LeftOutRulesAreListedWithTheReason) {
  const RanJson ran =
      plugsmith_json({"check", SEEDED, "--op", "Seeded", "--skip", "CK36,CK94,CK91"});
  const auto says = [](const json& report, const char* rule) {
    return std::any_of(
        report.at("not_run").begin(), report.at("not_run").end(), [&](const json& entry) {
          return entry.at("rule") == rule && entry.at("reason") == "left out by --skip";
        });
  };
  EXPECT_TRUE(says(ran.json.at("ops")[0], "CK36")) << ran.json.dump(1);
  EXPECT_TRUE(says(ran.json.at("ops")[0], "CK91"));
  EXPECT_FALSE(says(ran.json.at("ops")[0], "CK94"));
  EXPECT_TRUE(says(ran.json, "CK94"));
}

json without_times(json document) {
  for (json& op : document["ops"]) {
    op.erase("seconds");
    op.erase("milliseconds");
  }
  return document;
}

TEST(CheckReport, JobsKeepTheOrderAndTheResult) {
  const std::vector<std::string> some{"check", OUR_LIBRARY, "--only", "CK36,CK21,CK51"};
  auto parallel = some;
  parallel.insert(parallel.end(), {"-j", "4"});
  const json one = without_times(plugsmith_json(some).json);
  ASSERT_GE(one.at("ops").size(), 12U);
  EXPECT_EQ(without_times(plugsmith_json(parallel).json), one);
}

TEST(CheckReport, TheSeedIsRepeatedAndRunsAreDeterministic) {
  const auto run = [](const char* seed) {
    return without_times(plugsmith_json({"check", SEEDED, "--op", "Seeded", "--seed", seed}).json);
  };
  const json first = run("7");
  EXPECT_EQ(first.at("seed"), 7);
  EXPECT_EQ(run("7"), first);
}

// Our own ops, which the time limits of the rules are held by.
TEST(CheckReport, NoRuleTakesLongerThan200MillisecondsOnTheMedian) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY});
  std::map<std::string, std::vector<double>> taken;
  for (const json& op : ran.json.at("ops")) {
    for (const auto& [rule, milliseconds] : op.at("milliseconds").items()) {
      taken[rule].push_back(milliseconds.get<double>());
    }
  }
  EXPECT_GE(taken.size(), 40U);
  for (auto& [rule, all] : taken) {
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2),
                     all.end());
    EXPECT_LT(all[all.size() / 2], 200.0) << rule;
  }
}

TEST(CheckReport, EveryFindingSaysWhatItMeans) {
  const Ran ran = plugsmith({"check", SEEDED, "--op", "Seeded"}, "CK36");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.out, HasSubstr("error CK36 (would be wrong or refused): "));
  EXPECT_THAT(ran.out, Not(HasSubstr("\033["))) << "no colours in a file";
}

TEST(CheckReport, EveryRuleIsExplainedWithAnExample) {
  for (const check::Rule& rule : check::all_rules()) {
    const check::Explanation& more = check::explanation_of(rule.id);
    EXPECT_STREQ(more.id, rule.id);
    EXPECT_STRNE(more.why, "") << rule.id;
    EXPECT_STRNE(more.example, "") << rule.id;
  }
  const Ran ran = plugsmith({"check", "--explain", "CK37"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("Why: entries above pos are not set yet"),
                             HasSubstr("bool supportsFormatCombination(")));
}

TEST(CheckReport, ALibraryForAnotherTensorRtIsRefusedBeforeItIsLoaded) {
  const RanJson ran = plugsmith_json({"check", OUR_LIBRARY, "--for", "11.2"});
  EXPECT_EQ(ran.exit, 1);
  ASSERT_EQ(ran.json.at("findings").size(), 1U);
  EXPECT_EQ(ran.json.at("findings")[0].at("rule"), "CK90");
  EXPECT_THAT(ran.json.at("findings")[0].at("message").get<std::string>(),
              HasSubstr("was built for TensorRT 10, but --for asks for 11.2; nothing of it was"));
  EXPECT_THAT(ran.json.at("ops"), IsEmpty());
  EXPECT_EQ(ran.json.at("not_run").size(), 99U);
  const Ran wrong = plugsmith({"check", OUR_LIBRARY, "--for", "x"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, HasSubstr("\"x\" is no TensorRT version"));
}

TEST(CheckReport, WhatIsNoLibraryIsRefusedWithTheReason) {
  const TemporaryFolder folder;
  const std::string empty = (folder / "empty.so").string();
  std::ofstream(empty).close();
  std::string other_machine = read_text(SEEDED);
  other_machine[18] = static_cast<char>(0xB7);  // e_machine: AArch64
  const std::string arm = (folder / "arm.so").string();
  std::ofstream(arm, std::ios::binary) << other_machine;
  struct Wrong {
    std::string path;
    int exit;
    const char* message;
  };
  for (const Wrong& wrong :
       {Wrong{empty, 2, "is empty"}, Wrong{folder.path().string(), 2, "is a directory"},
        Wrong{arm, 2, "is built for AArch64"}, Wrong{PLUGSMITH, 2, "not a shared object"},
        Wrong{NO_CREATORS, 2, "no creator was found by any route"},
        Wrong{UNRESOLVED, 3, "plugsmith_test_missing_symbol"},
        Wrong{(folder / "absent.so").string(), 2, "cannot be opened"}}) {
    const Ran ran = plugsmith({"check", wrong.path});
    EXPECT_EQ(ran.exit, wrong.exit) << wrong.path;
    EXPECT_THAT(ran.err, HasSubstr(wrong.message));
  }
}

TEST(CheckReport, SummaryCountsTheRules) {
  const Ran ran = plugsmith({"check", SEEDED, "--op", "Seeded"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("of 100 rules decided (100 are implemented); seed 1"),
                             HasSubstr("1 ops: 1 passed, 0 failed, 0 not run; 0 errors")));
}

}  // namespace
}  // namespace plugsmith::test
