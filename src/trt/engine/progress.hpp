// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <functional>
#include <map>
#include <mutex>
#include <string>

#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::trt {

/// Hands the builder's progress on: the innermost phase and its steps. TensorRT calls it from any
/// of its threads. Must outlive the build.
class ProgressMonitor final : public nvinfer1::IProgressMonitor {
 public:
  using Callback = std::function<bool(const BuildProgress&)>;
  explicit ProgressMonitor(Callback callback) : callback_(std::move(callback)) {}

  void phaseStart(char const* phase, char const* parent, std::int32_t steps) noexcept override;
  bool stepComplete(char const* phase, std::int32_t step) noexcept override;
  void phaseFinish(char const* phase) noexcept override;

 private:
  bool report(const BuildProgress& progress) noexcept;

  std::mutex mutex_;
  Callback callback_;
  std::map<std::string, std::int32_t> steps_;
  bool go_on_ = true;
};

}  // namespace plugsmith::trt
