// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/cuda/device_stream.hpp"
#include "src/cuda/guarded_buffer.hpp"
#include "src/host/plugin_host.hpp"
#include "src/host/plugin_ports.hpp"

namespace plugsmith::host {

/// Host memory of one port in the engine's format, to be mirrored on the device.
struct PortMemory {
  std::string name;  ///< for messages: `input "x"`
  void* host = nullptr;
  std::int64_t bytes = 0;
  bool is_input = false;
  std::int32_t alias = -1;  ///< an output's aliased input
};

/// One layer's run.
struct DeviceJob {
  std::vector<PortMemory> ports;  ///< inputs, then outputs
  std::int64_t workspace_bytes = 0;
  std::int64_t tactic = 0;
  std::string who;  ///< names the layer in messages
  /// Calls the plugin's enqueue with the device's pointers and stream.
  std::function<Status(const EnqueueBuffers&)> enqueue;
};

/// The device's side of a context's runs: a buffer between guard zones for each port, a workspace,
/// a non-blocking stream. Buffers are kept as long as sizes stay. One thread at a time.
class DeviceRun {
 public:
  /// An error (unsupported) where no CUDA device can be used.
  static Result<std::unique_ptr<DeviceRun>> make();

  /// Copies the inputs to the device, poisons outputs and workspace, enqueues, waits, and copies
  /// the outputs back to `ports[i].host`. Errors: what enqueue or a kernel reports; a guard zone
  /// that was written; an input that was changed though no output aliases it.
  Status run(const DeviceJob& job);

  /// The same without copying back, repeated and timed by CUDA events; beside it, by turns, copies
  /// on the device of half as many bytes as all ports have, which moves as many.
  Result<DeviceTiming> time(const DeviceJob& job, const TimingOptions& options);

 private:
  DeviceRun() = default;
  Status prepare(const DeviceJob& job);
  Status keep_or_make(cuda::GuardedBuffer& buffer, std::int64_t bytes);
  Status check(const DeviceJob& job);

  std::unique_ptr<cuda::DeviceStream> stream_;
  std::vector<cuda::GuardedBuffer> buffers_;
  cuda::GuardedBuffer workspace_;
  EnqueueBuffers pointers_;
};

}  // namespace plugsmith::host
