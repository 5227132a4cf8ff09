// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/process/message.hpp"

namespace plugsmith::process {

/// A child process that dies with this one: its own process group, no stdin, stdout and stderr in a
/// pipe. Killed, with its group, and reaped by the destructor.
class WorkerProcess {
 public:
  /// Starts `program` with the three descriptors as 3, 4 and 5; `launcher` (may be empty) is a
  /// command that gets its path as the last argument and starts it. For launchers that close the
  /// descriptors, kChannelVariable then names three files that are the same.
  static Result<WorkerProcess> start(const std::filesystem::path& program,
                                     const std::array<int, 3>& inherited,
                                     const std::vector<std::string>& launcher = {});
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&&) = delete;
  ~WorkerProcess();

  int pipe() const { return pipe_.get(); }
  int pid_fd() const { return pid_fd_.get(); }
  /// Resident memory that is its own, in bytes; 0 when it cannot be read.
  std::int64_t memory_bytes() const;
  void kill();
  /// Waits for the end; returns waitpid's status.
  int wait();

 private:
  WorkerProcess() = default;
  pid_t pid_ = -1;
  Descriptor pipe_, pid_fd_;
};

}  // namespace plugsmith::process
