// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>

#include "tests/cli/command_line.hpp"
#include "tests/support/scoped_variable.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// check with a compute-sanitizer that sees what it is told to.
class CheckSanitizer : public testing::Test {
 protected:
  RanJson check(const std::string& sees, const std::vector<std::string>& more = {},
                const std::string& tool = "memcheck") {
    const ScopedVariable path("PATH", "/usr/bin:/bin");
    const ScopedVariable home("CUDA_HOME", FAKE_CUDA_HOME);
    const ScopedVariable calls("FAKE_SANITIZER_CALLS", calls_file());
    std::vector<std::string> arguments{"check", SEEDED,   "--sanitizer",
                                       tool,    "--only", "CK97,CK98,CK99,CK100,CK01"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return plugsmith_json(arguments, sees);
  }
  std::string calls_file() const { return (folder_ / "calls").string(); }
  std::string calls() const {
    return std::filesystem::exists(calls_file()) ? read_text(calls_file()) : "";
  }
  static const json& op(const RanJson& ran) { return ran.json.at("ops").at(0); }
  static std::string reason(const RanJson& ran) {
    for (const json& entry : op(ran).at("not_run")) {
      if (entry.at("rule") == "CK97") return entry.at("reason");
    }
    return "";
  }

 private:
  TemporaryFolder folder_;
};

TEST_F(CheckSanitizer, WithoutTheToolItSaysWhereItWasLookedForAndHowToGetIt) {
  if (std::filesystem::exists("/usr/local/cuda/bin/compute-sanitizer")) {
    GTEST_SKIP() << "compute-sanitizer is in /usr/local/cuda/bin";
  }
  const ScopedVariable path("PATH", "/nowhere");
  const ScopedVariable home("CUDA_HOME", "/no/cuda");
  for (const std::string tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
    const Ran ran = plugsmith({"check", SEEDED, "--tier", "gpu", "--sanitizer", tool});
    EXPECT_EQ(ran.exit, 3) << tool;
    EXPECT_THAT(ran.err,
                AllOf(HasSubstr("--sanitizer " + tool + " needs NVIDIA's compute-sanitizer"),
                      HasSubstr("neither on PATH nor in /no/cuda/bin (CUDA_HOME)"),
                      HasSubstr("/usr/local/cuda/bin"), HasSubstr("CUDA toolkit")));
    EXPECT_EQ(ran.out, "");
  }
}

TEST_F(CheckSanitizer, AnUnknownToolIsRefused) {
  const Ran wrong = plugsmith({"check", SEEDED, "--sanitizer", "leakcheck"});
  EXPECT_EQ(wrong.exit, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("--sanitizer"), HasSubstr("leakcheck")));
}

TEST_F(CheckSanitizer, WithoutAGpuItSaysSo) {
  if (::access("/dev/nvidiactl", F_OK) == 0) GTEST_SKIP() << "there is a GPU";
  const RanJson ran = check("worker");  // the real one
  EXPECT_EQ(ran.exit, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("--sanitizer memcheck needs an NVIDIA GPU and its driver"),
                             HasSubstr("--tier host, which checks without one")));
}

TEST_F(CheckSanitizer, AToolThatDoesNotStartTheWorkerIsTheReasonUnlessThereIsNoGpu) {
  const RanJson ran = check("broken");
  if (::access("/dev/nvidiactl", F_OK) != 0) {  // there the real one crashes
    EXPECT_EQ(ran.exit, 3);
    EXPECT_THAT(ran.err, HasSubstr("--sanitizer memcheck needs an NVIDIA GPU and its driver"));
    return;
  }
  EXPECT_EQ(reason(ran),
            "compute-sanitizer (memcheck) does not start the worker; it says: Error: couldn't find "
            "exit code.");
}

TEST_F(CheckSanitizer, ACleanRunPassesTheRuleOfItsToolAlone) {
  const RanJson ran = check("");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(ran.json.at("sanitizer"), "memcheck");
  EXPECT_EQ(op(ran).at("verdict"), "pass");
  EXPECT_THAT(op(ran).at("passed"), Contains("CK97"));
  EXPECT_EQ(op(ran).at("sanitizer"),
            json({{"tool", "memcheck"}, {"cases", 6}, {"run", 6}, {"processes", 1}}));
  for (const char* rule : {"CK98", "CK99", "CK100"}) {
    EXPECT_THAT(op(ran).at("passed"), Not(Contains(rule)));
  }
  EXPECT_THAT(op(ran).at("not_run"),
              Contains(json({{"rule", "CK98"}, {"reason", "needs --sanitizer racecheck"}})));
}

