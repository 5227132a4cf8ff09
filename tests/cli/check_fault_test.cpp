// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "src/check/rule.hpp"
#include "tests/cli/command_line.hpp"
#include "tests/cli/seeds.hpp"

namespace plugsmith::test {

void PrintTo(const Seed& seed, std::ostream* stream) { *stream << seed.fault; }

namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

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

RanJson check_with(const char* library, const Seed& seed, const char* fault) {
  std::vector<std::string> arguments{"check", library == nullptr ? SEEDED : library};
  arguments.insert(arguments.end(), seed.arguments.begin(), seed.arguments.end());
  arguments.insert(arguments.end(), {"--method-timeout", "1", "--memory-limit", "0.5"});
  return plugsmith_json(arguments, fault);
}

class SeededFault : public testing::TestWithParam<Seed> {};

TEST_P(SeededFault, GivesThatFindingAndNoOtherError) {
  const RanJson ran = check_with(GetParam().library, GetParam(), GetParam().fault);
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

TEST_P(SeededFault, GivesNoFindingOnceRepaired) {
  const Seed& seed = GetParam();
  const char* library = seed.twin_library == nullptr ? seed.library : seed.twin_library;
  const RanJson ran = check_with(library, seed, seed.twin);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(all_findings(ran.json), IsEmpty()) << ran.json.dump(1);
  ASSERT_FALSE(ran.json.value("ops", json::array()).empty());
  for (const json& op : ran.json.at("ops")) EXPECT_EQ(op.at("verdict"), "pass") << op.dump(1);
}

INSTANTIATE_TEST_SUITE_P(Every, SeededFault, testing::ValuesIn(v3_seeds()), [](const auto& made) {
  std::string name = made.param.fault;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  const std::string library = made.param.library == nullptr ? SEEDED : made.param.library;
  if (library == SEEDED_SANITIZED) name += "_sanitized";
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

std::set<std::string> passed_rules(const json& document) {
  std::set<std::string> rules;
  const auto take = [&](const json& report) {
    for (const json& rule : report.at("passed")) rules.insert(rule.get<std::string>());
  };
  take(document);
  for (const json& op : document.at("ops")) take(op);
  return rules;
}

// Without a GPU, what a plugin does after an error of CUDA is not held against it.
class WantOfADevice : public testing::TestWithParam<const char*> {};

TEST_P(WantOfADevice, LeavesRulesUndecidedWhereThePluginComplainsOfIt) {
  if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "this machine has a GPU";
  const RanJson ran = check_with(nullptr, {"", ""}, GetParam());
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(all_findings(ran.json), IsEmpty()) << ran.json.dump(1);
  json reason;
  for (const json& entry : ran.json.at("ops").at(0).at("not_run")) {
    if (entry.at("rule") == "CK21") reason = entry.at("reason");
  }
  ASSERT_FALSE(reason.is_null()) << ran.json.dump(1);
  EXPECT_THAT(reason.get<std::string>(),
              testing::AllOf(HasSubstr("needs a GPU: "), HasSubstr("crashed in clone"),
                             HasSubstr("no CUDA-capable device is detected")));
  EXPECT_THAT(passed_rules(ran.json), Contains("CK13"));
}

INSTANTIATE_TEST_SUITE_P(Said, WantOfADevice, testing::Values("no device", "no device stderr"),
                         [](const auto& made) {
                           return std::string(made.param) == "no device" ? "InTheLog" : "OnStderr";
                         });

TEST(SilentCrash, IsAFindingWithoutAGpuToo) {
  const RanJson ran = check_with(nullptr, {"", ""}, "no device silent");
  EXPECT_EQ(ran.exit, 1) << ran.err;
  EXPECT_THAT(rules_with({{"findings", all_findings(ran.json)}}, "error"), Contains("CK91"));
}

// A rule that a plugin can keep is one that it can break.
TEST(Seeds, ThereIsOneForEveryRuleThatAnyTwinPasses) {
  std::set<std::string> seeded, passed;
  for (const Seed& seed : v3_seeds()) seeded.insert(seed.rule());
  for (const char* twin : {"", "sizes", "alias", "int8", "resource", "logs", "double"}) {
    passed.merge(passed_rules(check_with(nullptr, {"", ""}, twin).json));
  }
  passed.merge(passed_rules(check_with(SEEDED_WITH_REFERENCE, {"", ""}, "alias").json));
  EXPECT_GE(passed.size(), 50U);
  for (const std::string& rule : passed) EXPECT_EQ(seeded.count(rule), 1U) << rule;
  EXPECT_GE(v3_seeds().size(), 90U);
  for (const Seed& seed : v3_seeds()) EXPECT_NE(check::find_rule(seed.rule()), nullptr);
}

}  // namespace
}  // namespace plugsmith::test
