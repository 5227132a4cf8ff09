// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/cuda/device_stream.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "plugsmith/cuda_status.hpp"

namespace plugsmith::cuda {
namespace {

// One pair for each run; destroyed with its owner.
class EventPairs {
 public:
  explicit EventPairs(int count) : events_(static_cast<std::size_t>(2 * count), nullptr) {}
  ~EventPairs() {
    for (cudaEvent_t event : events_) {
      if (event != nullptr) cudaEventDestroy(event);
    }
  }
  EventPairs(const EventPairs&) = delete;
  EventPairs& operator=(const EventPairs&) = delete;

  Status create() {
    for (cudaEvent_t& event : events_) {
      PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventCreate(&event)));
    }
    return Status::ok();
  }
  cudaEvent_t begin(int run) const { return events_[static_cast<std::size_t>(2 * run)]; }
  cudaEvent_t end(int run) const { return events_[static_cast<std::size_t>(2 * run + 1)]; }

 private:
  std::vector<cudaEvent_t> events_;
};

int attribute_of(int device, cudaDeviceAttr attribute) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, attribute, device) == cudaSuccess ? value : 0;
}

Status instantiate(cudaGraph_t graph, void** executable) {
  cudaGraphExec_t made = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGraphInstantiate(&made, graph, 0)));
  *executable = made;
  return Status::ok();
}

}  // namespace

Result<std::unique_ptr<DeviceStream>> DeviceStream::make() {
  std::unique_ptr<DeviceStream> stream(new DeviceStream);
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaStreamCreateWithFlags(&stream->stream_, cudaStreamNonBlocking)));
  return Result<std::unique_ptr<DeviceStream>>(std::move(stream));
}

DeviceStream::~DeviceStream() {
  if (graph_ != nullptr) cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_));
  if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

Status DeviceStream::synchronize() { return PLUGSMITH_CUDA_STATUS(cudaStreamSynchronize(stream_)); }

Status DeviceStream::capture(const Work& work) {
  if (graph_ != nullptr) cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph_));
  graph_ = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      PLUGSMITH_CUDA_STATUS(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal)));
  const Status worked = work(stream_);
  cudaGraph_t graph = nullptr;
  const Status ended = PLUGSMITH_CUDA_STATUS(cudaStreamEndCapture(stream_, &graph));
  const Status made = worked.is_ok() && ended.is_ok() ? instantiate(graph, &graph_) : Status::ok();
  if (graph != nullptr) cudaGraphDestroy(graph);
  static_cast<void>(cudaGetLastError());
  PLUGSMITH_RETURN_IF_ERROR(worked);
  PLUGSMITH_RETURN_IF_ERROR(ended);
  return made;
}

Status DeviceStream::replay() {
  if (graph_ == nullptr) return internal_error("replay: nothing was captured");
  return PLUGSMITH_CUDA_STATUS(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph_), stream_));
}

Result<std::vector<double>> DeviceStream::time_us(const Work& work, const Work& before, int warm_up,
                                                  int runs) {
  EventPairs events(runs);
  PLUGSMITH_RETURN_IF_ERROR(events.create());
  for (int run = -warm_up; run < runs; ++run) {
    if (before) PLUGSMITH_RETURN_IF_ERROR(before(stream_));
    if (run >= 0) {
      PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventRecord(events.begin(run), stream_)));
    }
    PLUGSMITH_RETURN_IF_ERROR(work(stream_));
    if (run >= 0) {
      PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaEventRecord(events.end(run), stream_)));
    }
  }
  PLUGSMITH_RETURN_IF_ERROR(synchronize());
  std::vector<double> times;
  for (int run = 0; run < runs; ++run) {
    float milliseconds = 0.0F;
    PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(
        cudaEventElapsedTime(&milliseconds, events.begin(run), events.end(run))));
    times.push_back(1e3 * static_cast<double>(milliseconds));
  }
  return times;
}

Status synchronize_device() { return PLUGSMITH_CUDA_STATUS(cudaDeviceSynchronize()); }

Status reset_device() { return PLUGSMITH_CUDA_STATUS(cudaDeviceReset()); }

Status enqueue_memset(void* target, unsigned char value, std::int64_t bytes, Stream stream) {
  return PLUGSMITH_CUDA_STATUS(
      cudaMemsetAsync(target, value, static_cast<std::size_t>(bytes), stream));
}

Result<DeviceFacts> device_facts() {
  int device = 0;
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDevice(&device)));
  cudaDeviceProp properties{};
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaGetDeviceProperties(&properties, device)));
  DeviceFacts facts;
  facts.name = properties.name;
  facts.compute_major = properties.major;
  facts.compute_minor = properties.minor;
  facts.l2_bytes = properties.l2CacheSize;
  facts.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  facts.multiprocessors = properties.multiProcessorCount;
  facts.clock_khz = attribute_of(device, cudaDevAttrClockRate);
  facts.memory_clock_khz = attribute_of(device, cudaDevAttrMemoryClockRate);
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaDriverGetVersion(&facts.driver_version)));
  PLUGSMITH_RETURN_IF_ERROR(PLUGSMITH_CUDA_STATUS(cudaRuntimeGetVersion(&facts.runtime_version)));
  return facts;
}

}  // namespace plugsmith::cuda
