// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "src/host/plugin_host.hpp"
#include "src/process/control_block.hpp"
#include "src/process/message.hpp"

namespace plugsmith::process {

/// Descriptors that a worker inherits.
inline constexpr int kRequestFd = 3;
inline constexpr int kControlFd = 4;
inline constexpr int kReplyFd = 5;
/// Where they are not inherited, the environment variable that names their files, between colons.
inline constexpr char kChannelVariable[] = "PLUGSMITH_WORKER_CHANNEL";

/// Writes each call into foreign code to the control block. Any thread; the calls of threads beyond
/// the first ControlBlock::kSlots are not shown. Calls do not nest: a begin() replaces the one
/// before.
class CallReporter final : public host::CallObserver {
 public:
  explicit CallReporter(std::shared_ptr<ControlBlock> block);
  void begin(const char* object, const char* method) override;
  void end() override;

 private:
  std::shared_ptr<ControlBlock> block_;
};

/// The worker's end of the line to its parent.
class WorkerChannel {
 public:
  /// Takes over the inherited descriptors, arms the fatal-signal and std::terminate reports.
  static Result<WorkerChannel> open();

  const Message& request() const { return request_; }
  CallReporter& observer() { return *observer_; }
  /// Says what the worker is doing, for progress and for reports of a crash.
  void stage(const std::string& text);
  void progress(std::uint64_t done, std::uint64_t total);
  /// What foreign code logs as an error. Reports of the stage's end have the first complaint of
  /// the last call that had any.
  void complain(const std::string& text);
  Status reply(const std::string& text, std::span<const Bytes> blocks);

 private:
  Message request_;
  int reply_fd_ = kReplyFd;
  std::shared_ptr<ControlBlock> block_;
  std::unique_ptr<CallReporter> observer_;
  std::uint64_t complained_in_ = 0;  ///< number of the call
};

}  // namespace plugsmith::process
