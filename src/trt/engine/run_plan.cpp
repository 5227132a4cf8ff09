// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/run_plan.hpp"

#include <algorithm>
#include <chrono>

#include "plugsmith/cuda_status.hpp"
#include "src/trt/engine/step_spans.hpp"
#include "src/trt/engine/step_timer.hpp"

namespace plugsmith::trt {
namespace {

Status feed_back(Execution& execution, const RunRequest& request) {
  if (!request.feeds.empty()) PLUGSMITH_RETURN_IF_ERROR(execution.synchronize());  // real shapes
  for (const auto& [output, input] : request.feeds) {
    PLUGSMITH_RETURN_IF_ERROR(execution.feed(output, input));
  }
  return Status::ok();
}

/// Memory twice as large as the L2 cache: once it is written, the cache holds nothing else.
class CacheFiller {
 public:
  Status open() {
    int device = 0, l2_bytes = 0;
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&device)));
    PLUGSMITH_RETURN_IF_ERROR(
        PLUGSMITH_CUDA_STATUS(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device)));
    return memory_.reserve(2 * static_cast<std::size_t>(l2_bytes));
  }
  Status fill(cudaStream_t stream) {
    return PLUGSMITH_CUDA_STATUS(cudaMemsetAsync(memory_.data(), 0, memory_.capacity(), stream));
  }

 private:
  DeviceMemory memory_;
};

Status step(Execution& execution, StepTimer& timer, const StepSpans& spans, std::uint64_t done) {
  if (spans.begins_after(done)) PLUGSMITH_RETURN_IF_ERROR(timer.begin(execution.stream()));
  PLUGSMITH_RETURN_IF_ERROR(execution.enqueue());
  return spans.ends_after(done + 1) ? timer.end(execution.stream()) : Status::ok();
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

Status run_all(Execution& execution, const RunRequest& request, RunResult& result) {
  const bool together = request.cache != StepCache::kCold && request.feeds.empty();
  const StepSpans spans(together ? request.steps : 1);
  StepTimer timer(spans.length());
  CacheFiller filler;
  const bool cold = request.cache == StepCache::kCold;
  if (cold) PLUGSMITH_RETURN_IF_ERROR(filler.open());
  auto start = std::chrono::steady_clock::now();
  for (std::uint64_t done = 0; done < request.steps; ++done) {
    if (done > 0) PLUGSMITH_RETURN_IF_ERROR(feed_back(execution, request));
    if (done == 1) {
      if (request.graph == CudaGraph::kYes) PLUGSMITH_RETURN_IF_ERROR(execution.capture());
      PLUGSMITH_RETURN_IF_ERROR(execution.synchronize());
      timer.forget();
      start = std::chrono::steady_clock::now();
    }
    if (cold) PLUGSMITH_RETURN_IF_ERROR(filler.fill(execution.stream()));
    PLUGSMITH_RETURN_IF_ERROR(request.timing == StepTiming::kNone
                                  ? execution.enqueue()
                                  : step(execution, timer, spans, done));
    if (request.on_step) request.on_step(done + 1);
  }
  PLUGSMITH_RETURN_IF_ERROR(execution.synchronize());
  result.steps_ms = milliseconds_since(start);
  auto measured = timer.times();
  if (!measured.is_ok()) return measured.status();
  result.device = *measured;
  return Status::ok();
}

}  // namespace

Result<RunResult> run_steps(Execution& execution, const RunRequest& request) {
  if (request.graph == CudaGraph::kYes && request.steps < 2) {
    return invalid_argument(
        "--cuda-graph: the first step runs without the graph, so --steps must be at least 2");
  }
  RunResult result;
  const auto start = std::chrono::steady_clock::now();
  PLUGSMITH_RETURN_IF_ERROR(execution.set_inputs(request.inputs));
  PLUGSMITH_RETURN_IF_ERROR(run_all(execution, request, result));
  auto outputs = execution.outputs();
  if (!outputs.is_ok()) return outputs.status();
  result.outputs = std::move(outputs).value();
  result.total_ms = milliseconds_since(start);
  return result;
}

}  // namespace plugsmith::trt
