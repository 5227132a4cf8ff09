// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::host {

/// The ILogger that plugins reach through getLogger() and ILoggerFinder. Each message goes to the
/// host's listener and to the innermost LogScope of the thread that logs.
class HostLogger final : public nvinfer1::ILogger {
 public:
  using Listener = std::function<void(std::int32_t severity, const std::string& text)>;

  explicit HostLogger(Listener listener) : listener_(std::move(listener)) {}

  void log(Severity severity, nvinfer1::AsciiChar const* message) noexcept override;

  /// A message of the host's own, to the listener only.
  void note(Severity severity, const std::string& text) noexcept;

 private:
  Listener listener_;
};

/// Hands out the host's logger: what setLoggerFinder receives.
class HostLoggerFinder final : public nvinfer1::ILoggerFinder {
 public:
  explicit HostLoggerFinder(HostLogger& logger) : logger_(logger) {}
  nvinfer1::ILogger* findLogger() override { return &logger_; }

 private:
  HostLogger& logger_;
};

/// Collects what plugins log on this thread while it lives, so that a failure can quote it.
class LogScope {
 public:
  LogScope();
  ~LogScope();
  LogScope(const LogScope&) = delete;
  LogScope& operator=(const LogScope&) = delete;

  /// `status` unchanged when it is ok or nothing was logged; else with the lines appended.
  Status attach(const Status& status) const;

  template <class T>
  Result<T> attach(Result<T> result) const {
    if (result.is_ok()) return result;
    return attach(result.status());
  }

 private:
  friend class HostLogger;
  LogScope* outer_;
  std::vector<std::string> lines_;
};

}  // namespace plugsmith::host
