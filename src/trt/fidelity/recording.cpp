// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/fidelity/recording.hpp"

#include <array>
#include <cstdlib>
#include <sstream>

#include "src/trt/fidelity/recorded_text.hpp"

namespace plugsmith::fidelity {
namespace {

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

bool counts(const std::string& text) {
  static const std::array<std::string, 7> kinds{
      "#",   "createPlugin ",     "deserializePlugin ", "creator.",
      "== ", "reallocateOutput ", "notifyShape "};
  if (starts_with(text, kScenarioMark)) return false;
  for (const std::string& kind : kinds) {
    if (starts_with(text, kind)) return true;
  }
  return false;
}

bool is_clean_up(const std::string& text) {
  const std::string method = method_of(text);
  return method == "~" || method == "destroy" || method == "terminate" ||
         method == "detachFromContext" || starts_with(text, "== ");
}

/// Takes "(xN)" off the end of a line; the number of calls that the line stands for.
int take_count(std::string& text) {
  const std::size_t mark = text.rfind("(x");
  if (mark == std::string::npos || text.back() != ')') return 1;
  const int count = std::atoi(text.c_str() + mark + 2);
  text = trimmed(text.substr(0, mark));
  return count;
}

/// Puts "(won)" in the place of each number behind `word`.
void hide_numbers(std::string& call, const std::string& word) {
  for (std::size_t at = call.find(word); at != std::string::npos; at = call.find(word, at)) {
    at += word.size();
    const std::size_t end = call.find_first_not_of("0123456789", at);
    call.replace(at, end == std::string::npos ? end : end - at, "(won)");
  }
}

constexpr char kTimed[] = " (timed)";

/// The calls behind the first timed enqueue, and behind the last.
struct Timed {
  std::size_t begin = 0, end = 0;
};

/// Whether a call is a timed enqueue, or the setTactic before one.
bool is_part_of_timing(const Lines& calls, std::size_t index) {
  const std::string& call = calls[index];
  const auto ends_timed = [](const std::string& text) {
    const std::size_t at = text.rfind(kTimed);
    return at != std::string::npos && at + sizeof kTimed - 1 == text.size();
  };
  if (ends_timed(call)) return true;
  if (!starts_with(method_of(call), "setTactic ")) return false;
  const std::string object = call.substr(0, call.find(' ') + 1);
  for (std::size_t i = index + 1; i < calls.size(); ++i) {
    if (!starts_with(calls[i], object)) continue;
    const std::string method = method_of(calls[i]);
    if (starts_with(method, "setTactic ")) return false;
    if (starts_with(method, "enqueue ")) return ends_timed(calls[i]);
  }
  return false;
}

/// "setTactic 2" -> "setTactic (won)", and the same in an enqueue; and so for formats, once all are
/// timed.
void hide_winner(std::string& call, bool all_timed) {
  for (const char* word : {"setTactic ", " tactic "}) hide_numbers(call, word);
  if (all_timed) hide_numbers(call, ":f");
}

std::string at(const Lines& calls, std::size_t index) {
  return index < calls.size() ? "\"" + calls[index] + "\"" : "nothing";
}

}  // namespace

std::map<std::string, Lines> parse_recordings(const std::string& text) {
  std::map<std::string, Lines> scenarios;
  std::istringstream input(text);
  Lines* current = nullptr;
  for (std::string line; std::getline(input, line);) {
    if (starts_with(line, kScenarioMark)) {
      current = &scenarios[line.substr(sizeof kScenarioMark - 1)];
    } else if (current != nullptr && !line.empty()) {
      current->push_back(line);
    }
  }
  return scenarios;
}

const Recordings& recordings() {
  static const Recordings all{kRecordedWith, parse_recordings(kRecordedText)};
  return all;
}

std::string line_after(const Lines& lines, const std::string& prefix) {
  for (const std::string& line : lines) {
    if (starts_with(line, prefix)) return line.substr(prefix.size());
  }
  return {};
}

Lines calls_in(const Lines& lines) {
  Lines calls;
  Timed timed;
  for (const std::string& line : lines) {
    std::string text = trimmed(line);
    if (!counts(text)) continue;
    const int count = take_count(text);
    if (count > 1 && starts_with(method_of(text), "enqueue ")) {
      calls.push_back(text + kTimed);
      timed.end = calls.size();
      if (timed.begin == 0) timed.begin = calls.size();
      continue;
    }
    calls.insert(calls.end(), static_cast<std::size_t>(count), text);
  }
  for (std::size_t i = timed.begin; timed.begin > 0 && i < calls.size(); ++i) {
    if (!is_part_of_timing(calls, i)) hide_winner(calls[i], i >= timed.end);
  }
  return calls;
}

End end_of(const Lines& lines) {
  for (const std::string& line : lines) {
    if (starts_with(line, kDied) || starts_with(line, "left alive")) return End::kCutShort;
  }
  return End::kOrderly;
}

std::string difference(const Lines& recorded, const Lines& played, End end) {
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

}  // namespace plugsmith::fidelity
