// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/progress.hpp"

namespace plugsmith::trt {

bool ProgressMonitor::report(const BuildProgress& progress) noexcept {
  try {
    if (callback_ && !callback_(progress)) go_on_ = false;
  } catch (...) {  // progress is worth less than the build
  }
  return go_on_;
}

void ProgressMonitor::phaseStart(char const* phase, char const* /*parent*/,
                                 std::int32_t steps) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  steps_[phase] = steps;
  report({phase, 0, steps});
}

bool ProgressMonitor::stepComplete(char const* phase, std::int32_t step) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  return report({phase, step + 1, steps_[phase]});
}

void ProgressMonitor::phaseFinish(char const* phase) noexcept {
  const std::lock_guard<std::mutex> lock(mutex_);
  steps_.erase(phase);
}

}  // namespace plugsmith::trt
