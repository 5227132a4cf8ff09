// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
// The logs here are written after the form that NVIDIA's manual of Compute Sanitizer documents;
// none of them is a recording.
#include "apps/plugsmith/sanitizer_log.hpp"

#include <gmock/gmock.h>

namespace plugsmith::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr char kBegin[] = "========= COMPUTE-SANITIZER\n";
constexpr char kEnd[] = "========= ERROR SUMMARY: 1 error\n";

SanitizerReport only_report(const std::string& text) {
  const SanitizerLog log = parse_sanitizer_log(kBegin + text + kEnd);
  EXPECT_THAT(log.reports, SizeIs(1));
  EXPECT_THAT(log.problems, IsEmpty());
  EXPECT_TRUE(log.is_complete);
  return log.reports.empty() ? SanitizerReport{} : log.reports.front();
}

TEST(SanitizerLog, ReadsAnInvalidAccess) {
  const auto report = only_report(
      "========= Invalid __global__ read of size 16 bytes\n"
      "=========     at void move<uint4>(const T1 *, T1 *, long)+0x160 in move.cu:6\n"
      "=========     by thread (1,2,3) in block (4,5,6)\n"
      "=========     Access to 0x7f6510c00001 is misaligned\n"
      "=========     and is inside the nearest allocation at 0x7f6510c00000 of size 1,024 bytes\n"
      "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
      "=========         Host Frame: main [0x1754] in prog\n"
      "=========\n");
  EXPECT_EQ(report.kind, "invalid __global__ read of size 16 bytes");
  EXPECT_EQ(report.kernel, "void move<uint4>(const T1 *, T1 *, long)");
  EXPECT_EQ(report.place, "move.cu:6");
  EXPECT_EQ(report.thread, "(1,2,3)");
  EXPECT_EQ(report.block, "(4,5,6)");
  EXPECT_EQ(report.address, "0x7f6510c00001");
  EXPECT_EQ(report.size, 16);
  EXPECT_EQ(report.details,
            "Access to 0x7f6510c00001 is misaligned and is inside the nearest allocation at "
            "0x7f6510c00000 of size 1,024 bytes");
  EXPECT_FALSE(report.is_warning);
}

TEST(SanitizerLog, ReadsEachPlaceOfTheKernelsName) {
  for (const char* at : {"0x150 in kernel(int *)", "kernel(int *)+0x150", "kernel(int *):0x150",
                         "0x150 in a/b.cu:42:kernel(int *)", "kernel(int *)+0x150 in b.cu:42"}) {
    const auto report = only_report("========= Invalid __global__ write of size 4 bytes\n" +
                                    std::string("=========     at ") + at + "\n");
    EXPECT_EQ(report.kernel, "kernel(int *)") << at;
    EXPECT_EQ(report.place.empty(), std::string(at).find(".cu") == std::string::npos) << at;
  }
}

TEST(SanitizerLog, TheLastDeviceFrameIsTheKernel) {
  const auto report = only_report(
      "========= Barrier error detected. Divergent thread(s) in block.\n"
      "=========     at [clone sums(int *, int *)] outlineSync()+0x11f0 in sums.cu:42\n"
      "=========     by thread (32,0,0) in block (0,0,0)\n"
      "=========         Device Frame: helper(int *)+0x20 in sums.cu:50\n"
      "=========         Device Frame: sums(int *, int *)+0xe40 in sums.cu:60\n"
      "=========\n");
  EXPECT_EQ(report.kind, "barrier error detected. Divergent thread(s) in block");
  EXPECT_EQ(report.kernel, "sums(int *, int *)");
  EXPECT_EQ(report.text(),
            "barrier error detected. Divergent thread(s) in block in kernel sums(int *, int *) "
            "(sums.cu:42) by thread (32,0,0) in block (0,0,0)");
}

