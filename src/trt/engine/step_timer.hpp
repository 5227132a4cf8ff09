// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::trt {

/// Times spans of equally many steps on a stream by pairs of CUDA events, which are used again once
/// there are enough.
class StepTimer {
 public:
  explicit StepTimer(std::uint64_t steps_of_span) : steps_of_span_(steps_of_span) {}
  StepTimer(const StepTimer&) = delete;
  StepTimer& operator=(const StepTimer&) = delete;
  ~StepTimer();

  Status begin(cudaStream_t stream);
  Status end(cudaStream_t stream);
  /// Leaves out what was measured so far.
  void forget() { used_ = 0; }
  /// Of one step, from the spans that count; waits for the last.
  Result<StepTimes> times() const;

 private:
  static constexpr std::size_t kMostSpans = 1000;
  std::uint64_t steps_of_span_;
  std::vector<std::pair<cudaEvent_t, cudaEvent_t>> events_;
  std::size_t used_ = 0;  ///< spans since the start, or since forget()
};

}  // namespace plugsmith::trt
