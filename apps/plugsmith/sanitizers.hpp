// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace plugsmith::cli {

/// A library built with AddressSanitizer or UndefinedBehaviorSanitizer needs the sanitizer's
/// run-time library to be loaded before everything else. While this lives, processes that this one
/// starts load it first, for the libraries that need one, and end with a signal at the first fault.
class SanitizerEnvironment {
 public:
  explicit SanitizerEnvironment(const std::vector<std::string>& libraries);
  ~SanitizerEnvironment();
  SanitizerEnvironment(const SanitizerEnvironment&) = delete;
  SanitizerEnvironment& operator=(const SanitizerEnvironment&) = delete;

 private:
  void set(const char* name, const std::string& value);
  std::vector<std::pair<std::string, std::string>> before_;
};

/// What a sanitizer says in one line of a process's output; empty: nothing.
std::string sanitizer_summary(const std::string& output);

}  // namespace plugsmith::cli
