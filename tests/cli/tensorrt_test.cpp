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
using testing::IsEmpty;
using testing::Not;

using Arguments = std::vector<std::string>;

Arguments with(Arguments first, const Arguments& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

/// A model, and a folder for what comes of it.
class TensorRt : public testing::Test {
 protected:
  void SetUp() override { write_model(model(), pad_model()); }
  std::string model() const { return (folder_ / "m.onnx").string(); }
  std::string plan() const { return (folder_ / "m.plan").string(); }
  Arguments build_shaped(const std::string& shape, const Arguments& more = {}) const {
    return with({"build", model(), "-o", plan(), "--plugins", OUR_LIBRARY, "--shape", shape}, more);
  }
  Arguments build(const Arguments& more = {}) const { return build_shaped("x=1x3x8x8", more); }
  Arguments run(const Arguments& more = {}) const {
    return with({"run", model(), "--plugins", OUR_LIBRARY, "--input", "random", "--shape",
                 "x=1x3x8x8", "--backend", "tensorrt"},
                more);
  }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

class Absent : public TensorRt {
 protected:
  Arguments nowhere() const { return {"--tensorrt", folder().path().string()}; }
  void expect_said(const Ran& ran) const {
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("no TensorRT 10: there is no libnvinfer.so.10; looked for "
                                         "it in " +
                                         folder().path().string() + " and its lib folders"),
                               HasSubstr("install TensorRT 10 from NVIDIA"),
                               HasSubstr("--tensorrt DIR or TENSORRT_ROOT")));
    EXPECT_THAT(ran.out, IsEmpty());
  }
};

TEST_F(Absent, BuildSaysWhatWasLookedForWhereAndHowToGetIt) {
  expect_said(plugsmith(build(nowhere())));
  EXPECT_FALSE(std::filesystem::exists(plan()));
}

TEST_F(Absent, RunOfAModelSaysSoToo) { expect_said(plugsmith(run(nowhere()))); }

TEST_F(Absent, RunOfAnOpSaysSoToo) {
  expect_said(plugsmith(with({"run", OUR_LIBRARY, "--op", "PadTo_PS", "--input", "1x1x2x2:float32",
                              "--backend", "tensorrt"},
                             nowhere())));
}

TEST_F(Absent, RunOfAPlanSaysSoToo) {
  const std::string file = folder().write("a.plan", "no plan");
  expect_said(
      plugsmith(with({"run", file, "--input", "random", "--backend", "tensorrt"}, nowhere())));
}

TEST_F(Absent, TheJsonSaysTheSame) {
  const RanJson ran = plugsmith_json(build(nowhere()));
  EXPECT_EQ(ran.exit, 3);
  EXPECT_EQ(ran.json.at("error").at("code"), "unsupported");
  EXPECT_THAT(ran.json["error"].at("message").get<std::string>(), HasSubstr("libnvinfer.so.10"));
}

TEST_F(Absent, ALibraryThatIsNoTensorRtIsNamed) {
  folder().write("libnvinfer.so.10", "text");
  const Ran ran = plugsmith(build(nowhere()));
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err,
              HasSubstr(folder().path().string() + "/libnvinfer.so.10 cannot be loaded: "));
}

TEST_F(Absent, AnOtherLibraryOfThatNameLacksAPart) {
  std::filesystem::copy_file(NO_CREATORS, folder() / "libnvinfer.so.10");
  const Ran ran = plugsmith(build(nowhere()));
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("exports no getInferLibVersion: it is not the full TensorRT 10"));
}

TEST_F(Absent, ALeanRuntimeTakesThePlaceOfTheWholeLibrary) {
  std::filesystem::copy_file(NO_CREATORS, folder() / "libnvinfer_lean.so.10");
  const Ran ran = plugsmith(build(nowhere()));
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("/libnvinfer_lean.so.10 exports no getInferLibVersion: it is not "
                                 "the full TensorRT 10 (its lean runtime only runs "
                                 "version-compatible plans)"));
}

struct Wrong {
  const char* option;
  const char* message;
};
class WrongShape : public TensorRt, public testing::WithParamInterface<Wrong> {};

TEST_P(WrongShape, ExitsWith2BeforeTensorRtIsLookedFor) {
  const Ran ran = plugsmith(build_shaped(GetParam().option, {"--tensorrt", "/nonexistent"}));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongShape,
    testing::Values(Wrong{"y=1x1x2x2", "--shape y: the model has no such input"},
                    Wrong{"x", "--shape x: must be NAME=MIN:OPT:MAX"},
                    Wrong{"x=1x2:3x4", "must be NAME=MIN:OPT:MAX, like"},
                    Wrong{"x=1x1x?x2", "a profile has no open dimensions"},
                    Wrong{"x=2x2", "of rank 4"},
                    Wrong{"x=1x3x9x8:1x3x8x8:1x3x9x9", "at axis 2 MIN <= OPT <= MAX"}));

