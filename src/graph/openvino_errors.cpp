// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "graph/openvino_errors.hpp"

#include <array>
#include <sstream>
#include <string_view>

namespace plugsmith::graph {
namespace {

constexpr std::size_t kMostLetters = 400;

bool is_noise(std::string_view line) {
  constexpr std::array<std::string_view, 4> kStarts = {"Exception from ", "Check '",
                                                       "Summary:", "FrontEnd API failed"};
  for (const std::string_view start : kStarts) {
    if (line.substr(0, start.size()) == start) return true;
  }
  return line.find_first_not_of(" \t\r:-") == std::string_view::npos;
}

}  // namespace

std::string openvino_reason(const std::exception& error) {
  std::istringstream lines(error.what());
  std::string reason, line;
  while (std::getline(lines, line)) {
    if (is_noise(line) || reason.find(line) != std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" \t");
    const std::size_t end = line.find_last_not_of(" \t\r:");
    if (!reason.empty()) reason += "; ";
    reason += line.substr(start, end - start + 1);
    if (reason.size() > kMostLetters) return reason.substr(0, kMostLetters) + "...";
  }
  return reason.empty() ? "no reason given" : reason;
}

}  // namespace plugsmith::graph
