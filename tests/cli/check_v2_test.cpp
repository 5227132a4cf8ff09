// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"

// IPluginV2 plugins with one fault each, and the same without.

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr const char* kInput = "1x8x4x4..2x8x8x8..4x8x16x16:float32";
constexpr const char* kFixedInput = "8x4x4:float32";

// A fault that the fixture is asked for, the part of the message that must name it, and the op.
struct Seed {
  const char* fault;
  const char* message;
  const char* op = "SeededV2";

  std::string rule() const { return std::string(fault).substr(0, 4); }
  const char* input() const { return std::string(op) == "SeededV2" ? kInput : kFixedInput; }
};

void PrintTo(const Seed& seed, std::ostream* stream) { *stream << seed.fault << " " << seed.op; }

json findings_of(const json& document) {
  json findings = json::array();
  for (const json& op : document.value("ops", json::array())) {
    for (const json& finding : op.at("findings")) findings.push_back(finding);
  }
  return findings;
}

class SeededV2Fault : public testing::TestWithParam<Seed> {};

TEST_P(SeededV2Fault, GivesThatFindingAndNoOtherError) {
  const Seed& seed = GetParam();
  const RanJson ran = plugsmith_json({"check", SEEDED_V2, "--op", seed.op, "--attr", "scale=2",
                                      "--input", seed.input(), "--method-timeout", "5"},
                                     seed.fault);
  const json findings = findings_of(ran.json);
  json found;
  for (const json& finding : findings) {
    if (finding.at("rule") == seed.rule()) found = finding;
  }
  ASSERT_FALSE(found.is_null()) << ran.json.dump(1) << ran.err;
  EXPECT_THAT(found.at("message").get<std::string>(), HasSubstr(seed.message));
  EXPECT_THAT(found.at("fix").get<std::string>(), Not(IsEmpty()));
  EXPECT_THAT(found.at("evidence").get<std::string>(), Not(IsEmpty()));
  const bool error = found.at("severity") == "error";
  EXPECT_EQ(ran.exit, error ? 1 : 0);
  for (const json& finding : findings) {
    if (finding.at("severity") == "error") {
      EXPECT_EQ(finding.at("rule"), seed.rule()) << findings.dump(1);
    }
  }
}

constexpr Seed kSeeds[] = {
    {"CK04", "getPluginVersion of the plugin is \"2\", of its creator \"1\""},
    {"CK04 namespace", "getPluginNamespace of the plugin is \"elsewhere\""},
    {"CK13", "has data"},
    {"CK15", "changed what the plugin serializes"},
    {"CK16", "took field \"scale\" of type kCHAR"},
    {"CK17", "kept a pointer"},
    {"CK18", "deserializePlugin refuses the 8 bytes"},
    {"CK18 other", "serializes other bytes, from byte"},
    {"CK21", "clone returned null"},
    {"CK21 state", "the clone serializes other bytes"},
    {"CK24", "by an exception of type std::runtime_error"},
    {"CK25 zero", "getNbOutputs returned 0"},
    {"CK26", "is bool"},
    {"CK28", "9 dimensions"},
    {"CK28", "9 dimensions", "SeededV2IOExt"},
    {"CK28 null", "null"},
    {"CK29", "expression of another call"},
    {"CK30", "with constant dimensions"},
    {"CK31", "for inputs [1,8,4,4]"},
    {"CK41", "bool kLINEAR is accepted"},
    {"CK42", "no combination that is linear"},
    {"CK43", "drops those behind the limit of 100"},
    {"CK44", "those after that call alone"},
    {"CK44", "those after that call alone", "SeededV2Plain"},
    {"CK46", "more than 1 TiB"},
    {"CK46 less", "for the smallest shape"},
    {"CK46", "a smaller batch", "SeededV2Ext"},
    {"CK80", "the top byte of getTensorRTVersion is 1"},
    {"CK80 old", "TensorRT 8"},
    {"CK81", "the second time"},
    {"CK81 more", "unwritten"},
    {"CK81 beyond", "serialize wrote outside"},
    {"CK81 huge", "more than 1 GiB"},
    {"CK82", "took 7 of its 8 bytes"},
    {"CK82 reads", "SIGSEGV"},
    {"CK83", "the namespace of a clone is \"\""},
    {"CK83 ignores", "after setPluginNamespace"},
    {"CK83 state", "the clone of a configured object"},
    {"CK85", "given null cuDNN and cuBLAS handles"},
    {"CK87", "getOutputDataType of output 1"},
    {"CK87 aborts", "SIGABRT in getOutputDataType"},
    {"CK87 dims", "getOutputDimensions of output 1", "SeededV2IOExt"},
    {"CK88", "later no"},
    {"CK88 above", "entries above that position"},
    {"CK88 last", "it is not looked at"},
    {"CK88 none", "no format of any output"},
    {"CK89", "getOutputDataType says int32"},
    {"CK89 half", "weakly typed"},
};

INSTANTIATE_TEST_SUITE_P(Every, SeededV2Fault, testing::ValuesIn(kSeeds), [](const auto& made) {
  std::string name = std::string(made.param.fault) + "_" + made.param.op;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
});

struct Legal {
  const char* library;
  const char* op;
  const char* input;
  const char* mode = "";
  const char* generation = "10";
};

void PrintTo(const Legal& legal, std::ostream* stream) { *stream << legal.op << " " << legal.mode; }

class LegalV2 : public testing::TestWithParam<Legal> {};

TEST_P(LegalV2, GivesNoFinding) {
  for (const std::vector<std::string>& input :
       {std::vector<std::string>{}, {"--input", GetParam().input}}) {
    std::vector<std::string> arguments{"check", GetParam().library,   "--op", GetParam().op,
                                       "--for", GetParam().generation};
    arguments.insert(arguments.end(), input.begin(), input.end());
    const RanJson ran = plugsmith_json(arguments, GetParam().mode);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(findings_of(ran.json), IsEmpty()) << ran.json.dump(1);
    ASSERT_EQ(ran.json.value("ops", json::array()).size(), 1U);
    EXPECT_EQ(ran.json.at("ops")[0].at("verdict"), "pass");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, LegalV2,
    testing::Values(Legal{SEEDED_V2, "SeededV2", kInput},
                    Legal{SEEDED_V2, "SeededV2", kInput, "no fields"},
                    Legal{SEEDED_V2, "SeededV2Plain", kFixedInput},
                    Legal{SEEDED_V2, "SeededV2Ext", kFixedInput},
                    Legal{SEEDED_V2, "SeededV2IOExt", kFixedInput},
                    Legal{SEEDED_V2_11, "SeededV2", kInput, "", "11"},
                    Legal{SEEDED_V2_11, "SeededV2Plain", kFixedInput, "", "11"},
                    Legal{SEEDED_V2_11, "SeededV2Ext", kFixedInput, "", "11"},
                    Legal{SEEDED_V2_11, "SeededV2IOExt", kFixedInput, "", "11"}));

}  // namespace
}  // namespace plugsmith::test
