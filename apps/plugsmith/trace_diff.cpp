// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/trace_diff.hpp"

#include <algorithm>
#include <cstdint>

namespace plugsmith::cli {
namespace {

// "   #2 clone   (x2)" -> "#2 clone"
std::string comparable(const std::string& line) {
  std::string text = line;
  const std::size_t mark = text.rfind("(x");
  if (mark != std::string::npos && text.back() == ')') text.resize(mark);
  const std::size_t end = text.find_last_not_of(" \t\r");
  text.resize(end == std::string::npos ? 0 : end + 1);
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin);
}

std::vector<std::string> comparable(const std::vector<std::string>& lines) {
  std::vector<std::string> result;
  result.reserve(lines.size());
  for (const auto& line : lines) result.push_back(comparable(line));
  return result;
}

}  // namespace

std::vector<DiffLine> diff_traces(const std::vector<std::string>& first,
                                  const std::vector<std::string>& second) {
  const auto a = comparable(first);
  const auto b = comparable(second);
  // Length of the longest common subsequence of the tails from i and j.
  const std::size_t width = b.size() + 1;
  std::vector<std::uint32_t> common((a.size() + 1) * width, 0);
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      common[i * width + j] =
          a[i] == b[j] ? common[(i + 1) * width + j + 1] + 1
                       : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  std::vector<DiffLine> result;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool both = i < a.size() && j < b.size();
    if (both && a[i] == b[j]) {
      result.push_back({' ', first[i++]});
      ++j;
    } else if (j == b.size() ||
               (both && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      result.push_back({'-', first[i++]});
    } else {
      result.push_back({'+', second[j++]});
    }
  }
  return result;
}

}  // namespace plugsmith::cli
