// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/recording.hpp"

#include <gtest/gtest.h>

namespace plugsmith::testing {
namespace {

using Lines = std::vector<std::string>;

const Lines kRecorded{"#0 clone -> #1", "#1 setTactic 0", "#1 ~", "#0 ~"};

TEST(Recording, EqualCallsShowNoDifference) {
  EXPECT_EQ(difference(kRecorded, kRecorded, End::kOrderly), "");
  EXPECT_EQ(difference(kRecorded, kRecorded, End::kCutShort), "");
}

TEST(Recording, AMissingCallIsADifference) {
  for (std::size_t i = 0; i < kRecorded.size(); ++i) {
    Lines played = kRecorded;
    played.erase(played.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(difference(kRecorded, played, End::kOrderly), "") << i;
    EXPECT_NE(difference(kRecorded, played, End::kCutShort), "") << i;
  }
}

TEST(Recording, AnExtraCallIsADifference) {
  for (std::size_t i = 0; i <= kRecorded.size(); ++i) {
    Lines played = kRecorded;
    played.insert(played.begin() + static_cast<std::ptrdiff_t>(i), "#1 getValidTactics n 0");
    EXPECT_NE(difference(kRecorded, played, End::kOrderly), "") << i;
    EXPECT_NE(difference(kRecorded, played, End::kCutShort), "") << i;
  }
}

TEST(Recording, SwappedCallsAreADifference) {
  for (std::size_t i = 0; i + 1 < kRecorded.size(); ++i) {
    Lines played = kRecorded;
    std::swap(played[i], played[i + 1]);
    EXPECT_NE(difference(kRecorded, played, End::kOrderly), "") << i;
  }
}

TEST(Recording, AChangedArgumentIsADifferenceThatNamesBothCalls) {
  Lines played = kRecorded;
  played[1] = "#1 setTactic 1";
  const std::string text = difference(kRecorded, played, End::kOrderly);
  EXPECT_EQ(text,
            "call 1: recorded \"#1 setTactic 0\", played \"#1 setTactic 1\"; the call before was "
            "\"#0 clone -> #1\"");
}

TEST(Recording, OnlyDestructionsMayFollowARecordingThatWasCutShort) {
  const Lines cut{"#0 clone -> #1", "#1 setTactic 0"};
  EXPECT_EQ(difference(cut, kRecorded, End::kCutShort), "");
  EXPECT_NE(difference(cut, kRecorded, End::kOrderly), "");
  Lines played = kRecorded;
  played.push_back("#1 setTactic 0");
  EXPECT_NE(difference(cut, played, End::kCutShort), "");
}

TEST(Recording, CallsAreTakenWithoutLogLinesAndResults) {
  const Lines lines{"registered 1",
                    "   #1 getOutputShapes in0 [?,8] shape0 [?,?]",
                    "layer out0 dims [-1,8,-1,-1]",
                    "== build",
                    "[1] IBuilder::buildSerializedNetwork: Error Code 4",
                    "   deserializePlugin 'Probe' length 4 -> #9",
                    "   notifyShape y [2,2]",
                    "enqueueV3 1",
                    "plan ok"};
  EXPECT_EQ(calls_in(lines),
            (Lines{"#1 getOutputShapes in0 [?,8] shape0 [?,?]", "== build",
                   "deserializePlugin 'Probe' length 4 -> #9", "notifyShape y [2,2]"}));
}

TEST(Recording, RepeatedCallsCountOneByOne) {
  const Lines twice{"   #2 getOutputShapes in0 [?,8,?,?]   (x2)"};
  const Lines once{"   #2 getOutputShapes in0 [?,8,?,?]"};
  EXPECT_EQ(calls_in(twice).size(), 2U);
  EXPECT_NE(difference(calls_in(twice), calls_in(once), End::kOrderly), "");
}

TEST(Recording, OnlyTheNumberOfTimedEnqueuesIsFree) {
  const Lines many{"   #4 enqueue in0 [2]:t0:f0:s1 tactic 1   (x156)"};
  const Lines some{"   #4 enqueue in0 [2]:t0:f0:s1 tactic 1   (x8)"};
  const Lines single{"   #4 enqueue in0 [2]:t0:f0:s1 tactic 1"};
  EXPECT_EQ(difference(calls_in(many), calls_in(some), End::kOrderly), "");
  EXPECT_NE(difference(calls_in(many), calls_in(single), End::kOrderly), "");
}

TEST(Recording, WhichTimedTacticAndFormatWonIsFree) {
  const Lines first{"   #4 enqueue in0 [2]:t0:f0:s1 ws null tactic 1   (x8)", "   #5 setTactic 1",
                    "   #5 enqueue in0 [2]:t0:f0:s1 ws null tactic 1 same-ptr 0"};
  Lines second = first;
  second[1] = "   #5 setTactic 2";
  second[2] = "   #5 enqueue in0 [2]:t0:f0:s1 ws null tactic 2 same-ptr 0";
  EXPECT_EQ(difference(calls_in(first), calls_in(second), End::kOrderly), "");
  second[2] = "   #5 enqueue in0 [2]:t0:f5:s1 ws null tactic 2 same-ptr 0";
  EXPECT_EQ(difference(calls_in(first), calls_in(second), End::kOrderly), "");
  second[2] = "   #5 enqueue in0 [2]:t1:f5:s1 ws null tactic 2 same-ptr 0";
  EXPECT_NE(difference(calls_in(first), calls_in(second), End::kOrderly), "");
  second[2] = first[2];
  second[0] = "   #4 enqueue in0 [2]:t0:f0:s1 ws null tactic 2   (x8)";
  EXPECT_NE(difference(calls_in(first), calls_in(second), End::kOrderly), "");
}

TEST(Recording, WhichWonIsFreeBetweenTwoTimings) {
  const Lines first{"   #4 setTactic 1", "   #4 enqueue in0 [2]:t0:f0:s1 tactic 1   (x8)",
                    "   #5 setTactic 1", "   #7 setTactic 2",
                    "   #7 enqueue in0 [3]:t0:f0:s1 tactic 2   (x8)"};
  Lines second = first;
  second[2] = "   #5 setTactic 2";
  EXPECT_EQ(difference(calls_in(first), calls_in(second), End::kOrderly), "");
  second[3] = "   #7 setTactic 1";
  EXPECT_NE(difference(calls_in(first), calls_in(second), End::kOrderly), "");
}

TEST(Recording, WithoutTimingTheTacticCounts) {
  EXPECT_NE(
      difference(calls_in({"   #5 setTactic 1"}), calls_in({"   #5 setTactic 2"}), End::kOrderly),
      "");
}

TEST(Recording, AScenarioHasTheLinesUpToTheNextOne) {
  const auto all = fidelity::parse_recordings("made with\n##### a\n   #0 ~\n##### b\nlast\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.at("a"), (Lines{"   #0 ~"}));
  EXPECT_EQ(all.at("b"), (Lines{"last"}));
}

TEST(Recording, AProcessThatDiedOrLeftObjectsAliveEndsCutShort) {
  EXPECT_EQ(fidelity::end_of({"#0 clone -> null", "died: SIGSEGV"}), End::kCutShort);
  EXPECT_EQ(fidelity::end_of({"#0 clone -> #1", "left alive: 1"}), End::kCutShort);
  EXPECT_EQ(fidelity::end_of({"#0 clone -> #1", "#0 ~"}), End::kOrderly);
}

TEST(Recording, TheRecordingsSayWhatTheyWereMadeWith) {
  EXPECT_EQ(fidelity::recordings().made_with, "TensorRT 10.6.0 on NVIDIA H200");
}

}  // namespace
}  // namespace plugsmith::testing
