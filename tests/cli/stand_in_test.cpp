// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"

// Plugin libraries that need libraries which are not on this machine.

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

json reasons(const json& op) {
  json all = json::object();
  for (const json& entry : op.at("not_run")) {
    all[entry.at("rule").get<std::string>()] = entry.at("reason");
  }
  return all;
}

TEST(AbsentLibraries, ListNamesThemAndShowsTheCreators) {
  const RanJson ran = plugsmith_json({"list", NEEDS_ABSENT});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json& library = ran.json.at("libraries")[0];
  EXPECT_EQ(library.at("creators")[0].at("name"), "NeedsAbsent");
  ASSERT_EQ(library.at("stand_ins").size(), 2U) << library.dump(1);
  EXPECT_EQ(library.at("stand_ins")[0], (json{{"library", "libabsent.so.7"}, {"functions", 1}}));
  EXPECT_EQ(library.at("stand_ins")[1],
            (json{{"library", "libotherabsent.so.3"}, {"functions", 1}}));
  EXPECT_THAT(ran.err, HasSubstr("needs libabsent.so.7, which is not on this machine"));
}

TEST(AbsentLibraries, OfALibraryThatIsHereAreStoodInForToo) {
  const RanJson ran = plugsmith_json({"list", NEEDS_ABSENT_BELOW});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json& library = ran.json.at("libraries")[0];
  EXPECT_EQ(library.at("creators")[0].at("name"), "NeedsAbsent");
  EXPECT_EQ(library.at("stand_ins"),
            json::array({json{{"library", "libabsentbelow.so.2"}, {"functions", 1}}}));
}

TEST(AbsentLibraries, CheckRunsEveryRuleThatDoesNotCallThem) {
  const RanJson ran = plugsmith_json({"check", NEEDS_ABSENT});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json.at("stand_ins").size(), 2U);
  const json& op = ran.json.at("ops")[0];
  EXPECT_EQ(op.at("verdict"), "pass");
  EXPECT_THAT(op.at("findings"), IsEmpty()) << op.dump(1);
  EXPECT_THAT(op.at("passed"), AllOf(Contains("CK21"), Contains("CK57")));
}

TEST(AbsentLibraries, ARuleThatReachesOneIsNotRun) {
  const RanJson ran = plugsmith_json({"check", NEEDS_ABSENT}, "onShapeChange");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json& op = ran.json.at("ops")[0];
  EXPECT_EQ(op.at("verdict"), "pass");
  EXPECT_THAT(op.at("findings"), IsEmpty()) << op.dump(1);
  EXPECT_EQ(reasons(op).value("CK57", ""),
            "needs libotherabsent.so.3: onShapeChange calls its otherAbsentCompute");
  EXPECT_THAT(op.at("passed"), AllOf(Contains("CK21"), Not(Contains("CK57"))));
}

TEST(AbsentLibraries, AnOpThatNeedsOneToBeCreatedIsNotRun) {
  const RanJson ran = plugsmith_json({"check", NEEDS_ABSENT}, "createPlugin");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json& op = ran.json.at("ops")[0];
  EXPECT_EQ(op.at("verdict"), "not_run");
  EXPECT_EQ(reasons(op).value("CK14", ""),
            "needs libabsent.so.7: createPlugin calls its absentCompute");
  EXPECT_THAT(reasons(op).value("CK21", ""), HasSubstr("(CK14)"));
}

TEST(AbsentLibraries, OneThatIsCalledWhileLoadingIsAFaultOfTheEnvironment) {
  for (const char* command : {"list", "check"}) {
    const RanJson ran = plugsmith_json({command, NEEDS_ABSENT}, "load");
    EXPECT_EQ(ran.exit, 3) << command;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("needs libabsent.so.7, which is not on this machine"),
                               HasSubstr("absentCompute"), HasSubstr("LD_LIBRARY_PATH")));
  }
}

TEST(AbsentLibraries, CheckSaysForPeopleWhatStandsIn) {
  const Ran ran = plugsmith({"check", NEEDS_ABSENT});
  EXPECT_THAT(ran.out, HasSubstr("not on this machine: libabsent.so.7, libotherabsent.so.3; "
                                 "stand-ins are loaded"));
}

TEST(AbsentLibraries, RunTakesNoStandIn) {
  const Ran ran = plugsmith({"run", NEEDS_ABSENT, "--op", "NeedsAbsent", "--input", "2x2:float32"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("libabsent.so.7"));
}

TEST(AbsentLibraries, ASymbolThatNoAbsentLibraryExplainsStaysUnresolved) {
  const Ran ran = plugsmith({"check", UNRESOLVED});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("plugsmith_test_missing_symbol"));
}

}  // namespace
}  // namespace plugsmith::test
