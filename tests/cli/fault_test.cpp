// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <ostream>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;

// A method as the fixture calls it, and as the report must name it.
struct Method {
  const char* fixture;
  const char* reported;
};

std::ostream& operator<<(std::ostream& stream, const Method& method) {
  return stream << method.fixture;
}

constexpr Method kMethods[] = {
    {"clone", "clone"},
    {"getCapabilityInterface", "getCapabilityInterface"},
    {"getNbOutputs", "getNbOutputs"},
    {"getOutputDataTypes", "getOutputDataTypes"},
    {"getOutputShapes", "getOutputShapes"},
    {"supportsFormatCombination", "supportsFormatCombination"},
    {"configurePlugin", "configurePlugin"},
    {"getWorkspaceSize", "getWorkspaceSize"},
    {"getNbTactics", "getNbTactics"},
    {"getValidTactics", "getValidTactics"},
    {"setTactic", "setTactic"},
    {"onShapeChange", "onShapeChange"},
    {"attachToContext", "attachToContext"},
    {"getFieldsToSerialize", "getFieldsToSerialize"},
    {"destructor", "destructor"},
    {"reference", "reference"},
    {"createPlugin build", "createPlugin"},
    {"createPlugin runtime", "createPlugin"},
    {"creator getFieldNames", "getFieldNames"},
    {"creator getPluginName", "getPluginName"},
    {"creator getPluginVersion", "getPluginVersion"},
    {"creator getPluginNamespace", "getPluginNamespace"},
    {"getCreators", "getCreators"},
};

std::string test_name(const testing::TestParamInfo<Method>& info) {
  std::string name = info.param.fixture;
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}

class FaultIn : public testing::TestWithParam<Method> {
 protected:
  // Runs the fixture, whose method misbehaves; no output may appear.
  Ran run(const std::string& kind, const std::string& method_timeout = "60") {
    const std::string output = (folder_ / "output").string();
    Ran ran = plugsmith({"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32", "--output",
                         output, "--method-timeout", method_timeout},
                        std::string(GetParam().fixture) + ":" + kind);
    EXPECT_FALSE(std::filesystem::exists(output));
    EXPECT_THAT(ran.out, IsEmpty());
    return ran;
  }
  std::string in_method() const { return std::string("in ") + GetParam().reported + " of "; }

 private:
  TemporaryFolder folder_;
};

TEST_P(FaultIn, ASegmentationFaultIsNamed) {
  const Ran ran = run("segfault");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr(in_method()));
  EXPECT_THAT(ran.err, HasSubstr("SIGSEGV"));
}

TEST_P(FaultIn, AnAbortIsNamed) {
  const Ran ran = run("abort");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr(in_method()));
  EXPECT_THAT(ran.err, HasSubstr("SIGABRT"));
}

TEST_P(FaultIn, AnEndOfTheProcessIsNamed) {
  const Ran ran = run("exit");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr(in_method()));
  EXPECT_THAT(ran.err, HasSubstr("without an answer"));
}

TEST_P(FaultIn, AnExceptionIsNamedWithItsText) {
  const Ran ran = run("throw");
  // getCreators is no noexcept method: what it throws may also be caught on the way.
  EXPECT_THAT(ran.exit, AnyOf(1, 2));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().reported));
  EXPECT_THAT(ran.err, HasSubstr("thrown by the fixture"));
}

TEST_P(FaultIn, AnEndlessLoopIsNamed) {
  const std::string method = GetParam().fixture;
  if (method == "reference") GTEST_SKIP() << "the reference may take its time";
  const Ran ran = run("loop", "2");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("no return within 2 s " + in_method()));
}

INSTANTIATE_TEST_SUITE_P(All, FaultIn, testing::ValuesIn(kMethods), test_name);

// Methods with a failure value.
class FailureOf : public FaultIn {};

TEST_P(FailureOf, IsNamed) {
  const Ran ran = run("fail");
  EXPECT_THAT(ran.exit, AnyOf(1, 2));
  EXPECT_THAT(ran.err, HasSubstr(GetParam().reported));
}

INSTANTIATE_TEST_SUITE_P(
    All, FailureOf,
    testing::Values(Method{"clone", "clone returned null"},
                    Method{"getCapabilityInterface", "getCapabilityInterface"},
                    Method{"getNbOutputs", "getNbOutputs"},
                    Method{"getOutputDataTypes", "getOutputDataTypes reported a non-zero"},
                    Method{"getOutputShapes", "getOutputShapes reported a non-zero"},
                    Method{"supportsFormatCombination", "supportsFormatCombination"},
                    Method{"configurePlugin", "configurePlugin reported a non-zero"},
                    Method{"getWorkspaceSize", "getWorkspaceSize"},
                    Method{"getValidTactics", "getValidTactics reported a non-zero"},
                    Method{"setTactic", "setTactic reported a non-zero"},
                    Method{"onShapeChange", "onShapeChange reported a non-zero"},
                    Method{"attachToContext", "attachToContext returned null"},
                    Method{"reference", "the fixture refuses"},
                    Method{"createPlugin build", "createPlugin"},
                    Method{"createPlugin runtime", "createPlugin"},
                    Method{"creator getPluginName", "getPluginName returned null"},
                    Method{"creator getPluginVersion", "getPluginVersion returned null"},
                    Method{"creator getPluginNamespace", "getPluginNamespace returned null"}),
    test_name);

TEST(Fault, MemoryIsLimited) {
  const RanJson ran = plugsmith_json(
      {"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32", "--memory-limit", "0.25"},
      "configurePlugin:memory");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.json["error"]["kind"], "memory");
  EXPECT_EQ(ran.json["error"]["method"], "configurePlugin");
  EXPECT_THAT(ran.err, HasSubstr("more than 0.25 GiB"));
}

TEST(Fault, TheWholeRunIsLimitedToo) {
  const Ran ran =
      plugsmith({"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32", "--timeout", "1"},
                "reference:loop");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("longer than 1 s, stopped in reference of "));
}

TEST(Fault, WhatAPluginPrintsStaysOffTheStandardOutput) {
  const RanJson ran = plugsmith_json({"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32"},
                                     "configurePlugin:chatter");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("chatter of the fixture"));
}

TEST(Fault, JsonNamesMethodObjectAndSignal) {
  const RanJson ran = plugsmith_json({"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32"},
                                     "getOutputShapes:segfault");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(ran.json["error"]["kind"], "crash");
  EXPECT_EQ(ran.json["error"]["method"], "getOutputShapes");
  EXPECT_EQ(ran.json["error"]["signal"], 11);
  EXPECT_FALSE(ran.json["error"]["object"].get<std::string>().empty());
}

TEST(Fault, TheFixtureIsSoundWithoutOne) {
  const RanJson ran = plugsmith_json({"run", FAULTY, "--op", "Faulty", "--input", "2x3:float32"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["engine"]["tactic"], 1);
  EXPECT_EQ(ran.json["outputs"][0]["shape"], (std::vector<int>{2, 3}));
}

}  // namespace
}  // namespace plugsmith::test
