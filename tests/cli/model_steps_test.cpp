// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/cli/command_line.hpp"
#include "tests/cli/npy_files.hpp"

// Several runs of a model, each going on from the one before; ops of every port kind in models.

namespace plugsmith::test {
namespace {

using testing::HasSubstr;
using Floats = std::vector<float>;

class Steps : public testing::Test {
 protected:
  std::string model(const std::string& text) const {
    const std::string path = (folder_ / "model.onnx").string();
    write_model(path, text);
    return path;
  }
  std::string sums() const {
    return model(R"(<ir_version: 8, opset_import: ["" : 17, "fixtures" : 1]>
g (float[2] x, float[2] before) => (float[2] after, float[4] wide) {
  after = fixtures.Accumulate <plugin_namespace = "fixtures", plugin_version = "1"> (x, before)
  wide = Concat <axis = 0> (after, x)
})");
  }
  Ran run(const std::string& model, std::vector<std::string> more) const {
    std::vector<std::string> arguments{"run",       model,      "--plugins",
                                       FIXTURE_OPS, "--output", folder_.path().string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return plugsmith(arguments);
  }
  const TemporaryFolder folder_;
  const std::vector<std::string> inputs_{
      "--input", "x=" + write_floats(folder_, {1, 2}, {2}), "--input",
      "before=" + write_floats(folder_, {10, 20}, {2}, "before.npy")};
};

TEST_F(Steps, FeedAnOutputBackToAnInput) {
  auto arguments = inputs_;
  arguments.insert(arguments.end(), {"--steps", "3", "--feed", "after=before"});
  const Ran ran = run(sums(), arguments);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(read_floats(folder_ / "after.npy"), (Floats{13, 26}));
  EXPECT_EQ(read_floats(folder_ / "wide.npy"), (Floats{13, 26, 1, 2}));
}

TEST_F(Steps, WithoutAFeedRunOnTheSameInputsEachTime) {
  auto arguments = inputs_;
  arguments.insert(arguments.end(), {"--steps", "3"});
  const Ran ran = run(sums(), arguments);
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(read_floats(folder_ / "after.npy"), (Floats{11, 22}));
}

TEST_F(Steps, RefuseAFeedThatDoesNotFit) {
  const auto feed = [&](std::vector<std::string> feeds) {
    auto arguments = inputs_;
    arguments.insert(arguments.end(), {"--steps", "2"});
    for (const auto& text : feeds) arguments.insert(arguments.end(), {"--feed", text});
    const Ran ran = run(sums(), arguments);
    EXPECT_EQ(ran.exit, 2);
    return ran.err;
  };
  EXPECT_THAT(feed({"after"}), HasSubstr("--feed after: must be OUTPUT=INPUT"));
  EXPECT_THAT(feed({"afte=before"}),
              HasSubstr("--feed: the model has no output \"afte\"; did you mean \"after\"?"));
  EXPECT_THAT(feed({"after=befor"}),
              HasSubstr("--feed: the model has no input \"befor\"; did you mean \"before\"?"));
  EXPECT_THAT(feed({"after=x", "after=x"}), HasSubstr("--feed: input \"x\" is fed twice"));
  EXPECT_THAT(feed({"wide=x"}), HasSubstr("--feed wide=x: the output is float32[4], the input is "
                                          "float32[2]; they must be the same"));
}

TEST_F(Steps, ARequiredAliasIsRefusedInAModelWithThePreviewFeatureOff) {
  auto arguments = inputs_;
  arguments.push_back("--no-alias-preview");
  const Ran ran = run(sums(), arguments);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("PreviewFeature::kALIASED_PLUGIN_IO_10_03 not enabled"));
}

TEST_F(Steps, AnOpThatChangesItsInputIsNamedWithItsNode) {
  const std::string path = model(R"(<ir_version: 8, opset_import: ["" : 17, "fixtures" : 1]>
g (float[2] x, float[2] before) => (float[2] after) {
  after = fixtures.Accumulate <spoil = 1, plugin_namespace = "fixtures", plugin_version = "1"> (x, before)
})");
  const Ran ran = run(path, inputs_);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr("input \"x\" was changed by the op, first at element 1"));
  EXPECT_THAT(ran.err, HasSubstr("node_of_after"));
}

TEST_F(Steps, AGraftedNodeHasTheSizeOutputThatItsPluginNeeds) {
  const std::string path = model(R"(<ir_version: 8, opset_import: ["" : 17]>
g (float[5] x) => (float[N] y) {
  zero = Constant <value = float {0.0}> ()
  wanted = Greater (x, zero)
  kept = Compress <axis = 0> (x, wanted)
  y = Neg (kept)
})");
  const std::string grafted = (folder_ / "grafted.onnx").string();
  const Ran graft =
      plugsmith({"graft", path, "--op", "KeepPositive", "--plugins", FIXTURE_OPS, "-o", grafted});
  ASSERT_EQ(graft.exit, 0) << graft.err;
  const std::string x = write_floats(folder_, {1, -2, 3, 0, 5}, {5}, "five.npy");
  const Ran ran = run(grafted, {"--input", "x=" + x, "--compare", path});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("plugin  KeepPositive version 1"));
  EXPECT_EQ(read_floats(folder_ / "y.npy"), (Floats{-1, -3, -5}));
}

}  // namespace
}  // namespace plugsmith::test
