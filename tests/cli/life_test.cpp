// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "tests/cli/command_line.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

class KilledProgram : public testing::TestWithParam<int> {};

TEST_P(KilledProgram, LeavesNeitherAWorkerNorAFile) {
  const TemporaryFolder folder;
  const std::string output = (folder / "output").string();
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::setenv("PLUGSMITH_TEST_FAULT", "configurePlugin:loop", 1);
    ::execl(PLUGSMITH, PLUGSMITH, "run", FAULTY, "--op", "Faulty", "--input", "2:float32",
            "--output", output.c_str(), "--method-timeout", "0", static_cast<char*>(nullptr));
    ::_exit(125);
  }
  const pid_t worker = wait_for_child(parent, "plugsmith-work");
  ASSERT_GT(worker, 0);
  std::this_thread::sleep_for(10 * kPollPause);
  ASSERT_EQ(::kill(parent, GetParam()), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(parent, &status, 0), parent);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_TRUE(goes_away(worker));
  EXPECT_FALSE(std::filesystem::exists(output));
}

INSTANTIATE_TEST_SUITE_P(All, KilledProgram, testing::Values(SIGINT, SIGTERM, SIGKILL));

TEST(Progress, IsShownOnStderrAfterTwoSeconds) {
  const Ran ran =
      plugsmith({"run", FAULTY, "--op", "Faulty", "--input", "2:float32", "--method-timeout", "3"},
                "configurePlugin:loop");
  EXPECT_EQ(ran.exit, 1);
  EXPECT_THAT(ran.err, testing::HasSubstr("plugsmith: building an engine with Faulty, 2 s"));
  EXPECT_THAT(ran.out, testing::IsEmpty());
}

}  // namespace
}  // namespace plugsmith::test