TEST_F(TensorRt, AModelThatCannotBeReadExitsWith2) {
  const Ran ran = plugsmith({"build", "/nonexistent.onnx", "-o", plan()});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("/nonexistent.onnx"));
}

TEST_F(TensorRt, EmbeddingNothingIsWrongUsage) {
  const Ran ran = plugsmith({"build", model(), "-o", plan(), "--embed-plugins"});
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("--embed-plugins: there is no --plugins LIB to embed"));
}

TEST_F(TensorRt, OnlyAVersionCompatiblePlanCanLeaveTheLeanRuntimeOut) {
  const Ran ran = plugsmith(build({"--exclude-lean-runtime"}));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("--exclude-lean-runtime requires --version-compatible"));
}

TEST_F(TensorRt, ItsOptionsBelongToItsBackEnd) {
  const Ran graph = plugsmith({"run", model(), "--input", "random", "--cuda-graph"});
  EXPECT_EQ(graph.exit, 2);
  EXPECT_THAT(graph.err, HasSubstr("belong to --backend tensorrt"));
  const Ran a_plan = plugsmith({"run", plan(), "--input", "random"});
  EXPECT_EQ(a_plan.exit, 2);
  EXPECT_THAT(a_plan.err, HasSubstr("is a plan, which only --backend tensorrt runs"));
}

TEST_F(TensorRt, AGenerationWithoutBackEndIsNamed) {
  const Ran ran =
      plugsmith({"build", model(), "-o", plan(), "--shape", "x=1x3x8x8", "--for", "8.6"});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, HasSubstr("no TensorRT back end for TensorRT 8; those for 10 and 11 exist"));
}

/// With the real library, on a machine without GPU.
class WithoutGpu : public TensorRt {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(REAL_TENSORRT)) {
      GTEST_SKIP() << "no TensorRT in " REAL_TENSORRT "; tools/fetch-tensorrt 10.6 brings it";
    }
    if (std::filesystem::exists("/dev/nvidiactl")) GTEST_SKIP() << "there is a GPU";
    TensorRt::SetUp();
  }
  static Arguments real() { return {"--tensorrt", REAL_TENSORRT}; }
};

TEST_F(WithoutGpu, SaysWhatItNeedsAndDoesNotDie) {
  for (const Arguments& arguments : {build(real()), run(real())}) {
    const Ran ran = plugsmith(arguments);
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("no GPU that CUDA can use"), HasSubstr("libcuda.so.1"),
                               HasSubstr("--backend embedded"), Not(HasSubstr("crashed"))));
  }
}

TEST_F(WithoutGpu, RefusesAnOpThatTheRegistryLacks) {
  const Ran ran = plugsmith(with({"run", OUR_LIBRARY, "--op", "PadT_PS", "--input",
                                  "1x1x2x2:float32", "--backend", "tensorrt"},
                                 real()));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, HasSubstr("no creator is called \"PadT_PS\"; did you mean \"PadTo_PS\"?"));
}

TEST_F(WithoutGpu, ALibraryWithoutCreatorsIsNamed) {
  const Ran ran = plugsmith(with(
      {"build", model(), "-o", plan(), "--shape", "x=1x3x8x8", "--plugins", NO_CREATORS}, real()));
  EXPECT_EQ(ran.exit, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr(NO_CREATORS), HasSubstr("registered no creator")));
}

struct Crash {
  const char* fault;
  const char* message;
};
class WouldCrash : public WithoutGpu, public testing::WithParamInterface<Crash> {};

TEST_P(WouldCrash, IsRefusedBeforeTensorRtIsAsked) {
  const Ran ran = plugsmith(
      with({"run", FAULTY, "--op", "Faulty", "--input", "4:float32", "--backend", "tensorrt"},
           real()),
      GetParam().fault);
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, WouldCrash,
    testing::Values(
        Crash{"clone:fail", "Faulty: clone() returned null, where TensorRT crashes"},
        Crash{"getCapabilityInterface:fail", "of the plugin returned null, where TensorRT crashes"},
        Crash{"getNbOutputs:fail", "getNbOutputs() is not positive, where TensorRT crashes"},
        Crash{"attachToContext:fail", "attachToContext() returned null, where TensorRT crashes"},
        Crash{"createPlugin build:fail", "createPlugin(kBUILD) returned null"},
        Crash{"clone:segfault", "crashed in clone of Faulty"},
        Crash{"createPlugin build:segfault", "crashed in createPlugin of creator Faulty"}));

}  // namespace
}  // namespace plugsmith::test
