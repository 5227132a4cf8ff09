// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::trt {

/// The logger that TensorRT gets. Keeps warnings and errors until they are taken; any thread. Must
/// outlive everything made with it.
class EngineLog final : public nvinfer1::ILogger {
 public:
  using Sink = std::function<void(const EngineLogLine&)>;
  /// `sink` sees every line, verbose ones included; it may be empty.
  explicit EngineLog(Sink sink = {}) : sink_(std::move(sink)) {}

  void log(Severity severity, nvinfer1::AsciiChar const* text) noexcept override;

  /// The warnings and errors since the last call.
  std::vector<EngineLogLine> take();

 private:
  std::mutex mutex_;
  Sink sink_;
  std::vector<EngineLogLine> lines_;
};

}  // namespace plugsmith::trt
