// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>
#include <sstream>

#include "src/trt/fidelity/differences.hpp"
#include "tests/host/embedded_player.hpp"

// Plays the scenarios in which real TensorRT was recorded on the embedded host and compares every
// call.

namespace plugsmith::fidelity {

void PrintTo(const Scenario& scenario, std::ostream* out) { *out << scenario.name; }

}  // namespace plugsmith::fidelity

namespace plugsmith::testing {
namespace {

using fidelity::Difference;
using fidelity::Scenario;

std::vector<Scenario> played_scenarios() {
  std::vector<Scenario> played;
  for (const Scenario& scenario : fidelity::scenarios()) {
    const Difference* known = fidelity::find_difference(scenario.name);
    if (known == nullptr || !known->first.empty()) played.push_back(scenario);
  }
  return played;
}

class Fidelity : public ::testing::TestWithParam<Scenario> {};

TEST_P(Fidelity, TheHostMakesTheCallsThatTensorRtWasRecordedMaking) {
  const Scenario& scenario = GetParam();
  const auto& recordings = fidelity::recordings().scenarios;
  const auto recorded = recordings.find(scenario.name);
  ASSERT_NE(recorded, recordings.end());
  EmbeddedPlayer player(scenario);
  const Status status = player.play();
  if (scenario.message.empty()) {
    EXPECT_TRUE(status.is_ok()) << status.message();
  } else {
    EXPECT_NE(status.message().find(scenario.message), std::string::npos) << status.message();
  }
  const std::string found =
      fidelity::difference(fidelity::calls_in(recorded->second), fidelity::calls_in(player.trace()),
                           fidelity::end_of(recorded->second));
  const Difference* known = fidelity::find_difference(scenario.name);
  if (known == nullptr) {
    EXPECT_EQ(found, "");
  } else {
    EXPECT_NE(found.find(known->first), std::string::npos) << found;
  }
  const std::string dims = fidelity::line_after(recorded->second, "layer out0 dims ");
  if (!player.first_output().empty()) {
    EXPECT_EQ(player.first_output(), dims);
  }
  EXPECT_EQ(player.alive(), 0);
}

/// Calls into the plugin and its creator, one by one: without marks and the output allocator.
fidelity::Lines plugin_calls(const fidelity::Lines& lines) {
  fidelity::Lines calls;
  for (std::string call : lines) {
    int count = 1;
    const std::size_t mark = call.rfind("   (x");
    if (mark != std::string::npos) {
      count = std::stoi(call.substr(mark + 5));
      call.resize(mark);
    }
    if (call.rfind("   #", 0) == 0 || call.rfind("   create", 0) == 0 ||
        call.rfind("   deserialize", 0) == 0) {
      calls.insert(calls.end(), static_cast<std::size_t>(count), call);
    }
  }
  return calls;
}

// The wrapper that records real TensorRT, held to the host's own record of the same calls.
TEST_P(Fidelity, AWrappedCreatorSeesTheCallsThatTheHostMakes) {
  trace::Trace wrapped(true);
  EmbeddedPlayer plain(GetParam());
  const Status status = plain.play();
  const fidelity::Lines played = plain.trace();
  plain.end();
  EmbeddedPlayer player(GetParam(), &wrapped);
  const Status wrapped_status = player.play();
  EXPECT_EQ(wrapped_status.message(), status.message());
  EXPECT_EQ(player.trace(), played);
  EXPECT_EQ(plugin_calls(wrapped.lines()), plugin_calls(played));
  EXPECT_EQ(player.alive(), 0);
}

std::string name_of(const ::testing::TestParamInfo<Scenario>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Recorded, Fidelity, ::testing::ValuesIn(played_scenarios()), name_of);

TEST(FidelityTable, HoldsEveryScenarioOnceAndItsRecording) {
  std::map<std::string, int> names;
  std::size_t not_recorded = 0;
  for (const Scenario& scenario : fidelity::scenarios()) {
    EXPECT_EQ(++names[scenario.name], 1) << scenario.name;
    const Difference* known = fidelity::find_difference(scenario.name);
    if (known != nullptr && known->reason == "not recorded yet") {
      ++not_recorded;
    } else {
      EXPECT_EQ(fidelity::recordings().scenarios.count(scenario.name), 1U) << scenario.name;
    }
  }
  EXPECT_EQ(names.size(), fidelity::recordings().scenarios.size() + not_recorded);
  EXPECT_GE(names.size(), 30U);
}

TEST(FidelityTable, DocumentsEachDifference) {
  std::ifstream file(PLUGSMITH_SOURCE_DIR "/docs/traces.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const Difference& difference : fidelity::differences()) {
    EXPECT_NE(fidelity::find_scenario(difference.scenario), nullptr) << difference.scenario;
    EXPECT_NE(text.str().find("`" + difference.scenario + "`"), std::string::npos)
        << difference.scenario;
    EXPECT_NE(text.str().find(difference.reason), std::string::npos) << difference.reason;
  }
}

}  // namespace
}  // namespace plugsmith::testing
