// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::HasSubstr;

// x * clip(x + 3, 0, 6) / 6, twice.
constexpr char kSpelledOut[] = R"(<ir_version: 8, opset_import: ["" : 12]>
g (float[1,N] x) => (float[1,N] y) {
  three = Constant <value = float {3.0}> ()
  low = Constant <value = float {0.0}> ()
  six = Constant <value = float {6.0}> ()
  a = Add (x, three)
  b = Clip (a, low, six)
  c = Mul (x, b)
  d = Div (c, six)
  e = Add (d, three)
  f = Clip (e, low, six)
  h = Mul (d, f)
  y = Div (h, six)
})";

class Graft : public testing::Test {
 protected:
  void SetUp() override {
    model_ = (folder_ / "a model.onnx").string();
    grafted_ = (folder_ / "grafted.onnx").string();
    write_model(model_, kSpelledOut);
  }
  TemporaryFolder folder_;
  std::string model_, grafted_;
};

TEST_F(Graft, ReplacesSubgraphsAndTheResultComputesTheSame) {
  const RanJson graft = plugsmith_json({"graft", model_, "--op", "HardSwish_PS", "-o", grafted_});
  EXPECT_EQ(graft.exit, 0) << graft.err;
  EXPECT_EQ(graft.json["replaced"], 2);
  const Ran run = plugsmith({"run", grafted_, "--plugins", OUR_LIBRARY, "--input", "random:4",
                             "--shape", "x=1x1000", "--compare", model_});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("nodes   2 by plugins, 0 by the CPU engine"));
  EXPECT_THAT(run.out, HasSubstr(": agrees"));
}

TEST_F(Graft, AddsTheSizeOutputOfNonZeroAndTheResultComputesTheSame) {
  write_model(model_, R"(<ir_version: 8, opset_import: ["" : 13]>
g (float[A,B] x) => (float[2,N] y) {
  r = Relu (x)
  i = NonZero (r)
  y = Cast <to = 1> (i)
})");
  const RanJson graft = plugsmith_json({"graft", model_, "--op", "NonZero_PS", "-o", grafted_});
  EXPECT_EQ(graft.exit, 0) << graft.err;
  EXPECT_EQ(graft.json["replaced"], 1);
  const Ran run = plugsmith({"run", grafted_, "--plugins", OUR_LIBRARY, "--input", "random:4",
                             "--shape", "x=13x40", "--compare", model_});
  EXPECT_EQ(run.exit, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr(": agrees"));
}

TEST_F(Graft, SaysThatThereIsNothingToReplaceAndWritesNothing) {
  write_model(model_, R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[2] x) => (float[2] y) { y = Abs(x) })");
  const Ran ran = plugsmith({"graft", model_, "--op", "HardSwish_PS", "-o", grafted_});
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("holds no subgraph that HardSwish_PS replaces"));
  EXPECT_FALSE(std::filesystem::exists(grafted_));
}

TEST_F(Graft, NamesTheNearestOp) {
  const Ran ran = plugsmith({"graft", model_, "--op", "HardSwish", "-o", grafted_});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("did you mean \"HardSwish_PS\"?"));
}

TEST_F(Graft, SaysThatAnOpReplacesNothing) {
  const Ran ran = plugsmith({"graft", model_, "--op", "PadTo_PS", "-o", grafted_});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("names no subgraphs that it could replace"));
}

TEST_F(Graft, KeepsAnExistingFileWhenItCannotWrite) {
  const Ran ran =
      plugsmith({"graft", model_, "--op", "HardSwish_PS", "-o", "/proc/nowhere/grafted.onnx"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("/proc/nowhere"));
}

}  // namespace
}  // namespace plugsmith::test
