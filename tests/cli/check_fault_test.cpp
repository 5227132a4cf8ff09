// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "src/check/rule.hpp"
#include "tests/cli/command_line.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A fault that the fixture is asked for, the part of the message that must name it, and whether the
// op's input must be given.
struct Seed {
  const char* fault;
  const char* message;
  const char* input = "1x8x4x4..2x8x8x8..4x8x16x16:float32";

  std::string rule() const { return std::string(fault).substr(0, 4); }
};

void PrintTo(const Seed& seed, std::ostream* stream) { *stream << seed.fault; }

std::set<std::string> rules_with(const json& report, const char* severity) {
  std::set<std::string> rules;
  for (const json& finding : report.value("findings", json::array())) {
    if (finding.at("severity") == severity) rules.insert(finding.at("rule").get<std::string>());
  }
  return rules;
}

// All findings, of the library and its ops.
json all_findings(const json& document) {
  json findings = document.value("findings", json::array());
  for (const json& op : document.value("ops", json::array())) {
    for (const json& finding : op.at("findings")) findings.push_back(finding);
  }
  return findings;
}

class SeededFault : public testing::TestWithParam<Seed> {};

TEST_P(SeededFault, GivesThatFindingAndNoOtherError) {
  const RanJson ran =
      plugsmith_json({"check", SEEDED, "--op", "Seeded", "--input", GetParam().input,
                      "--method-timeout", "1", "--memory-limit", "0.5"},
                     GetParam().fault);
  const json findings = all_findings(ran.json);
  json found;
  for (const json& finding : findings) {
    if (finding.at("rule") == GetParam().rule()) found = finding;
  }
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1) << ran.err;
  EXPECT_THAT(found.at("message").get<std::string>(), HasSubstr(GetParam().message));
  EXPECT_THAT(found.at("fix").get<std::string>(), Not(IsEmpty()));
  EXPECT_THAT(found.at("evidence").get<std::string>(), Not(IsEmpty()));
  const bool error = found.at("severity") == "error";
  EXPECT_EQ(ran.exit, error ? 1 : 0);
  EXPECT_STREQ(found.at("severity").get<std::string>().c_str(),
               check::to_string(check::find_rule(GetParam().rule())->severity));
  for (const auto& rule : rules_with({{"findings", findings}}, "error")) {
    EXPECT_EQ(rule, GetParam().rule()) << findings.dump(1);
  }
}

constexpr Seed kSeeds[] = {
    {"CK01", "PLUGIN CREATOR_V3ONE 7.0"},
    {"CK02", "a type that does not exist"},
    {"CK03", "two different pointers"},
    {"CK04", "getPluginVersion of the plugin is \"2\", of its creator \"1\""},
    {"CK09", "other creators the second time"},
    {"CK09 null", "is null"},
    {"CK13", "has data"},
    {"CK14", "createPlugin"},
    {"CK15", "changed what the plugin serializes"},
    {"CK16", "took field \"scale\" of type kCHAR"},
    {"CK17", "kept a pointer"},
    {"CK18", "createPlugin(kRUNTIME) refuses"},
    {"CK19", "point into it"},
    {"CK21", "clone returned null"},
    {"CK25 zero", "getNbOutputs returned 0"},
    {"CK26", "was not written"},
    {"CK26 bool", "is bool"},
    {"CK28", "did not write output 0"},
    {"CK28 null", "null"},
    {"CK29", "expression of another call"},
    {"CK30", "with constant dimensions"},
    {"CK31", "for inputs [1,8,4,4]"},
    {"CK33", "must be a scalar"},
    {"CK33 type", "must be int32 or int64"},
    {"CK33 twice", "twice"},
    {"CK36", "later no"},
    {"CK37", "entries above that position"},
    {"CK38", "it is not looked at"},
    {"CK39", "no format of any output"},
    {"CK40", "getOutputDataTypes says int32"},
    {"CK41", "bool kLINEAR is accepted"},
    {"CK42", "no combination that is linear"},
    {"CK43", "must be at least 1"},
    {"CK43 many", "stops asking at 1"},
    {"CK44", "those after that call alone"},
    {"CK44 refuses", "configurePlugin returned 3"},
    {"CK46", "more than 1 TiB"},
    {"CK46 dims", "must come from max"},
    {"CK46 less", "for the smallest shape"},
    {"CK48", "positive and unique"},
    {"CK48 zero", "is 0"},
    {"CK48 beyond", "wrote behind"},
    {"CK48 negative", "returned -4"},
    {"CK49", "setTactic(3) returned 0"},
    {"CK51", "after configurePlugin"},
    {"CK52", "getMetadataString"},
    {"CK53", "getAliasedInput(0) returned 5"},
    {"CK53 twice", "both alias input 0"},
    {"CK53 type", "may differ in type or format"},
    {"CK55", "the object itself"},
    {"CK57", "it leaks"},
    {"CK57 refuses", "returned 3, the first returned 0"},
    {"CK77", "loaded from an engine"},
    {"CK91", "supportsFormatCombination"},
    {"CK92", "clone"},
    {"CK93", "supportsFormatCombination"},
    {"CK94", "more than once"},
};

INSTANTIATE_TEST_SUITE_P(Every, SeededFault, testing::ValuesIn(kSeeds), [](const auto& made) {
  std::string name = made.param.fault;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
});

class Twin : public testing::TestWithParam<const char*> {};

TEST_P(Twin, GivesNoFinding) {
  for (const std::vector<std::string>& input :
       {std::vector<std::string>{}, {"--input", "1x8x4x4..2x8x8x8..4x8x16x16:float32"}}) {
    std::vector<std::string> arguments{"check", SEEDED, "--op", "Seeded"};
    arguments.insert(arguments.end(), input.begin(), input.end());
    const RanJson ran = plugsmith_json(arguments, GetParam());
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(all_findings(ran.json), IsEmpty()) << ran.json.dump(1);
    ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U);
    const json& op = ran.json.at("ops")[0];
    EXPECT_EQ(op.at("verdict"), "pass");
    const std::size_t attributes = std::string(GetParam()) == "no fields" ? 0 : 1;
    EXPECT_EQ(op.at("assumed").size(), attributes + (input.empty() ? 1 : 0));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Twin,
                         testing::Values("", "sizes", "alias", "null id", "length 0", "no fields"));

}  // namespace
}  // namespace plugsmith::test
