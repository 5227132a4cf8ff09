// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/supervisor.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/child_process.hpp"

namespace plugsmith::process {
namespace {

using testing::HasSubstr;

Outcome run(const std::string& what, Limits limits = {}) {
  Job job;
  job.worker = TEST_WORKER;
  job.text = what;
  job.limits = limits;
  return run_job(job);
}

TEST(Supervisor, DeliversTheAnswerWithItsBlocks) {
  Job job;
  job.worker = TEST_WORKER;
  job.text = "answer";
  const std::string first = "block one";
  job.blocks = {std::as_bytes(std::span(first)), {}};
  const auto outcome = run_job(job);
  ASSERT_EQ(outcome.ending, Ending::kReply) << explain(outcome);
  EXPECT_EQ(outcome.reply->text(), "answer to answer");
  ASSERT_EQ(outcome.reply->blocks().size(), 2U);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(outcome.reply->blocks()[0].data()),
                        outcome.reply->blocks()[0].size()),
            first);
  EXPECT_TRUE(outcome.reply->blocks()[1].empty());
}

Outcome run_by(const std::string& script) {
  Job job;
  job.worker = TEST_WORKER;
  job.text = "answer";
  job.launcher = {"/bin/sh", "-c", script};  // $0 is the worker
  return run_job(job);
}

TEST(Supervisor, AnotherProgramMayStartTheWorker) {
  const auto outcome = run_by("\"$0\"");
  ASSERT_EQ(outcome.ending, Ending::kReply) << explain(outcome);
  EXPECT_EQ(outcome.reply->text(), "answer to answer");
}

TEST(Supervisor, ALauncherMayCloseTheDescriptorsAndUseTheirNumbers) {
  const auto closed = run_by("exec 3>&- 4>&- 5>&-; \"$0\"");
  ASSERT_EQ(closed.ending, Ending::kReply) << explain(closed);
  const auto used = run_by("exec 3>/dev/null 4</dev/zero 5>&1; \"$0\"");
  ASSERT_EQ(used.ending, Ending::kReply) << explain(used);
  EXPECT_EQ(used.reply->text(), "answer to answer");
}

TEST(Supervisor, AnAnswerCountsWhateverTheLaunchersExitStatusIs) {
  const auto answered = run_by("\"$0\"; exit 255");
  ASSERT_EQ(answered.ending, Ending::kReply) << explain(answered);
  EXPECT_EQ(answered.reply->text(), "answer to answer");
  const auto silent = run_by("exit 255");
  EXPECT_EQ(silent.ending, Ending::kExit);
  EXPECT_EQ(silent.number, 255);
}

TEST(Supervisor, ALauncherThatDoesNotStartIsSaidToBeMissing) {
  Job job;
  job.worker = TEST_WORKER;
  job.launcher = {"/no/such/launcher", "--option"};
  const auto outcome = run_job(job);
  EXPECT_EQ(outcome.ending, Ending::kMissingWorker);
  EXPECT_THAT(outcome.output, HasSubstr("/no/such/launcher does not start"));
}

struct Death {
  const char* what;
  Ending ending;
  const char* sentence;
};
class SupervisorOfADyingWorker : public testing::TestWithParam<Death> {};

TEST_P(SupervisorOfADyingWorker, NamesTheMethodAndTheCause) {
  const auto outcome = run(GetParam().what);
  EXPECT_EQ(outcome.ending, GetParam().ending);
  EXPECT_THAT(explain(outcome), HasSubstr("getOutputShapes of creator Bad"));
  EXPECT_THAT(explain(outcome), HasSubstr(GetParam().sentence));
}

INSTANTIATE_TEST_SUITE_P(
    All, SupervisorOfADyingWorker,
    testing::Values(Death{"segfault", Ending::kSignal, "with SIGSEGV (Segmentation fault)"},
                    Death{"abort", Ending::kSignal, "with SIGABRT"},
                    Death{"throw", Ending::kSignal,
                          "an exception of type std::runtime_error (a wrong "
                          "turn) left a function that may not throw"},
                    Death{"exit 0", Ending::kExit, "exit status 0 and without an answer"},
                    Death{"exit 7", Ending::kExit, "exit status 7"},
                    Death{"symbol", Ending::kMissingSymbol, "needs the symbol \"missing_thing\""}));

