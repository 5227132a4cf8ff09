// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

namespace plugsmith::test {

inline constexpr std::chrono::milliseconds kPollPause{10};
inline constexpr int kPolls = 1000;

/// Waits for a child of `parent` whose program's name (its first 15 letters) starts with `name`;
/// 0 if none comes within ten seconds.
inline pid_t wait_for_child(pid_t parent, const std::string& name) {
  const std::string id = std::to_string(parent);
  for (int i = 0; i < kPolls; ++i) {
    pid_t child = 0;
    std::string found;
    if (std::ifstream("/proc/" + id + "/task/" + id + "/children") >> child) {
      std::ifstream("/proc/" + std::to_string(child) + "/comm") >> found;
      if (found.rfind(name, 0) == 0) return child;
    }
    std::this_thread::sleep_for(kPollPause);
  }
  return 0;
}

/// Whether the process is gone within ten seconds.
inline bool goes_away(pid_t process) {
  for (int i = 0; i < kPolls; ++i) {
    if (::kill(process, 0) != 0) return true;
    std::this_thread::sleep_for(kPollPause);
  }
  return false;
}

}  // namespace plugsmith::test