TEST(SanitizerLog, ReadsAnUninitializedReadAlsoWithoutIndentation) {
  const auto report = only_report(
      "========= Uninitialized __global__ memory read of size 4 bytes\n"
      "========= at add(int *)+0x70 in add.cu:41\n"
      "========= by thread (31,0,0) in block (1,0,0)\n"
      "========= Address 0x7f3c7ec000fc\n");
  EXPECT_EQ(report.kernel, "add(int *)");
  EXPECT_EQ(report.address, "0x7f3c7ec000fc");
  EXPECT_EQ(report.size, 4);
}

TEST(SanitizerLog, ReadsRacesWithTheirSeverity) {
  const SanitizerLog log = parse_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "========= Error: Race reported between Write access at sum(int *, int *)+0x90 in sum.cu:41\n"
      "=========     and Read access at sum(int *, int *)+0x100 in sum.cu:51 [508 hazards]\n"
      "=========\n"
      "========= WARNING: Race reported between Write access at raw()+0xf0 in raw.cu:40\n"
      "=========     and Read access at raw()+0x280 in raw.cu:46 [4 hazards]\n"
      "=========\n"
      "========= Warning: (Warp Level Programming) Potential RAW hazard detected at __shared__ "
      "0x8c "
      "in block (0,0,0) :\n"
      "=========     Write Thread (35,0,0) at sum(int *, int *)+0x90 in sum.cu:44\n"
      "=========     Read Thread (32,0,0) at sum(int *, int *)+0x120 in sum.cu:56\n"
      "=========     Current Value : 35\n"
      "=========\n"
      "========= RACECHECK SUMMARY: 3 hazards displayed (1 error, 2 warnings)\n");
  ASSERT_THAT(log.reports, SizeIs(3));
  EXPECT_EQ(
      log.reports[0].text(),
      "race in shared memory in kernel sum(int *, int *) (sum.cu:41): between Write access and "
      "Read access at sum(int *, int *)+0x100 in sum.cu:51 [508 hazards]");
  EXPECT_FALSE(log.reports[0].is_warning);
  EXPECT_TRUE(log.reports[1].is_warning);
  EXPECT_EQ(log.reports[2].kernel, "sum(int *, int *)");
  EXPECT_TRUE(log.reports[2].is_warning);
  EXPECT_THAT(log.reports[2].details, HasSubstr("Potential RAW hazard detected"));
  EXPECT_TRUE(log.is_complete);
}

TEST(SanitizerLog, ACallThatFailsIsAWarning) {
  const auto report = only_report(
      "========= Program hit cudaErrorMemoryAllocation (error 2) due to \"out of memory\" on CUDA "
      "API call to cudaMalloc.\n"
      "=========\n");
  EXPECT_TRUE(report.is_warning);
  EXPECT_EQ(report.kernel, "");
  EXPECT_THAT(report.text(), HasSubstr("on CUDA API call to cudaMalloc"));
}

TEST(SanitizerLog, WhatTheToolSaysOfItselfIsNoReport) {
  const SanitizerLog log = parse_sanitizer_log(
      "text of the program\n"
      "========= COMPUTE-SANITIZER\n"
      "=== not the tool's\n"
      "========= Error: Target application terminated before first instrumented API call\n"
      "========= Target application returned an error\n");
  EXPECT_THAT(log.reports, IsEmpty());
  EXPECT_THAT(log.problems,
              ElementsAre(HasSubstr("terminated before first instrumented API call")));
  EXPECT_FALSE(log.is_complete);
}

TEST(SanitizerLog, AnEmptyOrCutLogIsNotComplete) {
  EXPECT_FALSE(parse_sanitizer_log("").is_complete);
  const SanitizerLog cut = parse_sanitizer_log(
      "========= COMPUTE-SANITIZER\n========= Invalid __global__ write of size 4 bytes\n=======");
  EXPECT_THAT(cut.reports, SizeIs(1));
  EXPECT_FALSE(cut.is_complete);
}

}  // namespace
}  // namespace plugsmith::cli
