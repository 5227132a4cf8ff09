// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <vector>

namespace plugsmith::testing {

class RecordingLogger : public nvinfer1::ILogger {
 public:
  void log(Severity, nvinfer1::AsciiChar const* text) noexcept override {
    lines_.emplace_back(text);
  }
  std::string last() const { return lines_.empty() ? "" : lines_.back(); }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

}  // namespace plugsmith::testing