TEST(Supervisor, NamesTheThreadThatCrashed) {
  const auto outcome = run("crash on a thread");
  EXPECT_EQ(outcome.method, "clone");
  EXPECT_EQ(outcome.object, "#2");
}

TEST(Supervisor, NamesTheStageOfACrashOutsidePlugins) {
  const auto outcome = run("crash outside");
  EXPECT_THAT(explain(outcome), HasSubstr("outside any plugin method while misbehaving"));
}

TEST(Supervisor, KeepsTheFirstComplaintOfTheLastCallThatHadOne) {
  EXPECT_EQ(run("complain").complaint, "first");
  EXPECT_EQ(run("complain before").complaint, "");
}

TEST(Supervisor, StopsAnEndlessLoop) {
  Limits limits;
  limits.method_seconds = 0.3;
  const auto outcome = run("loop", limits);
  EXPECT_EQ(outcome.ending, Ending::kMethodTimeout);
  EXPECT_THAT(
      explain(outcome),
      HasSubstr(
          "no return within 0.3 s in getOutputShapes of creator Bad while misbehaving: an endless "
          "loop"));
}

TEST(Supervisor, StopsAWorkerThatNeverStopsTalking) {
  Limits limits;
  limits.method_seconds = 0.2;
  testing::internal::CaptureStderr();
  const auto outcome = run("chatter", limits);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(outcome.ending, Ending::kMethodTimeout);
  EXPECT_LE(outcome.output.size(), 16384U);
}

TEST(Supervisor, LetsTheReferenceTakeItsTime) {
  Limits limits;
  limits.method_seconds = 0.2;
  const auto outcome = run("slow reference", limits);
  EXPECT_EQ(outcome.ending, Ending::kReply) << explain(outcome);
}

TEST(Supervisor, StopsARunThatTakesTooLong) {
  Limits limits;
  limits.method_seconds = 0;
  limits.run_seconds = 0.3;
  const auto outcome = run("loop", limits);
  EXPECT_EQ(outcome.ending, Ending::kRunTimeout);
  EXPECT_THAT(explain(outcome), HasSubstr("longer than 0.3 s, stopped in getOutputShapes"));
}

TEST(Supervisor, StopsAWorkerThatEatsMemory) {
  Limits limits;
  limits.memory_bytes = std::int64_t{256} << 20;
  const auto outcome = run("memory", limits);
  EXPECT_EQ(outcome.ending, Ending::kMemory);
  EXPECT_THAT(explain(outcome), HasSubstr("more than 0.25 GiB of memory in use, stopped in"));
}

TEST(Supervisor, SaysThatTheWorkerIsMissing) {
  Job job;
  job.worker = "/nowhere/plugsmith-worker-10";
  const auto outcome = run_job(job);
  EXPECT_EQ(outcome.ending, Ending::kMissingWorker);
  EXPECT_THAT(explain(outcome), HasSubstr("/nowhere/plugsmith-worker-10 is missing"));
}

TEST(Supervisor, SaysThatTheWorkerDoesNotStart) {
  Job job;
  job.worker = std::filesystem::temp_directory_path() / "plugsmith no program";
  std::ofstream(job.worker) << "neither a program nor a script";
  std::filesystem::permissions(job.worker, std::filesystem::perms::owner_all);
  const auto outcome = run_job(job);
  std::filesystem::remove(job.worker);
  EXPECT_EQ(outcome.ending, Ending::kMissingWorker);
  EXPECT_THAT(explain(outcome), HasSubstr("does not start"));
}

class KilledParent : public testing::TestWithParam<int> {};

TEST_P(KilledParent, LeavesNoWorkerBehind) {
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::execl(TEST_PARENT, TEST_PARENT, TEST_WORKER, static_cast<char*>(nullptr));
    ::_exit(9);
  }
  const pid_t worker = test::wait_for_child(parent, "process_test_wo");
  ASSERT_GT(worker, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  ASSERT_EQ(::kill(parent, GetParam()), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(parent, &status, 0), parent);
  EXPECT_TRUE(test::goes_away(worker));
  if (GetParam() != SIGKILL) {
    EXPECT_EQ(WEXITSTATUS(status), 42);
  }
}

INSTANTIATE_TEST_SUITE_P(All, KilledParent, testing::Values(SIGKILL, SIGTERM, SIGINT, SIGHUP));

}  // namespace
}  // namespace plugsmith::process
