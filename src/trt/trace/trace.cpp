// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/trace/trace.hpp"

#include <utility>

namespace plugsmith::trace {

void Trace::call(const std::string& text) {
  if (enabled_) add("   " + text);
}

void Trace::mark(const std::string& line) {
  if (enabled_) add(line);
}

void Trace::add(std::string text) {
  const std::lock_guard lock(mutex_);
  if (see_) see_(text);
  if (!entries_.empty() && entries_.back().text == text) {
    ++entries_.back().count;
    return;
  }
  entries_.push_back({std::move(text)});
}

std::int32_t Trace::next_object() {
  const std::lock_guard lock(mutex_);
  return objects_++;
}

std::vector<std::string> Trace::lines() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> lines;
  lines.reserve(entries_.size());
  for (const Entry& entry : entries_) {
    lines.push_back(entry.count == 1 ? entry.text
                                     : entry.text + "   (x" + std::to_string(entry.count) + ")");
  }
  return lines;
}

}  // namespace plugsmith::trace
