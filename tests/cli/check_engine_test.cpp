// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

/// plugsmith with another program in the place of the worker that loads TensorRT.
class CheckEngine : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path real = fs::path(PLUGSMITH).parent_path();
    fs::create_directory(folder_ / "bin");
    fs::copy_file(PLUGSMITH, program());
    fs::create_symlink(real / "plugsmith-worker-10", folder_ / "bin/plugsmith-worker-10");
    fs::create_symlink(FAKE_TENSORRT, folder_ / "bin/plugsmith-tensorrt-10");
    fs::create_directory_symlink(real.parent_path() / "lib", folder_ / "lib");
  }

  fs::path program() const { return folder_ / "bin/plugsmith"; }
  /// The op's entry of "ops"; null where check says nothing but `err`.
  json check(const std::string& fault, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"check",    FAULTY, "--tier", "engine",
                                       "--format", "json", "--only", "CK01,CK96"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ran_ = plugsmith(arguments, fault, program().string());
    const json answer = json::parse(ran_.out, nullptr, false);
    EXPECT_FALSE(answer.is_discarded()) << ran_.out << ran_.err;
    return answer.contains("ops") && !answer["ops"].empty() ? answer["ops"][0] : json();
  }
  /// The only finding, which is of CK96.
  json finding(const std::string& fault, const std::vector<std::string>& more = {}) {
    const json op = check(fault, more);
    EXPECT_EQ(ran_.exit, 1);
    EXPECT_EQ(op.at("findings").size(), 1U) << op.dump(1);
    if (op.at("findings").size() != 1) return json::object();
    EXPECT_EQ(op["findings"][0].at("rule"), "CK96");
    EXPECT_EQ(op["findings"][0].at("severity"), "error");
    return op["findings"][0];
  }
  static std::string reason(const json& op) {
    for (const json& entry : op.at("not_run")) {
      if (entry.at("rule") == "CK96") return entry.at("reason");
    }
    return "";
  }

  Ran ran_;

 private:
  TemporaryFolder folder_;
};

TEST_F(CheckEngine, AnEngineThatComputesTheSameEverywherePasses) {
  const json op = check("");
  EXPECT_EQ(ran_.exit, 0) << ran_.err;
  EXPECT_THAT(op.at("passed"), Contains("CK96"));
  EXPECT_EQ(op.at("engine").at("tensorrt"), "10.6.0");
  EXPECT_EQ(op.at("engine").at("plan_bytes"), 4);
  EXPECT_EQ(op.at("engine").at("reference"), "");
}

TEST_F(CheckEngine, APluginThatFailsIsAFindingWithTensorRtsLog) {
  const json found = finding("build fails");
  EXPECT_EQ(found.at("evidence"), "building an engine and running it");
  EXPECT_THAT(found.at("message").get<std::string>(),
              AllOf(HasSubstr("in TensorRT 10.6.0: a plugin failed in configurePlugin"),
                    HasSubstr("[E] Error Code 9: it returned -1")));
  EXPECT_THAT(found.at("fix").get<std::string>(), HasSubstr("createPlugin(kRUNTIME)"));
}

TEST_F(CheckEngine, APlanThatDoesNotLoadIsAFinding) {
  const json found = finding("does not load");
  EXPECT_EQ(found.at("evidence"), "running the plan in another process");
  EXPECT_THAT(found.at("message").get<std::string>(), HasSubstr("did not take the plan"));
}

TEST_F(CheckEngine, EveryBitCounts) {
  const json found = finding("last bit");
  EXPECT_EQ(found.at("evidence"), "the plan in another process");
  EXPECT_THAT(found.at("message").get<std::string>(),
              AllOf(HasSubstr("computes something else in another process"),
                    HasSubstr("output0 differs in 1 of "), HasSubstr("first at 1")));
}

TEST_F(CheckEngine, WhereTwoRunsDifferAnywayBitsDoNotCount) {
  EXPECT_THAT(check("last bit, not repeatable").at("passed"), Contains("CK96"));
  EXPECT_THAT(finding("forgets").at("evidence"), "the plan in another process");
}

