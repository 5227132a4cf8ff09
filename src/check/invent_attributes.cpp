// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/invent_attributes.hpp"

#include <algorithm>

#include "src/check/forked.hpp"

namespace plugsmith::check {
namespace {

constexpr int kMostTries = 96;  ///< calls of createPlugin for one creator
constexpr int kMostDeaths = 8;
constexpr int kShifts = 4;  ///< choices that all fields take together
constexpr auto kPatience = std::chrono::seconds(2);

struct Progress {
  std::array<Choice, kMostInvented> accepted;
  int count;
  Choice current;
  int shift, tries;
};

Choice all_the(int shift) {
  Choice choice;
  choice.of.fill(static_cast<std::uint8_t>(shift));
  return choice;
}

// The fields that a refusal names take their next value. False if it names none with another.
bool change_named(const host::CreatorInfo& info, const std::string& log, Choice& choice) {
  bool changed = false;
  for (const std::size_t field : named_fields(info, log)) {
    const std::size_t count = candidate_count(info.fields[field]);
    if (choice.of[field] + 1U >= count) continue;
    ++choice.of[field];
    changed = true;
  }
  return changed;
}

// From the choice in progress on, until enough are accepted.
void explore(const Subject& subject, Progress& progress) {
  while (progress.shift < kShifts && progress.tries < kMostTries) {
    ++progress.tries;
    forget_log();
    const bool made = subject.make(invent_fields(subject.info, progress.current)) != nullptr;
    if (made) {
      progress.accepted[static_cast<std::size_t>(progress.count++)] = progress.current;
      if (progress.count == static_cast<int>(kMostInvented)) return;
    }
    if (made || !change_named(subject.info, logged_errors(), progress.current)) {
      progress.current = all_the(++progress.shift);
    }
  }
}

}  // namespace

InventedAttributes invent_attributes(const Subject& subject) {
  InventedAttributes result;
  if (subject.info.fields.empty()) return result;
  SharedValue<Progress> progress;
  for (int deaths = 0; deaths < kMostDeaths; ++deaths) {
    const ForkedEnd end =
        run_forked(*subject.state, kPatience, [&] { explore(subject, *progress); });
    result.log = end.log;
    if (end.returned()) break;
    result.died = end;
    if (end.kind == ForkedEnd::Kind::kNotForked || progress->shift >= kShifts) break;
    if (!change_named(subject.info, end.log, progress->current)) {
      progress->current = all_the(++progress->shift);
    }
  }
  for (int i = 0; i < progress->count; ++i) {
    result.sets.push_back(
        invent_fields(subject.info, progress->accepted[static_cast<std::size_t>(i)]));
  }
  return result;
}

}  // namespace plugsmith::check
