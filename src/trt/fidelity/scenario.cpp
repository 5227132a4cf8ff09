// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/scenario.hpp"

#include <algorithm>
#include <iterator>

#include "src/trt/fidelity/scenario_tables.hpp"

namespace plugsmith::fidelity {

Range default_range(const Dims& dims) {
  if (dims == Dims{-1, 8, -1, -1}) return {{1, 8, 1, 1}, {2, 8, 16, 16}, {4, 8, 32, 32}};
  Range range{dims, dims, dims};
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i] >= 0) continue;
    range.min[i] = 1;
    range.opt[i] = 4;
    range.max[i] = 8;
  }
  return range;
}

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all = [] {
    std::vector<Scenario> made;
    for (auto* part : {network_scenarios, format_scenarios, shape_scenarios, tactic_scenarios,
                       run_scenarios, failure_scenarios, weak_scenarios, v2_scenarios}) {
      auto some = part();
      made.insert(made.end(), std::make_move_iterator(some.begin()),
                  std::make_move_iterator(some.end()));
    }
    return made;
  }();
  return all;
}

const Scenario* find_scenario(const std::string& name) {
  const auto& all = scenarios();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Scenario& s) { return s.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace plugsmith::fidelity