TEST_F(CheckSanitizer, StartsTheWorkerUnderTheTool) {
  check("");
  EXPECT_THAT(calls(), AllOf(HasSubstr("--tool memcheck --target-processes all --log-file "),
                             HasSubstr("--destroy-on-device-error kernel"),
                             HasSubstr("--padding 1024"), HasSubstr("/plugsmith-worker-10")));
  check("", {}, "initcheck");
  EXPECT_THAT(calls(), HasSubstr("--tool initcheck"));
  EXPECT_THAT(calls(), HasSubstr("--check-api-memory-access no"));
}

TEST_F(CheckSanitizer, AReportBecomesAFindingOfTheCaseThatShowsItAlone) {
  const RanJson ran = check("3:write 4:write 5:write");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_EQ(op(ran).at("verdict"), "fail");
  ASSERT_THAT(op(ran).at("findings"), SizeIs(1));
  const json& finding = op(ran).at("findings").at(0);
  EXPECT_EQ(finding.at("rule"), "CK97");
  EXPECT_EQ(finding.at("severity"), "error");
  EXPECT_EQ(finding.at("evidence"),
            "enqueue, float32 kLINEAR -> float32 kLINEAR, tactic 4, inputs [2,8]");
  EXPECT_EQ(
      finding.at("message"),
      "memcheck: invalid __global__ write of size 4 bytes in kernel overrun(float *, long) "
      "(overrun.cu:31) by thread (255,0,0) in block (3,0,0): Address 0x7f0c4a001000 is out of "
      "bounds and is 1 bytes after the nearest allocation at 0x7f0c4a000000 of size 4,096 "
      "bytes");
  EXPECT_EQ(op(ran).at("sanitizer").at("complete"), true);
  const json& details = finding.at("sanitizer");
  EXPECT_EQ(details.at("kernel"), "overrun(float *, long)");
  EXPECT_EQ(details.at("kind"), "invalid __global__ write of size 4 bytes");
  EXPECT_EQ(details.at("address"), "0x7f0c4a001000");
  EXPECT_EQ(details.at("size"), 4);
  EXPECT_EQ(details.at("place"), "overrun.cu:31");
  EXPECT_THAT(
      op(ran).at("not_run"),
      Not(Contains(testing::Truly([](const json& entry) { return entry.at("rule") == "CK97"; }))));
}

TEST_F(CheckSanitizer, EachKindOfReportIsAFindingAndAFailedCallAWarning) {
  const RanJson ran = check("0:api 5:race", {}, "racecheck");
  ASSERT_THAT(op(ran).at("findings"), SizeIs(2));
  const json& call = op(ran).at("findings").at(0);
  EXPECT_EQ(call.at("severity"), "warning");
  EXPECT_THAT(call.at("message").get<std::string>(), HasSubstr("cudaFuncSetAttribute"));
  const json& race = op(ran).at("findings").at(1);
  EXPECT_EQ(race.at("rule"), "CK98");
  EXPECT_EQ(race.at("severity"), "error");
  EXPECT_THAT(race.at("message").get<std::string>(),
              AllOf(HasSubstr("racecheck: race in shared memory in kernel exchange(float *) "
                              "(exchange.cu:9): between Write access"),
                    HasSubstr("Read access at exchange(float *)+0x100 in exchange.cu:11")));
  EXPECT_THAT(race.at("evidence").get<std::string>(), HasSubstr("tactic 6"));
}

TEST_F(CheckSanitizer, ACaseThatEndsTheProcessKeepsItsReport) {
  const RanJson ran = check("2:write 2:crash");
  EXPECT_EQ(ran.exit, 1);
  ASSERT_THAT(op(ran).at("findings"), SizeIs(1));
  EXPECT_EQ(op(ran).at("findings").at(0).at("evidence"),
            "enqueue, float32 kLINEAR -> float32 kLINEAR, tactic 3, inputs [2,8]");
}

