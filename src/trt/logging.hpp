// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <exception>
#include <string>

#include "plugsmith/log.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith::trt {

#if NV_TENSORRT_MAJOR >= 8
/// Keeps TensorRT's logger finder (not owned). Any thread.
void set_logger_finder(nvinfer1::ILoggerFinder* finder);
#endif
/// Keeps a logger that an application handed over (not owned); used where no finder answers.
void set_logger(nvinfer1::ILogger* logger);

/// Sends a line to TensorRT's logger of the calling thread, else to the logger handed over, else to
/// the logger that a loaded libnvinfer knows, else (errors and warnings only) to stderr.
void log(nvinfer1::ILogger::Severity severity, const std::string& text) noexcept;

/// The same as an op's contexts see it.
LogSink& logger_sink();

/// Logs a failed status as an error. Returns its code, 0 when it is ok: what an int32_t method of a
/// plugin returns.
std::int32_t report(const Status& status) noexcept;

/// The body of a noexcept override: runs `body`, which returns a Status, and reports what went
/// wrong, exceptions included. Returns the method's code.
template <class Body>
std::int32_t guarded(const char* method, Body&& body) noexcept {
  try {
    return report(body());
  } catch (const std::exception& error) {
    log(nvinfer1::ILogger::Severity::kERROR, std::string(method) + ": " + error.what());
  } catch (...) {
    log(nvinfer1::ILogger::Severity::kERROR, std::string(method) + ": an unknown exception");
  }
  return static_cast<std::int32_t>(StatusCode::kInternal);
}

}  // namespace plugsmith::trt
