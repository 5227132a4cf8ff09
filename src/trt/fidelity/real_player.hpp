// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/trt/engine/tensorrt.hpp"
#include "src/trt/fidelity/scenario.hpp"
#include "src/trt/trace/trace.hpp"

namespace plugsmith::fidelity {

/// Plays scenarios in real TensorRT on the current device. One in a process: it keeps one builder
/// (making one takes seconds).
class RealPlayer {
 public:
  /// `trace` gets every line, TensorRT's errors among them. The log must be that of `tensorrt`.
  static Result<std::unique_ptr<RealPlayer>> make(trt::TensorRt& tensorrt);

  /// Never fails: what TensorRT refuses is a line of the trace. It may end the process, though:
  /// some scenarios show what kills TensorRT.
  void play(const Scenario& scenario, trace::Trace& trace);

 private:
  explicit RealPlayer(trt::TensorRt& tensorrt) : tensorrt_(tensorrt) {}
  void run(const Scenario& scenario, trace::Trace& trace,
           nvinfer1::IPluginCreatorInterface& creator);

  trt::TensorRt& tensorrt_;
  std::unique_ptr<nvinfer1::IBuilder> builder_;
  std::unique_ptr<nvinfer1::IRuntime> runtime_;
};

}  // namespace plugsmith::fidelity
