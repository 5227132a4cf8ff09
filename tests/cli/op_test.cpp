// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <chrono>

#include "tests/cli/command_line.hpp"
#include "tests/cli/npy_files.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;

TEST(RunOp, ComputesAndWritesTheOutput) {
  const TemporaryFolder folder;
  const std::string x = write_floats(folder, {1, 2, 3, 4}, {1, 1, 2, 2});
  const std::string output = (folder / "new/folder").string();
  const auto start = std::chrono::steady_clock::now();
  const Ran ran =
      plugsmith({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--attr", "height=3", "--attr", "width=2",
                 "--attr", "value=0.5", "--input", "1x1x2x2:float32=" + x, "--output", output});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  RecordProperty("seconds", std::to_string(seconds.count()));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(read_floats(output + "/output0.npy"), (std::vector<float>{1, 2, 3, 4, 0.5, 0.5}));
  EXPECT_THAT(ran.out, HasSubstr("output0  float32[1,1,3,2]  min 0.5  max 4"));
}

TEST(RunOp, ReportsInJson) {
  const RanJson ran = plugsmith_json({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--attr", "height=48",
                                      "--input", "2x3x16x20:float32"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["creator"]["name"], "PadTo_PS");
  EXPECT_EQ(ran.json["inputs"][0]["shape"], (std::vector<int>{2, 3, 16, 20}));
  EXPECT_EQ(ran.json["outputs"][0]["shape"], (std::vector<int>{2, 3, 48, 32}));
  EXPECT_EQ(ran.json["engine"]["formats"][0], "kLINEAR");
  EXPECT_TRUE(ran.json["time_ms"].contains("run"));
}

TEST(RunOp, TakesDynamicShapes) {
  const RanJson ran = plugsmith_json({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input",
                                      "1x3x1x1..2x3x8x8..4x3x32x32:float32=random:5"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["outputs"][0]["shape"], (std::vector<int>{2, 3, 32, 32}));
}

TEST(RunOp, HalfPrecisionToo) {
  const RanJson ran =
      plugsmith_json({"run", OUR_LIBRARY, "--op", "HardSwish_PS", "--input", "5x7:float16"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json["outputs"][0]["type"], "float16");
}

struct Refusal {
  const char* name;
  std::vector<std::string> arguments;
  int exit;
  std::vector<std::string> messages;
};
class RefusedOp : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedOp, SaysWhyAndHowToMendIt) {
  std::vector<std::string> arguments{"run", OUR_LIBRARY};
  arguments.insert(arguments.end(), GetParam().arguments.begin(), GetParam().arguments.end());
  const Ran ran = plugsmith(arguments);
  EXPECT_EQ(ran.exit, GetParam().exit);
  for (const auto& message : GetParam().messages) EXPECT_THAT(ran.err, HasSubstr(message));
  EXPECT_THAT(ran.out, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedOp,
    testing::Values(
        Refusal{"UnknownOp",
                {"--op", "PadTo_SP", "--input", "1x1x2x2:float32"},
                2,
                {"no creator is called \"PadTo_SP\"; did you mean \"PadTo_PS\"?"}},
        Refusal{"OpLikeNoOther",
                {"--op", "Fold", "--input", "1x1x2x2:float32"},
                2,
                {"no creator is called \"Fold\"; there is:", " PadTo_PS"}},
        Refusal{"UnknownVersion",
                {"--op", "PadTo_PS", "--op-version", "9", "--input", "1x1x2x2:float32"},
                2,
                {"PadTo_PS version 1, namespace \"plugsmith\""}},
        Refusal{"UnknownNamespace",
                {"--op", "PadTo_PS", "--op-namespace", "", "--input", "1x1x2x2:float32"},
                2,
                {"PadTo_PS version 1, namespace \"plugsmith\""}},
        Refusal{"UnknownAttribute",
                {"--op", "PadTo_PS", "--attr", "hieght=4", "--input", "1x1x2x2:float32"},
                2,
                {"PadTo_PS has no attribute \"hieght\"; did you mean \"height\"?"}},
        Refusal{"WrongTypedAttribute",
                {"--op", "PadTo_PS", "--attr", "height=tall", "--input", "1x1x2x2:float32"},
                2,
                {"attribute \"height\" is \"tall\"; must be an integer of type kINT32"}},
        Refusal{"FractionalInteger",
                {"--op", "PadTo_PS", "--attr", "height=4.5", "--input", "1x1x2x2:float32"},
                2,
                {"attribute \"height\" is \"4.5\""}},
        Refusal{"IntegerBeyondItsType",
                {"--op", "PadTo_PS", "--attr", "height=4294967296", "--input", "1x1x2x2:float32"},
                2,
                {"attribute \"height\" is \"4294967296\""}},
        Refusal{"AttributeTwice",
                {"--op", "PadTo_PS", "--attr", "height=4", "--attr", "height=5", "--input",
                 "1x1x2x2:float32"},
                2,
                {"\"height\" is given twice"}},
        Refusal{"AttributeOutOfRange",
                {"--op", "PadTo_PS", "--attr", "height=-4", "--input", "1x1x2x2:float32"},
                1,
                {"attribute \"height\" is -4", "at least 1"}},
        Refusal{"InputLargerThanTheTarget",
                {"--op", "PadTo_PS", "--attr", "height=4", "--input", "1x1x9x2:float32"},
                1,
                {"9", "4"}},
        Refusal{"WrongRank", {"--op", "PadTo_PS", "--input", "7:float32"}, 1, {"PadTo_PS"}},
        Refusal{"WrongType", {"--op", "PadTo_PS", "--input", "1x1x2x2:int64"}, 1, {"PadTo_PS"}},
        Refusal{"NoInput", {"--op", "PadTo_PS"}, 1, {"PadTo_PS"}},
        Refusal{"TooManyInputs",
                {"--op", "PadTo_PS", "--input", "1x1x2x2:float32", "--input", "2:float32"},
                1,
                {"PadTo_PS"}},
        Refusal{"MissingFile",
                {"--op", "PadTo_PS", "--input", "1x1x2x2:float32=/nowhere.npy"},
                2,
                {"/nowhere.npy"}},
        Refusal{"HugeInput",
                {"--op", "PadTo_PS", "--input", "99999x99999x99999x99999:float32"},
                2,
                {"2^63"}}),
    [](const auto& refusal) { return std::string(refusal.param.name); });

TEST(RunOp, TakesTheFormatAndTheTacticThatAreAskedFor) {
  for (const char* version : {"1", "1.v2"}) {
    const Ran format =
        plugsmith({"run", OUR_LIBRARY, "--op", "ChannelShuffle_PS", "--op-version", version,
                   "--attr", "groups=4", "--input", "2x8x4x4:float16", "--input-format", "kHWC8"});
    EXPECT_EQ(format.exit, 0) << format.err;
    EXPECT_THAT(format.out, HasSubstr("formats kHWC8, kHWC8;")) << version;
  }
  const Ran tactic = plugsmith({"run", OUR_LIBRARY, "--op", "GroupNorm_PS", "--attr", "groups=1",
                                "--input", "1x4x128x128:float32", "--tactic", "2"});
  EXPECT_EQ(tactic.exit, 0) << tactic.err;
  EXPECT_THAT(tactic.out, HasSubstr("tactic 2;"));
}

TEST(RunOp, RefusesFormatsAndTacticsThatTheOpDoesNotHave) {
  const struct {
    std::vector<std::string> options;
    int exit;
    const char* message;
  } cases[] = {{{"--input-format", "kHWC9"}, 2, "is no format; one of kLINEAR, kCHW2"},
               {{"--input-format", "kCHW32"},
                1,
                "no combination has its first input in kCHW32; there are kHWC8, kLINEAR"},
               {{"--input-format", "kCHW32", "--op-version", "1.v2"},
                1,
                "no combination has its first input in kCHW32; there are kHWC8, kLINEAR"},
               {{"--tactic", "7"}, 1, "no candidate with tactic 7"},
               {{"--tactic", "all"}, 2, "tactic \"all\": must be a number of 1 or more"},
               {{"--tactic", "-1"}, 2, "tactic \"-1\": must be a number of 1 or more"},
               {{"--tactic", "1", "--backend", "tensorrt"}, 2, "TensorRT chooses by itself"}};
  for (const auto& a : cases) {
    std::vector<std::string> arguments{"run",    OUR_LIBRARY, "--op",    "ChannelShuffle_PS",
                                       "--attr", "groups=4",  "--input", "2x8x4x4:float16"};
    arguments.insert(arguments.end(), a.options.begin(), a.options.end());
    const Ran ran = plugsmith(arguments);
    EXPECT_EQ(ran.exit, a.exit) << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(a.message));
  }
}

TEST(RunOp, RefusesAFileThatIsNotWhatWasAnnounced) {
  const TemporaryFolder folder;
  const std::string x = write_floats(folder, {1, 2, 3, 4}, {2, 2});
  const Ran ran =
      plugsmith({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x1x2x2:float32=" + x});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("holds float32[2,2], not float32[1,1,2,2]"));
}

TEST(RunOp, SaysThatALibraryHasNoReference) {
  const Ran ran = plugsmith({"run", WITHOUT_REFERENCE, "--op", "Faulty", "--input", "2x3:float32"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("brings no CPU reference"));
}

TEST(RunOp, KeepsAnExistingOutputWhenTheOpFails) {
  const TemporaryFolder folder;
  folder.write("output0.npy", "precious");
  const Ran ran = plugsmith({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--attr", "height=-4",
                             "--input", "1x1x2x2:float32", "--output", folder.path().string()});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(read_text(folder / "output0.npy"), "precious");
}

TEST(RunOp, SaysThatItCannotWrite) {
  const Ran ran = plugsmith({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x1x2x2:float32",
                             "--output", "/proc/nowhere"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("cannot make the folder /proc/nowhere"));
}

}  // namespace
}  // namespace plugsmith::test
