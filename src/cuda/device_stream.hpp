// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/contexts.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith::cuda {

/// A non-blocking stream with what a run needs of it: waiting, capture into a graph, timing.
/// One thread at a time.
class DeviceStream {
 public:
  /// Enqueues work on the stream it is given.
  using Work = std::function<Status(Stream)>;

  static Result<std::unique_ptr<DeviceStream>> make();
  ~DeviceStream();
  DeviceStream(const DeviceStream&) = delete;
  DeviceStream& operator=(const DeviceStream&) = delete;

  Stream get() const { return stream_; }
  /// Waits for all work; an error of a kernel shows here.
  Status synchronize();
  /// Captures `work` in the global mode, which also sees calls that would disturb other threads'
  /// captures. Afterwards replay() launches it. An invalidated capture is an error that says so.
  Status capture(const Work& work);
  Status replay();
  /// Times each of `runs` calls of `work` by CUDA events, in microseconds, after `warm_up` untimed
  /// ones. `before` (may be empty) is enqueued ahead of each and not timed.
  Result<std::vector<double>> time_us(const Work& work, const Work& before, int warm_up, int runs);

 private:
  DeviceStream() = default;
  Stream stream_ = nullptr;
  void* graph_ = nullptr;
};

/// Waits for all work of the current device; a fault of any kernel shows here, for good.
Status synchronize_device();
/// Ends this process's work on the current device and gives up all that it holds there. Tools that
/// watch the device then report what they have seen.
Status reset_device();

/// Enqueues a memset: with a buffer larger than the L2 cache, what follows finds the cache cold.
Status enqueue_memset(void* target, unsigned char value, std::int64_t bytes, Stream stream);

/// Facts of the current device.
struct DeviceFacts {
  std::string name;
  int compute_major = 0, compute_minor = 0;
  std::int64_t l2_bytes = 0, memory_bytes = 0;
  int multiprocessors = 0;
  int clock_khz = 0, memory_clock_khz = 0;
  int driver_version = 0, runtime_version = 0;
};
Result<DeviceFacts> device_facts();

}  // namespace plugsmith::cuda
