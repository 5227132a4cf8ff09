// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/sanitizer_search.hpp"

#include <gmock/gmock.h>

#include <map>
#include <numeric>

namespace plugsmith::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// Cases whose kernels are reported; a case may end its process.
struct Machine {
  std::map<std::size_t, std::vector<std::string>> kernels;
  std::size_t deadly = 1000;
  int runs = 0;

  WatchedRun run(const CaseIndices& cases) {
    ++runs;
    WatchedRun run;
    for (const std::size_t index : cases) {
      ++run.begun;
      for (const std::string& kernel : kernels[index]) {
        SanitizerReport report;
        report.kind = "invalid write";
        report.kernel = kernel;
        run.log.reports.push_back(report);
      }
      if (index == deadly) break;
    }
    return run;
  }
};

std::vector<std::string> search(Machine& machine, std::size_t count, int most_runs = 100) {
  CaseIndices cases(count);
  std::iota(cases.begin(), cases.end(), std::size_t{0});
  FaultSearch search([&](const CaseIndices& some) { return machine.run(some); }, most_runs);
  std::vector<std::string> found;
  for (const CaseFault& fault : search.search(cases)) {
    found.push_back(fault.report.kernel + " in " +
                    (fault.index ? std::to_string(*fault.index)
                                 : "one of " + std::to_string(fault.among.size())) +
                    " x" + std::to_string(fault.count));
  }
  return found;
}

TEST(FaultSearch, CleanCasesTakeOneProcess) {
  Machine machine;
  EXPECT_THAT(search(machine, 64), IsEmpty());
  EXPECT_EQ(machine.runs, 1);
}

TEST(FaultSearch, FindsTheFirstCaseOfEachKernel) {
  Machine machine;
  machine.kernels = {{5, {"a"}}, {6, {"a", "b", "b"}}, {40, {"a", "b"}}};
  EXPECT_THAT(search(machine, 64), ElementsAre("a in 5 x1", "b in 6 x2"));
}

TEST(FaultSearch, AFaultOfEveryCaseIsFoundInFewProcesses) {
  Machine machine;
  for (std::size_t i = 0; i < 128; ++i) machine.kernels[i] = {"a"};
  EXPECT_THAT(search(machine, 128), ElementsAre("a in 0 x1"));
  EXPECT_LE(machine.runs, 9);
}

TEST(FaultSearch, CasesBehindOneThatEndedTheProcessRunToo) {
  Machine machine;
  machine.kernels = {{2, {"a"}}, {7, {"b"}}};
  machine.deadly = 2;
  EXPECT_THAT(search(machine, 8), ElementsAre("a in 2 x1", "b in 7 x1"));
}

TEST(FaultSearch, TellsWhetherAllWasLookedAt) {
  Machine machine;
  machine.kernels = {{5, {"a"}}};
  CaseIndices cases(64);
  std::iota(cases.begin(), cases.end(), std::size_t{0});
  for (const int most_runs : {3, 100}) {
    FaultSearch search([&](const CaseIndices& some) { return machine.run(some); }, most_runs);
    EXPECT_THAT(search.search(cases), SizeIs(1));
    EXPECT_EQ(search.is_complete(), most_runs == 100);
  }
}

TEST(FaultSearch, WithoutProcessesLeftItNamesTheCasesThatItWasAmong) {
  Machine machine;
  machine.kernels = {{5, {"a"}}};
  EXPECT_THAT(search(machine, 64, 3), ElementsAre("a in one of 16 x1"));
}

}  // namespace
}  // namespace plugsmith::cli
