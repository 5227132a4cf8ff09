// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "tests/cli/command_line.hpp"
#include "tests/support/temporary_folder.hpp"

namespace plugsmith::test {
namespace {

constexpr auto kPause = std::chrono::milliseconds(10);

// The worker that a parent started, once it has begun to run foreign code.
pid_t worker_of(pid_t parent) {
  const std::string id = std::to_string(parent);
  for (int i = 0; i < 1000; ++i) {
    pid_t child = 0;
    std::string name;
    if (std::ifstream("/proc/" + id + "/task/" + id + "/children") >> child) {
      std::ifstream("/proc/" + std::to_string(child) + "/comm") >> name;
      if (name.rfind("plugsmith-work", 0) == 0) return child;
    }
    std::this_thread::sleep_for(kPause);
  }
  return 0;
}

bool goes_away(pid_t process) {
  for (int i = 0; i < 1000; ++i) {
    if (::kill(process, 0) != 0) return true;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

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
  const pid_t worker = worker_of(parent);
  ASSERT_GT(worker, 0);
  std::this_thread::sleep_for(10 * kPause);
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
