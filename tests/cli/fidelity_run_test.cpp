// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/fidelity_run.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/support/temporary_folder.hpp"

namespace plugsmith::cli {
namespace {

using fidelity::Lines;
using testing::HasSubstr;

/// Stands in for the program that plays scenarios in TensorRT: each makes two equal calls; the one
/// called "dies" then dies, and the one called "leaves" exits.
class FidelityRunTest : public testing::Test {
 protected:
  FidelityRequest request(std::vector<std::string> scenarios, const std::string& first_line) {
    FidelityRequest request;
    request.scenarios = std::move(scenarios);
    request.program =
        folder_.write("player", "#!/bin/bash\nexec 0<&3\nread -r folder\necho '" + first_line +
                                    "'\nwhile read -r name; do echo \"##### $name\"\n"
                                    "echo '   #0 clone -> #1'\necho '   #0 clone -> #1'\n"
                                    "[[ $name = dies ]] && kill -SEGV $$\n"
                                    "[[ $name = leaves ]] && exit 7\ndone\nexit 0\n");
    ::chmod(request.program.c_str(), 0755);
    return request;
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(FidelityRunTest, KeepsTheLinesOfEachScenario) {
  const auto run = play_in_tensorrt(request({"a", "b"}, "with: TensorRT 10.6.0 on a test"));
  ASSERT_TRUE(run.is_ok()) << run.status().message();
  EXPECT_EQ(run->made_with, "TensorRT 10.6.0 on a test");
  EXPECT_EQ(run->scenarios.size(), 2U);
  EXPECT_EQ(run->scenarios.at("b"), (Lines{"   #0 clone -> #1   (x2)"}));
}

TEST_F(FidelityRunTest, AScenarioThatEndsTheProcessCostsNoOther) {
  auto asked = request({"a", "dies", "b", "leaves", "c"}, "with: TensorRT");
  std::vector<std::string> ended;
  asked.on_scenario = [&](const std::string& name) { ended.push_back(name); };
  const auto run = play_in_tensorrt(asked);
  ASSERT_TRUE(run.is_ok()) << run.status().message();
  EXPECT_EQ(ended, asked.scenarios);
  EXPECT_EQ(run->scenarios.at("dies").back(), "died: SIGSEGV");
  EXPECT_EQ(run->scenarios.at("leaves").back(), "died: exit status 7");
  EXPECT_EQ(run->scenarios.at("c").size(), 1U);
}

TEST_F(FidelityRunTest, SharesThemAmongJobs) {
  auto asked = request({"a", "dies", "b", "c", "d"}, "with: TensorRT");
  asked.jobs = 3;
  const auto run = play_in_tensorrt(asked);
  ASSERT_TRUE(run.is_ok()) << run.status().message();
  EXPECT_EQ(run->scenarios.size(), 5U);
}

TEST_F(FidelityRunTest, SaysWhatTheEnvironmentLacks) {
  const auto run = play_in_tensorrt(request({}, ""));
  EXPECT_TRUE(run.is_ok());
  auto asked = request({"a"}, "cannot: no GPU");
  const auto refused = play_in_tensorrt(asked);
  ASSERT_FALSE(refused.is_ok());
  EXPECT_EQ(refused.status().code(), StatusCode::kUnsupported);
  EXPECT_EQ(refused.status().message(), "no GPU");
}

TEST_F(FidelityRunTest, NamesAProgramThatIsNotThere) {
  auto asked = request({"a"}, "");
  asked.program = "/nowhere/player";
  const auto run = play_in_tensorrt(asked);
  ASSERT_FALSE(run.is_ok());
  EXPECT_EQ(run.status().code(), StatusCode::kUnsupported);
  EXPECT_THAT(run.status().message(), HasSubstr("/nowhere/player is missing"));
}

}  // namespace
}  // namespace plugsmith::cli
