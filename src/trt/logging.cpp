// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/logging.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>

namespace plugsmith::trt {
namespace {

#if NV_TENSORRT_MAJOR >= 8
std::atomic<nvinfer1::ILoggerFinder*> g_finder{nullptr};
#endif
std::atomic<nvinfer1::ILogger*> g_logger{nullptr};

// Looked up and not linked, so that a plugin library loads where there is no TensorRT.
nvinfer1::ILogger* logger_of_libnvinfer() {
  using GetLogger = nvinfer1::ILogger* (*)();
  const auto get = reinterpret_cast<GetLogger>(dlsym(RTLD_DEFAULT, "getLogger"));
  return get != nullptr ? get() : nullptr;
}

nvinfer1::ILogger* current_logger() {
  nvinfer1::ILogger* logger = nullptr;
#if NV_TENSORRT_MAJOR >= 8
  nvinfer1::ILoggerFinder* finder = g_finder.load();
  if (finder != nullptr) logger = finder->findLogger();
#endif
  if (logger == nullptr) logger = g_logger.load();
  return logger != nullptr ? logger : logger_of_libnvinfer();
}

}  // namespace

#if NV_TENSORRT_MAJOR >= 8
void set_logger_finder(nvinfer1::ILoggerFinder* finder) { g_finder.store(finder); }
#endif
void set_logger(nvinfer1::ILogger* logger) { g_logger.store(logger); }

void log(nvinfer1::ILogger::Severity severity, const std::string& text) noexcept {
  nvinfer1::ILogger* logger = current_logger();
  if (logger != nullptr) {
    logger->log(severity, text.c_str());
  } else if (severity <= nvinfer1::ILogger::Severity::kWARNING) {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
}

LogSink& logger_sink() {
  class Sink final : public LogSink {
   public:
    void log(Severity severity, const std::string& text) override {
      trt::log(static_cast<nvinfer1::ILogger::Severity>(severity), text);
    }
  };
  static Sink sink;
  return sink;
}

std::int32_t report(const Status& status) noexcept {
  if (!status.is_ok()) log(nvinfer1::ILogger::Severity::kERROR, status.message());
  return static_cast<std::int32_t>(status.code());
}

}  // namespace plugsmith::trt
