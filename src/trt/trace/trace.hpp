// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace plugsmith::trace {

/// The calls into plugins, one line each, in the notation of the recordings of real TensorRT
/// (docs/traces.md). Safe to use from several threads.
class Trace {
 public:
  explicit Trace(bool enabled) : enabled_(enabled) {}

  /// Sees every line as it comes, before equal ones are counted: what a process that may die shows
  /// of itself. Called from the threads that call plugins, one at a time. Set it before the first
  /// line.
  void on_line(std::function<void(const std::string&)> see) { see_ = std::move(see); }

  /// Whether lines are kept; ask before building a costly line.
  bool enabled() const { return enabled_; }

  /// Adds a call. Equal calls in a row become one line with "(xN)".
  void call(const std::string& text);

  /// Adds a line that is not a call ("== build").
  void mark(const std::string& line);

  /// Number of the next plugin object, in order of creation; counts even when nothing is recorded.
  std::int32_t next_object();

  std::vector<std::string> lines() const;

 private:
  struct Entry {
    std::string text;
    std::int64_t count = 1;
  };
  void add(std::string text);

  const bool enabled_;
  std::function<void(const std::string&)> see_;
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::int32_t objects_ = 0;
};

}  // namespace plugsmith::trace
