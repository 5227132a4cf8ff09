// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(Usage, HelpNamesEveryCommandAndTheExitCodes) {
  const Ran ran = plugsmith({"--help"});
  EXPECT_EQ(ran.exit, 0);
  for (const char* word : {"list", "run", "graft", "trace", "Exit codes: 0 nothing wrong"}) {
    EXPECT_THAT(ran.out, HasSubstr(word));
  }
  EXPECT_THAT(ran.err, IsEmpty());
}

class CommandHelp : public testing::TestWithParam<const char*> {};

TEST_P(CommandHelp, HasAnExampleAndTheFormatOption) {
  const Ran ran = plugsmith({GetParam(), "--help"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, HasSubstr("Example"));
  EXPECT_THAT(ran.out, HasSubstr(std::string("  plugsmith ") + GetParam()));
  EXPECT_THAT(ran.out, HasSubstr("--format"));
}

INSTANTIATE_TEST_SUITE_P(All, CommandHelp, testing::Values("list", "run", "graft", "trace"));

TEST(Usage, VersionIsOneLine) {
  const Ran ran = plugsmith({"--version"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(ran.out, testing::MatchesRegex("plugsmith [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

struct Wrong {
  std::vector<std::string> arguments;
  const char* message;
};
class WrongUsage : public testing::TestWithParam<Wrong> {};

TEST_P(WrongUsage, ExitsWith2AndSaysWhy) {
  const Ran ran = plugsmith(GetParam().arguments);
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
  EXPECT_THAT(ran.out, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUsage,
    testing::Values(
        Wrong{{}, "name a command, one of build, check, list, run, graft, trace, eject, selfcheck"},
        Wrong{{"lst"}, "there is no command \"lst\"; did you mean \"list\"?"},
        Wrong{{"list"}, "LIB is required"},
        Wrong{{"list", "x.so", "--format", "yaml"}, "yaml not in {text,json}"},
        Wrong{{"list", "x.so", "--nonsense"}, "--nonsense"},
        Wrong{{"run", "m.onnx", "--timeout", "-3"}, "--timeout"},
        Wrong{{"run", "m.onnx", "--attr", "a=1"}, "--attr belongs to --op"},
        Wrong{{"run", "m.so", "--op", "A", "--shape", "x=1"}, "belong to a model"},
        Wrong{{"run", "m.onnx", "--backend", "magic"}, "magic not in {embedded,cuda,tensorrt}"},
        Wrong{{"run", "m.onnx", "--image-mean", "1,2"}, "--image-mean: give one number or three"},
        Wrong{{"run", "m.onnx", "--image-std", "0"}, "--image-std: 0 would divide by zero"},
        Wrong{{"trace"},
              "trace wants either LIB --op NAME, or MODEL --plugins LIB, or --diff FILE FILE"},
        Wrong{{"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "2x3"}, "must be SHAPE:TYPE"},
        Wrong{{"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "2x-3:float32"}, "is no shape"},
        Wrong{{"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "2:float31"},
              "\"float31\" is no type"},
        Wrong{{"run", OUR_LIBRARY, "--op", "PadTo_PS", "--attr", "height"}, "must be NAME=VALUE"}));

TEST(Usage, ErrorsAreJsonTooWhenJsonIsAskedFor) {
  const RanJson ran = plugsmith_json({"list", "/nowhere/at all.so"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_EQ(ran.json["schema"], 1);
  EXPECT_EQ(ran.json["command"], "list");
  EXPECT_EQ(ran.json["exit"], 2);
  EXPECT_EQ(ran.json["error"]["code"], "invalid argument");
  EXPECT_THAT(ran.json["error"]["message"].get<std::string>(), HasSubstr("/nowhere/at all.so"));
  EXPECT_THAT(ran.err, HasSubstr("plugsmith list: /nowhere/at all.so"));
}

TEST(Usage, AWorkerStartedByHandSaysWhoStartsIt) {
  const Ran ran = plugsmith({}, "", std::string(PLUGSMITH) + "-worker-10");
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("started by plugsmith, not by hand"));
}

}  // namespace
}  // namespace plugsmith::test