TEST_F(CheckEngine, TheEngineIsHeldToTheReference) {
  const json found = finding("wrong");
  EXPECT_EQ(found.at("evidence"), "the engine against the CPU reference");
  EXPECT_THAT(found.at("message").get<std::string>(),
              AllOf(HasSubstr("the engine and the CPU reference differ"),
                    HasSubstr("output0 differs in 1 elements")));
}

TEST_F(CheckEngine, TheEngineOfAnIPluginV2IsHeldToItsReferenceToo) {
  const auto v2_form = [&](const std::string& fault) {  // with one group it copies its input
    const Ran ran =
        plugsmith({"check", OUR_LIBRARY, "--op", "ChannelShuffle_PS", "--attr", "groups=1",
                   "--tier", "engine", "--only", "CK96", "--format", "json"},
                  fault, program().string());
    const json answer = json::parse(ran.out);
    for (const json& op : answer.at("ops")) {
      if (op.at("interface") == "IPluginCreator") return op;
    }
    return json();
  };
  const json right = v2_form("");
  EXPECT_THAT(right.at("passed"), Contains("CK96")) << right.dump(1);
  EXPECT_EQ(right.at("engine").at("reference"), "");
  const json wrong = v2_form("wrong");
  ASSERT_EQ(wrong.at("findings").size(), 1U);
  EXPECT_EQ(wrong.at("findings").at(0).at("evidence"), "the engine against the CPU reference");
}

TEST_F(CheckEngine, LegalInputsMustNotBeRefusedAndWhatTheDeviceLacksIsNotTheOpsFault) {
  // The reference takes the inputs, so the op must.
  EXPECT_THAT(finding("enqueue fails").at("message").get<std::string>(),
              HasSubstr("failed in enqueue"));
  const json op = check("no memory");
  EXPECT_EQ(ran_.exit, 0);
  EXPECT_EQ(reason(op), "no device memory is left");
}

TEST_F(CheckEngine, InventedInputsThatTheReferenceRefusesAreNotRun) {
  const Ran ran = plugsmith({"check", OUR_LIBRARY, "--op", "RotatedNms_PS", "--tier", "engine",
                             "--only", "CK96", "--format", "json"},
                            "enqueue fails", program().string());
  EXPECT_EQ(ran.exit, 0) << ran.err;
  const json op = json::parse(ran.out).at("ops").at(0);
  EXPECT_EQ(op.at("findings"), json::array());
  EXPECT_EQ(reason(op),
            "the reference refuses: RotatedNms_PS: input \"boxes\" has 16 columns; must have 5, x, "
            "y, width, height and angle; give it legal inputs by --attr and --input");
}

TEST_F(CheckEngine, ARuleThatIsLeftOutBuildsNothing) {
  const json op = check("build fails", {"--skip", "CK96"});
  EXPECT_EQ(ran_.exit, 0) << op.dump(1);
  EXPECT_THAT(reason(op), testing::AnyOf("", "left out by --skip"));
}

TEST_F(CheckEngine, WithoutAGpuNothingIsCheckedAndTheReasonIsSaid) {
  check("no gpu");
  EXPECT_EQ(ran_.exit, 3);
  EXPECT_THAT(ran_.err, HasSubstr("--tier engine: no GPU that CUDA can use"));
}

TEST_F(CheckEngine, WithoutTensorRtItSaysWhatWasLookedForWhereAndHowToGetIt) {
  const TemporaryFolder empty;
  const Ran ran =
      plugsmith({"check", SEEDED, "--tier", "engine", "--tensorrt", empty.path().string()});
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("--tier engine: no TensorRT 10: there is no "
                                       "libnvinfer.so.10; looked for it in " +
                                       empty.path().string()),
                             HasSubstr("install TensorRT 10 from NVIDIA"),
                             HasSubstr("--tensorrt DIR or TENSORRT_ROOT")));
  EXPECT_EQ(ran.out, "");
}

TEST_F(CheckEngine, InTheOtherTiersTheReportNamesTheOptionThatDecidesTheRule) {
  const RanJson ran = plugsmith_json({"check", SEEDED, "--only", "CK01,CK96"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_EQ(reason(ran.json.at("ops").at(0)), "needs --tier engine");
  const Ran wrong = plugsmith({"check", SEEDED, "--tier", "moon"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("--tier"), HasSubstr("moon")));
}

}  // namespace
}  // namespace plugsmith::test
