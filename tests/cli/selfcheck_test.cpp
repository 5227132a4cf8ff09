// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(SelfCheck, ListsItsScenarios) {
  const RanJson ran = plugsmith_json({"selfcheck", "--list"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  ASSERT_GE(ran.json.at("scenarios").size(), 30U);
  EXPECT_EQ(ran.json["scenarios"][0]["name"], "basic");
  EXPECT_THAT(plugsmith({"selfcheck", "--list"}).out,
              HasSubstr("v2-two-contexts              two contexts of one engine\n"));
}

TEST(SelfCheck, NamesAScenarioThatItDoesNotHave) {
  const Ran ran = plugsmith({"selfcheck", "basic", "nonsense"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("there is no scenario \"nonsense\"; plugsmith selfcheck --list"));
}

TEST(SelfCheck, SaysWhereItLookedForTensorRt) {
  const TemporaryFolder folder;
  const Ran ran = plugsmith({"selfcheck", "basic", "--tensorrt", folder.path().string()});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("no TensorRT 10: there is no libnvinfer.so.10"),
                             HasSubstr(folder.path().string()), HasSubstr("install TensorRT 10")));
  EXPECT_EQ(ran.out, "");
}

TEST(SelfCheck, SaysSoOfGeneration11) {
  const TemporaryFolder folder;
  const Ran ran =
      plugsmith({"selfcheck", "basic", "--for", "11", "--tensorrt", folder.path().string()});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("no TensorRT 11: there is no libnvinfer.so.11"));
}

TEST(SelfCheck, SaysThatItNeedsAGpu) {
  if (!std::filesystem::exists(std::string(REAL_TENSORRT) + "/libnvinfer.so.10")) {
    GTEST_SKIP() << "no TensorRT 10.6: tools/fetch-tensorrt 10.6 gets it";
  }
  if (std::filesystem::exists("/dev/nvidia0")) GTEST_SKIP() << "there is a GPU";
  const Ran ran = plugsmith({"selfcheck", "basic", "--tensorrt", REAL_TENSORRT});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("no GPU that CUDA can use"));
}

TEST(TraceInTensorRt, SaysWhereItLookedForTensorRt) {
  const TemporaryFolder folder;
  const Ran ran = plugsmith({"trace", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x1x2x2:float32",
                             "--backend", "tensorrt", "--tensorrt", folder.path().string()});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("no TensorRT 10: there is no libnvinfer.so.10"));
}

TEST(TraceOfAModel, ShowsTheCallsOfItsPluginNodes) {
  const TemporaryFolder folder;
  const std::string model = (folder / "m.onnx").string();
  write_model(model, pad_model());
  const Ran ran = plugsmith(
      {"trace", model, "--plugins", OUR_LIBRARY, "--input", "random", "--shape", "x=1x3x16x16"});
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("phase 0 fields"), HasSubstr("onShapeChange in0 "),
                             HasSubstr("reference in0 ")));
}

TEST(TraceOfAModel, WantsPlugins) {
  const Ran ran = plugsmith({"trace", "model.onnx"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("either LIB --op NAME, or MODEL --plugins LIB, or --diff"));
}

}  // namespace
}  // namespace plugsmith::test
