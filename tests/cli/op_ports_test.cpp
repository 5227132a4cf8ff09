// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"
#include "tests/cli/npy_files.hpp"

// Shape inputs, size tensors, in-place outputs and domains of the fixture ops.

namespace plugsmith::test {
namespace {

using testing::Each;
using testing::HasSubstr;
using Floats = std::vector<float>;

std::vector<std::string> run_fixture(const std::string& op, std::vector<std::string> more) {
  std::vector<std::string> arguments{"run", FIXTURE_OPS, "--op", op};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(RunOp, GivesShapeInputsTheirValues) {
  const TemporaryFolder folder;
  const std::string value = write_floats(folder, {2.5}, {1});
  const Ran ran =
      plugsmith(run_fixture("FillShape", {"--input", "1:float32=" + value, "--shape-input", "2,0,3",
                                          "--output", folder.path().string()}));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("output0  float32[2,0,3]"));
  const Ran other =
      plugsmith(run_fixture("FillShape", {"--input", "1:float32=" + value, "--shape-input", "2,3",
                                          "--output", folder.path().string()}));
  EXPECT_EQ(other.exit, 0) << other.err;
  const Floats values = read_floats(folder / "output0.npy");
  EXPECT_EQ(values.size(), 6U);
  EXPECT_THAT(values, Each(2.5F));
}

TEST(RunOp, RefusesShapeInputsThatAreMissingOrNoNumbers) {
  const Ran missing = plugsmith(run_fixture("FillShape", {"--input", "1:float32"}));
  EXPECT_EQ(missing.exit, 1);
  EXPECT_THAT(missing.err, HasSubstr("FillShape: got 0 shape inputs; wants 1"));
  const Ran text =
      plugsmith(run_fixture("FillShape", {"--input", "1:float32", "--shape-input", "2,x"}));
  EXPECT_EQ(text.exit, 2);
  EXPECT_THAT(text.err, HasSubstr("--shape-input 2,x: \"x\" is no integer; write the values like"));
}

TEST(RunOp, ShowsADataDependentOutputAtItsRealSize) {
  const TemporaryFolder folder;
  const std::string x = write_floats(folder, {1, -2, 3, 0, 5}, {5});
  const Ran ran = plugsmith(run_fixture(
      "KeepPositive", {"--input", "5:float32=" + x, "--output", folder.path().string()}));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("output0  float32[3]  min 1  max 5"));
  EXPECT_THAT(ran.out, HasSubstr("output1  int64[]  min 3"));
  EXPECT_EQ(read_floats(folder / "output0.npy"), (Floats{1, 3, 5}));
}

TEST(RunOp, KeepsTheStateOfAnInPlaceOutputOverSteps) {
  const TemporaryFolder folder;
  const std::string x = write_floats(folder, {1, 2}, {2});
  const std::string sum = write_floats(folder, {10, 20}, {2}, "sum.npy");
  const Ran ran = plugsmith(
      run_fixture("Accumulate", {"--input", "2:float32=" + x, "--input", "2:float32=" + sum,
                                 "--steps", "3", "--output", folder.path().string()}));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("alias   output0 lies in the memory of input1"));
  EXPECT_EQ(read_floats(folder / "output0.npy"), (Floats{13, 26}));
  EXPECT_EQ(read_floats(sum), (Floats{10, 20}));
}

TEST(RunOp, NamesTheAliasInJson) {
  const RanJson ran =
      plugsmith_json(run_fixture("Accumulate", {"--input", "2:float32", "--input", "2:float32"}));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const nlohmann::json aliased = {{{"output", "output0"}, {"input", "input1"}}};
  EXPECT_EQ(ran.json["engine"]["aliased"], aliased);
}

TEST(RunOp, IsRefusedWhereAliasingIsRequiredButThePreviewFeatureIsOff) {
  const Ran ran = plugsmith(run_fixture(
      "Accumulate", {"--input", "2:float32", "--input", "2:float32", "--no-alias-preview"}));
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("Aliased I/O used by plugin"));
  EXPECT_THAT(ran.err, HasSubstr("PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled"));
}

TEST(RunOp, NamesAnInputThatTheOpChangedAlthoughItIsNotAliased) {
  const Ran ran = plugsmith(run_fixture(
      "Accumulate", {"--attr", "spoil=1", "--input", "2:float32", "--input", "2:float32"}));
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err,
              HasSubstr("input \"input0\" was changed by the op, first at element 1; inputs "
                        "are read-only unless"));
}

TEST(RunOp, DrawsRandomIndicesFromTheirDomain) {
  const TemporaryFolder folder;
  const std::string table = write_floats(folder, {0, 1, 2}, {3, 1});
  // Of the usual 0 to 9, most would lie outside.
  const Ran ran = plugsmith(
      run_fixture("PickRows", {"--input", "3x1:float32=" + table, "--input", "200:int64=random:4",
                               "--output", folder.path().string()}));
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const Floats picked = read_floats(folder / "output0.npy");
  for (const float row : {0.0F, 1.0F, 2.0F}) EXPECT_THAT(picked, testing::Contains(row));
  const Ran large = plugsmith(
      run_fixture("PickRows", {"--input", "1000x1:float32", "--input", "5:int64=random:4"}));
  EXPECT_EQ(large.exit, 0) << large.err;
}

TEST(RunOp, SaysThatNoIndexIsLegalIntoAnEmptyTable) {
  const Ran ran =
      plugsmith(run_fixture("PickRows", {"--input", "0x4:float32", "--input", "2:int64"}));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("random input input1: its values would be at least 0 and below 0: "
                                 "int64[2] has no such value"));
}

TEST(RunOp, TakesSomeFormsForAModelOnlyAndSomeForAnOpOnly) {
  const Ran feed =
      plugsmith(run_fixture("PickRows", {"--feed", "output0=input0", "--input", "1x1:float32"}));
  EXPECT_EQ(feed.exit, 2);
  EXPECT_THAT(feed.err, HasSubstr("--feed belongs to a model"));
  const Ran shape = plugsmith({"run", "model.onnx", "--shape-input", "2"});
  EXPECT_EQ(shape.exit, 2);
  EXPECT_THAT(shape.err, HasSubstr("--shape-input belongs to --op NAME"));
  const Ran steps = plugsmith(run_fixture("PickRows", {"--steps", "0"}));
  EXPECT_EQ(steps.exit, 2);
}

TEST(Trace, ShowsALayerWithShapeInputs) {
  const Ran ran = plugsmith(
      {"trace", FIXTURE_OPS, "--op", "FillShape", "--input", "1:float32", "--shape-input", "2,3"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("getOutputShapes"));
}

TEST(List, ShowsThePortsInJson) {
  const RanJson ran = plugsmith_json({"list", FIXTURE_OPS});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  for (const auto& creator : ran.json["libraries"][0]["creators"]) {
    if (creator["name"] != "PickRows") continue;
    const nlohmann::json rows = {
        {"name", "rows"},     {"kind", "in"},
        {"min_rank", 1},      {"max_rank", 1},
        {"types", {"int64"}}, {"values", {{"low", 0}, {"high", {{"port", "table"}, {"axis", 0}}}}}};
    ASSERT_EQ(creator["ports"].size(), 3U);
    EXPECT_EQ(creator["ports"][1], rows);
    return;
  }
  FAIL() << "PickRows is not listed";
}

}  // namespace
}  // namespace plugsmith::test
