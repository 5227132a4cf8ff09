// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "src/trt/fidelity/scenario.hpp"

// The parts of the table, for scenarios.cpp only.

namespace plugsmith::fidelity {

/// x -> Abs -> probe -> Neg -> y, FP32 [-1,8,-1,-1], linear, two runs at [2,8,16,16].
inline Scenario plain(std::string group, std::string name, std::string shows) {
  Scenario scenario;
  scenario.group = std::move(group);
  scenario.name = std::move(name);
  scenario.shows = std::move(shows);
  return scenario;
}

std::vector<Scenario> network_scenarios();
std::vector<Scenario> format_scenarios();
std::vector<Scenario> shape_scenarios();
std::vector<Scenario> tactic_scenarios();
std::vector<Scenario> run_scenarios();
std::vector<Scenario> failure_scenarios();
std::vector<Scenario> weak_scenarios();
std::vector<Scenario> v2_scenarios();

}  // namespace plugsmith::fidelity
