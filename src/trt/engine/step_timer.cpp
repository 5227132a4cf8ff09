// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/step_timer.hpp"

#include <algorithm>

#include "plugsmith/cuda_status.hpp"

namespace plugsmith::trt {

StepTimer::~StepTimer() {
  for (const auto& [begin, end] : events_) {
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
  }
}

Status StepTimer::begin(cudaStream_t stream) {
  const std::size_t slot = used_ % kMostSpans;
  if (slot == events_.size()) {
    std::pair<cudaEvent_t, cudaEvent_t> pair{};
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventCreate(&pair.first)));
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventCreate(&pair.second)));
    events_.push_back(pair);
  }
  return PLUGSMITH_CUDA_STATUS(cudaEventRecord(events_[slot].first, stream));
}

Status StepTimer::end(cudaStream_t stream) {
  const std::size_t slot = used_++ % kMostSpans;
  return PLUGSMITH_CUDA_STATUS(cudaEventRecord(events_[slot].second, stream));
}

Result<StepTimes> StepTimer::times() const {
  StepTimes times;
  std::vector<double> measured;
  for (std::size_t i = 0; i < std::min(used_, kMostSpans); ++i) {
    float milliseconds = 0;
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventSynchronize(events_[i].second)));
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
        cudaEventElapsedTime(&milliseconds, events_[i].first, events_[i].second)));
    measured.push_back(static_cast<double>(milliseconds) / static_cast<double>(steps_of_span_));
  }
  if (measured.empty()) return times;
  std::sort(measured.begin(), measured.end());
  times.count = measured.size() * steps_of_span_;
  times.min_ms = measured.front();
  times.max_ms = measured.back();
  times.median_ms = measured[measured.size() / 2];
  times.low_quartile_ms = measured[measured.size() / 4];
  times.high_quartile_ms = measured[3 * measured.size() / 4];
  return times;
}

}  // namespace plugsmith::trt