TEST_F(CheckSanitizer, AnUninitializedReadThatTheResultDependsOnIsAnError) {
  const RanJson ran = check("4:unset 4:depends", {}, "initcheck");
  EXPECT_EQ(ran.exit, 1);
  ASSERT_THAT(op(ran).at("findings"), SizeIs(1));
  const json& finding = op(ran).at("findings").at(0);
  EXPECT_EQ(finding.at("rule"), "CK99");
  EXPECT_EQ(finding.at("severity"), "error");
  EXPECT_EQ(finding.at("means"), "would be wrong or refused");
  EXPECT_EQ(finding.at("sanitizer").at("confirmed"), true);
  EXPECT_EQ(
      finding.at("message"),
      "initcheck: uninitialized __global__ memory read of size 4 bytes in kernel finish(const "
      "int *, float *) (finish.cu:20) by thread (1,0,0) in block (0,0,0): Address "
      "0x7f0c4a000004. The result depends on it: with 0xFF instead of 0x00 element 3 of "
      "output 0 is nan");
  EXPECT_THAT(finding.at("evidence").get<std::string>(), HasSubstr("tactic 5"));
}

TEST_F(CheckSanitizer, AnUninitializedReadThatTheResultDoesNotDependOnIsAdvice) {
  const RanJson ran = check("4:unset 3:depends", {}, "initcheck");
  EXPECT_EQ(ran.exit, 0) << ran.err;
  EXPECT_EQ(op(ran).at("verdict"), "pass");
  ASSERT_THAT(op(ran).at("findings"), SizeIs(1));
  const json& finding = op(ran).at("findings").at(0);
  EXPECT_EQ(finding.at("rule"), "CK99");
  EXPECT_EQ(finding.at("severity"), "warning");
  EXPECT_EQ(finding.at("means"), "advice");
  EXPECT_EQ(finding.at("sanitizer").at("confirmed"), false);
  EXPECT_THAT(finding.at("message").get<std::string>(),
              AllOf(HasSubstr("The result does not depend on it"), HasSubstr("bulk copies"),
                    HasSubstr("2025.4")));
  EXPECT_THAT(finding.at("fix").get<std::string>(), HasSubstr("cudaMemsetAsync"));
  EXPECT_THAT(op(ran).at("passed"), Not(Contains("CK99")));
}

TEST_F(CheckSanitizer, AnUninitializedReadThatCannotBeWeighedIsAdviceWithTheReason) {
  struct Reason {
    const char *sees, *reason;
  };
  for (const Reason& one :
       {Reason{"4:unset unclear", "is not known: two runs on the same memory differ"},
        Reason{"4:unset 4:crash", "is not known: the process did not answer"}}) {
    const RanJson ran = check(one.sees, {}, "initcheck");
    EXPECT_EQ(ran.exit, 0) << ran.err;
    ASSERT_THAT(op(ran).at("findings"), SizeIs(1));
    const json& finding = op(ran).at("findings").at(0);
    EXPECT_EQ(finding.at("severity"), "warning");
    EXPECT_EQ(finding.at("sanitizer").at("confirmed"), false);
    EXPECT_THAT(finding.at("message").get<std::string>(), HasSubstr(one.reason));
  }
}

TEST_F(CheckSanitizer, WithoutAReportTheRuleIsNotRunAndSaysWhy) {
  struct Reason {
    const char *sees, *reason;
  };
  for (const Reason& one :
       {Reason{"1:crash", "did not survive: the worker process crashed"},
        Reason{"fails",
               "wrote no report; it says: Error: Failed to initialize the injection library"},
        Reason{"refuses", "the op refuses every case: onShapeChange returned 3"},
        Reason{"none", "IPluginV2 plugins are not run"}}) {
    const RanJson ran = check(one.sees);
    EXPECT_EQ(ran.exit, 0) << ran.err;
    EXPECT_THAT(op(ran).at("passed"), Not(Contains("CK97")));
    EXPECT_THAT(reason(ran), HasSubstr(one.reason)) << one.sees;
  }
}

TEST_F(CheckSanitizer, ARuleThatIsLeftOutStartsNothing) {
  const RanJson ran = check("3:write", {"--skip", "CK97"});
  EXPECT_EQ(ran.exit, 0);
  EXPECT_THAT(calls(), IsEmpty());
}

}  // namespace
}  // namespace plugsmith::test
