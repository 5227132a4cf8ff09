// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>

#include <memory>
#include <string>
#include <utility>

#include "plugsmith/status.hpp"

namespace plugsmith::testing {

/// Collects TensorRT's errors.
class ErrorLogger final : public nvinfer1::ILogger {
 public:
  void log(Severity severity, nvinfer1::AsciiChar const* text) noexcept override {
    if (severity <= Severity::kERROR) errors_ += std::string(text) + "\n";
  }
  std::string take() { return std::exchange(errors_, ""); }

 private:
  std::string errors_;
};

/// The process's TensorRT with our plugin library loaded into its registry. Never unloaded.
class TensorRT {
 public:
  static Result<TensorRT*> get();
  ErrorLogger& logger() { return logger_; }
  nvinfer1::IPluginRegistry& registry() { return *registry_; }
  nvinfer1::IBuilder& builder() { return *builder_; }
  nvinfer1::IRuntime& runtime() { return *runtime_; }

 private:
  static Result<std::unique_ptr<TensorRT>> make();

  ErrorLogger logger_;
  nvinfer1::IPluginRegistry* registry_ = nullptr;
  std::unique_ptr<nvinfer1::IBuilder> builder_;
  std::unique_ptr<nvinfer1::IRuntime> runtime_;
};

/// An error that quotes what TensorRT logged.
Status failed(TensorRT& trt, const std::string& what);

}  // namespace plugsmith::testing
