// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/host/recording.hpp"

#include <array>
#include <cstdlib>
#include <fstream>

namespace plugsmith::testing {
namespace {

constexpr char kScenarioMark[] = "##### ";

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// The part behind "#n " of a call on a plugin object; empty for any other line.
std::string method_of(const std::string& text) {
  if (!starts_with(text, "#")) return {};
  const std::size_t space = text.find(' ');
  return space == std::string::npos ? std::string() : text.substr(space + 1);
}

/// Notes that the recording probe made inside a call are no calls.
bool is_probe_note(const std::string& text) {
  const std::string method = method_of(text);
  return starts_with(method, "ptrs") || starts_with(method, "shapeInputs[");
}

bool counts(const std::string& text) {
  static const std::array<std::string, 7> kinds{
      "#",  "createPlugin ", "deserializePlugin ", "creator.", "reallocateOutput ", "notifyShape ",
      "== "};
  if (starts_with(text, kScenarioMark) || is_probe_note(text)) return false;
  for (const std::string& kind : kinds) {
    if (starts_with(text, kind)) return true;
  }
  return false;
}

bool is_clean_up(const std::string& text) {
  return method_of(text) == "~" || starts_with(text, "== ");
}

/// Takes "(xN)" off the end of a line; the number of calls that the line stands for.
int take_count(std::string& text) {
  const std::size_t mark = text.rfind("(x");
  if (mark == std::string::npos || text.back() != ')') return 1;
  const int count = std::atoi(text.c_str() + mark + 2);
  text = trimmed(text.substr(0, mark));
  return count;
}

std::string at(const std::vector<std::string>& calls, std::size_t index) {
  return index < calls.size() ? "\"" + calls[index] + "\"" : "nothing";
}

}  // namespace

Result<std::vector<std::string>> read_scenario(const std::string& file, const std::string& name) {
  std::ifstream input(file);
  if (!input) return invalid_argument(file + ": cannot be opened");
  std::vector<std::string> lines;
  bool inside = false;
  for (std::string line; std::getline(input, line);) {
    if (starts_with(line, kScenarioMark)) {
      if (inside) break;
      inside = line == kScenarioMark + name;
      continue;
    }
    if (inside) lines.push_back(line);
  }
  if (lines.empty()) return invalid_argument(file + ": has no scenario " + name);
  return lines;
}

Result<std::vector<std::string>> read_recording(const std::string& file) {
  std::ifstream input(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  if (lines.empty()) return invalid_argument(file + ": cannot be read, or is empty");
  return lines;
}

std::string line_after(const std::vector<std::string>& lines, const std::string& prefix) {
  for (const std::string& line : lines) {
    if (starts_with(line, prefix)) return line.substr(prefix.size());
  }
  return {};
}

std::vector<std::string> calls_in(const std::vector<std::string>& lines) {
  std::vector<std::string> calls;
  for (const std::string& line : lines) {
    std::string text = trimmed(line);
    if (!counts(text)) continue;
    const int count = take_count(text);
    if (count > 1 && starts_with(method_of(text), "enqueue ")) {
      calls.push_back(text + " (timed)");
      continue;
    }
    calls.insert(calls.end(), static_cast<std::size_t>(count), text);
  }
  return calls;
}

std::string difference(const std::vector<std::string>& recorded,
                       const std::vector<std::string>& played, End end) {
  std::size_t i = 0;
  while (i < recorded.size() && i < played.size() && recorded[i] == played[i]) ++i;
  bool rest_may_follow = end == End::kCutShort && i == recorded.size();
  for (std::size_t k = i; rest_may_follow && k < played.size(); ++k) {
    rest_may_follow = is_clean_up(played[k]);
  }
  if (rest_may_follow || (i == recorded.size() && i == played.size())) return {};
  return "call " + std::to_string(i) + ": recorded " + at(recorded, i) + ", played " +
         at(played, i) + (i > 0 ? "; the call before was " + at(recorded, i - 1) : "");
}

}  // namespace plugsmith::testing
