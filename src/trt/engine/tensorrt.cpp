// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/tensorrt.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

#include "src/trt/engine/device_memory.hpp"
#include "src/trt/engine/failure.hpp"
#include "src/trt/engine/library_search.hpp"

namespace plugsmith::trt {
namespace {

constexpr int kGeneration = NV_TENSORRT_MAJOR;

TensorRtVersion version_from(int number) {
  constexpr int kFirstOfNewScheme = 100000;  // 10.0; before: major * 1000 + minor * 100 + patch
  const int factor = number >= kFirstOfNewScheme ? 10000 : 1000;
  return {number / factor, number % factor / 100, number % 100};
}

std::string file_name(const char* stem) {
  return std::string(stem) + ".so." + std::to_string(kGeneration);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

template <class Function>
Function* find(void* handle, const char* name) {
  return reinterpret_cast<Function*>(dlsym(handle, name));
}

Status lacks(const std::string& path, const char* symbol) {
  return unsupported(path + " exports no " + symbol + ": it is not the full TensorRT " +
                     std::to_string(kGeneration) +
                     " (its lean runtime only runs version-compatible plans); " +
                     how_to_get_tensorrt(kGeneration));
}

}  // namespace

std::string to_string(const TensorRtVersion& version) {
  return std::to_string(version.major_version) + "." + std::to_string(version.minor_version) + "." +
         std::to_string(version.patch);
}

Result<std::unique_ptr<TensorRt>> TensorRt::load(const std::string& folder, EngineLog& log) {
  const char* root_variable = std::getenv("TENSORRT_ROOT");
  const std::string root = root_variable != nullptr ? root_variable : "";
  auto opened = open_library(file_name("libnvinfer"), folder, root);
  if (!opened.is_ok()) {
    auto lean = open_library(file_name("libnvinfer_lean"), folder, root);
    if (lean.is_ok()) opened = std::move(lean);
  }
  if (!opened.is_ok()) {
    return unsupported("no TensorRT " + std::to_string(kGeneration) + ": " +
                       opened.status().message() + "; " + how_to_get_tensorrt(kGeneration));
  }
  std::unique_ptr<TensorRt> tensorrt(new TensorRt(log, opened->path, opened->handle));
  const auto version = find<std::int32_t()>(opened->handle, "getInferLibVersion");
  if (version == nullptr) return lacks(opened->path, "getInferLibVersion");
  tensorrt->version_number_ = version();
  tensorrt->version_ = version_from(tensorrt->version_number_);
  if (tensorrt->version_.major_version != kGeneration) {
    return unsupported(opened->path + " is TensorRT " + to_string(tensorrt->version_) +
                       ", but this program was built for TensorRT " + std::to_string(kGeneration) +
                       "; " + how_to_get_tensorrt(kGeneration));
  }
  const auto registry = find<nvinfer1::IPluginRegistry*()>(opened->handle, "getPluginRegistry");
  if (registry == nullptr) return lacks(opened->path, "getPluginRegistry");
  tensorrt->registry_ = registry();
  // The builder opens its resources by name, which the loader finds only where it looks.
  const auto set_path = find<bool(char const*)>(opened->handle, "setInternalLibraryPath");
  if (set_path != nullptr && !opened->found_by_loader) set_path(folder_of(opened->path).c_str());
  return tensorrt;
}

Result<void*> TensorRt::make(const char* symbol, const char* product) const {
  const auto create = find<void*(void*, std::int32_t)>(handle_, symbol);
  if (create == nullptr) return lacks(path_, symbol);
  PLUGSMITH_RETURN_IF_ERROR(find_device());
  log_.take();
  void* made = create(static_cast<nvinfer1::ILogger*>(&log_), version_number_);
  if (made != nullptr) return made;
  const std::vector<EngineLogLine> lines = log_.take();
  return explain_no_product(
      "TensorRT " + to_string(version_) + " (" + path_ + ") makes no " + product + " here", lines);
}

Result<std::unique_ptr<nvinfer1::IBuilder>> TensorRt::make_builder() const {
  const auto made = make("createInferBuilder_INTERNAL", "builder");
  if (!made.is_ok()) return made.status();
  return std::unique_ptr<nvinfer1::IBuilder>(static_cast<nvinfer1::IBuilder*>(*made));
}

Result<std::unique_ptr<nvinfer1::IRuntime>> TensorRt::make_runtime() const {
  const auto made = make("createInferRuntime_INTERNAL", "runtime");
  if (!made.is_ok()) return made.status();
  return std::unique_ptr<nvinfer1::IRuntime>(static_cast<nvinfer1::IRuntime*>(*made));
}

Result<std::unique_ptr<nvonnxparser::IParser>> TensorRt::make_parser(
    nvinfer1::INetworkDefinition& network) const {
  const auto opened = open_library(file_name("libnvonnxparser"), "", folder_of(path_));
  if (!opened.is_ok()) {
    return unsupported("no ONNX parser for TensorRT " + to_string(version_) + ": " +
                       opened.status().message() + "; install it beside libnvinfer");
  }
  const auto create = find<void*(void*, void*, int)>(opened->handle, "createNvOnnxParser_INTERNAL");
  const auto version = find<int()>(opened->handle, "getNvOnnxParserVersion");
  if (create == nullptr || version == nullptr) {
    return lacks(opened->path,
                 create == nullptr ? "createNvOnnxParser_INTERNAL" : "getNvOnnxParserVersion");
  }
  void* made = create(&network, static_cast<nvinfer1::ILogger*>(&log_),
                      std::min(version(), static_cast<int>(NV_ONNX_PARSER_VERSION)));
  if (made == nullptr) {
    return explain_no_product(opened->path + " makes no parser", log_.take());
  }
  return std::unique_ptr<nvonnxparser::IParser>(static_cast<nvonnxparser::IParser*>(made));
}

}  // namespace plugsmith::trt
