// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace plugsmith::trt {

/// Which of many steps are timed together, by one pair of events. Around each step these would cost
/// a small engine more than a twentieth of its time (on an H200 7.6 % of a step of 32 us,
/// 2026-11-29, engine10_tests --gtest_filter=*AddsAtMost*).
class StepSpans {
 public:
  static constexpr std::uint64_t kEnough = 50;

  explicit StepSpans(std::uint64_t steps)
      : length_(std::max<std::uint64_t>(1, steps == 0 ? 0 : (steps - 1) / kEnough)) {}

  /// Steps of a span; the first step of all, which allocates, is a span of its own.
  std::uint64_t length() const { return length_; }
  /// Whether a span begins, or ends, once `done` steps are done.
  bool begins_after(std::uint64_t done) const { return done == 0 || (done - 1) % length_ == 0; }
  bool ends_after(std::uint64_t done) const { return done > 0 && (done - 1) % length_ == 0; }

 private:
  std::uint64_t length_;
};

}  // namespace plugsmith::trt
