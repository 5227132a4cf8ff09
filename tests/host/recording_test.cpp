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

TEST(Recording, CallsAreTakenWithoutLogLinesResultsAndTheProbesOwnNotes) {
  const Lines lines{"reg 1",
                    "   #1 getOutputShapes ni 1 nb 4 ns 1",
                    "   #1 shapeInputs[0] nb 2 const 0,0 isSize 0",
                    "layer out0 dims [-1,8,-1,-1]",
                    "== build",
                    "[1] IBuilder::buildSerializedNetwork: Error Code 4",
                    "   #7 ptrs out0 1 out1 1",
                    "   notifyShape y [2,2]",
                    "enqueueV3 1 cuda cudaSuccess out shape [2,8,16,16]",
                    "exit 0"};
  EXPECT_EQ(calls_in(lines),
            (Lines{"#1 getOutputShapes ni 1 nb 4 ns 1", "== build", "notifyShape y [2,2]"}));
}

TEST(Recording, RepeatedCallsCountOneByOne) {
  const Lines twice{"   #2 getOutputShapes ni 1 nb 4 ns 0   (x2)"};
  const Lines once{"   #2 getOutputShapes ni 1 nb 4 ns 0"};
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

TEST(Recording, AScenarioThatAFileLacksIsAnErrorThatNamesIt) {
  const auto lines = read_scenario(PLUGSMITH_RECORDINGS "/v3-10.6-ok.txt", "no-such");
  ASSERT_FALSE(lines.is_ok());
  EXPECT_NE(lines.status().message().find("has no scenario no-such"), std::string::npos);
}

}  // namespace
}  // namespace plugsmith::testing
