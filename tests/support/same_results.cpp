// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/same_results.hpp"

#include <algorithm>
#include <cmath>

namespace plugsmith::testing {
namespace {

constexpr double kSpacings = 16;

bool same(double a, double b, double epsilon) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::abs(a - b) <= kSpacings * epsilon * std::max(std::abs(a), 1.0);
}

}  // namespace

Status check_same_results(const std::vector<TestTensor>& v3, const std::vector<TestTensor>& v2) {
  if (v3.size() != v2.size()) return internal_error("the V2 form has another number of outputs");
  for (std::size_t i = 0; i < v3.size(); ++i) {
    const std::string where = "output " + std::to_string(i) + " of the V2 form";
    if (v3[i].type != v2[i].type || v3[i].shape != v2[i].shape) {
      return internal_error(where + " is " + to_string(v2[i].type) + to_string(v2[i].shape) +
                            ", of the V3 form " + to_string(v3[i].type) + to_string(v3[i].shape));
    }
    if (v3[i].bytes == v2[i].bytes) continue;
    const std::vector<double> a = values_of(v3[i]), b = values_of(v2[i]);
    for (std::size_t at = 0; at < a.size(); ++at) {
      if (same(a[at], b[at], epsilon_of(v3[i].type))) continue;
      return internal_error(where + " has " + std::to_string(b[at]) + " at " + std::to_string(at) +
                            ", of the V3 form " + std::to_string(a[at]));
    }
  }
  return Status::ok();
}

bool v2_may_give(const std::vector<TestTensor>& outputs) {
  return std::all_of(outputs.begin(), outputs.end(),
                     [](const TestTensor& output) { return output.shape.rank() < 8; });
}

}  // namespace plugsmith::testing
