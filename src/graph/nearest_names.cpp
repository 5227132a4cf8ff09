// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <numeric>

#include "src/graph/node_mapping.hpp"

namespace plugsmith::graph {
namespace {

char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

/// Levenshtein's distance, in which a change of case costs nothing: the tie is broken below.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view name,
                                       const std::vector<std::string>& candidates,
                                       std::size_t at_most) {
  const std::size_t near_enough = std::max<std::size_t>(1, name.size() / 3);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& candidate : candidates) {
    // A hostile name of megabytes is near to nothing and costs nothing.
    if (candidate.size() > name.size() + near_enough ||
        name.size() > candidate.size() + near_enough) {
      continue;
    }
    const std::size_t distance = edit_distance(name, candidate);
    if (distance <= near_enough && candidate != name) near.emplace_back(distance, candidate);
  }
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < near.size() && i < at_most; ++i) names.push_back(near[i].second);
  return names;
}

}  // namespace plugsmith::graph
