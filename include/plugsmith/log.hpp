// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plugsmith {
inline namespace v1 {

/// How grave a message is; values of nvinfer1::ILogger::Severity.
enum class Severity { kInternalError = 0, kError = 1, kWarning = 2, kInfo = 3, kVerbose = 4 };

/// Where contexts send an op's messages: TensorRT's logger, in a plugin. Any thread.
class LogSink {
 public:
  virtual ~LogSink() = default;
  virtual void log(Severity severity, const std::string& text) = 0;
};

}  // namespace v1
}  // namespace plugsmith
