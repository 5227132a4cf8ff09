// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/engine_log.hpp"

#include <utility>

namespace plugsmith::trt {
namespace {

constexpr std::size_t kMostLines = 400;  // a plugin may log without end

}  // namespace

void EngineLog::log(Severity severity, nvinfer1::AsciiChar const* text) noexcept {
  try {
    const std::lock_guard<std::mutex> lock(mutex_);
    const EngineLogLine line{static_cast<int>(severity), text != nullptr ? text : ""};
    if (sink_) sink_(line);
    if (severity <= Severity::kWARNING && lines_.size() < kMostLines) lines_.push_back(line);
  } catch (...) {  // out of memory: the line is lost, the process lives
  }
}

std::vector<EngineLogLine> EngineLog::take() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(lines_, {});
}

}  // namespace plugsmith::trt
