// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace plugsmith::host {

/// The calls into plugins, one line each, in the notation of the recordings of real TensorRT
/// (docs/traces.md). Safe to use from several threads.
class Trace {
 public:
  explicit Trace(bool enabled) : enabled_(enabled) {}

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
  mutable std::mutex mutex_;
  std::vector<Entry> entries_;
  std::int32_t objects_ = 0;
};

}  // namespace plugsmith::host
