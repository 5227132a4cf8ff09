// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInfer.h>
#include <NvOnnxParser.h>

#include <memory>
#include <string>

#include "plugsmith/status.hpp"
#include "src/trt/engine/engine_log.hpp"

namespace plugsmith::trt {

struct TensorRtVersion {
  int major_version = 0, minor_version = 0, patch = 0;
  bool at_least(int major, int minor) const {
    return major_version != major ? major_version > major : minor_version >= minor;
  }
};
std::string to_string(const TensorRtVersion& version);  ///< "10.6.0"

/// Real TensorRT of the generation whose headers this is compiled with, opened while the program
/// runs. Stays loaded as long as the process. The log must outlive it.
class TensorRt {
 public:
  /// Opens libnvinfer.so.N: in `folder` (a TensorRT's root or library folder) where one is given;
  /// else in $TENSORRT_ROOT, else where the dynamic loader looks. Where there is none of it,
  /// libnvinfer_lean.so.N, which makes runtimes but no builders. Unsupported, saying what was
  /// looked for and where, when it is absent, of another generation, or lacks a part. No GPU is
  /// needed.
  static Result<std::unique_ptr<TensorRt>> load(const std::string& folder, EngineLog& log);

  const TensorRtVersion& version() const { return version_; }
  const std::string& path() const { return path_; }  ///< of libnvinfer
  nvinfer1::IPluginRegistry& registry() const { return *registry_; }
  EngineLog& log() const { return log_; }

  /// These need a GPU: without one TensorRT ends the process, so it is looked for first.
  Result<std::unique_ptr<nvinfer1::IBuilder>> make_builder() const;
  Result<std::unique_ptr<nvinfer1::IRuntime>> make_runtime() const;
  /// Opens libnvonnxparser.so.N, which lies where libnvinfer lies, or where the loader looks.
  Result<std::unique_ptr<nvonnxparser::IParser>> make_parser(
      nvinfer1::INetworkDefinition& network) const;

 private:
  TensorRt(EngineLog& log, std::string path, void* handle)
      : log_(log), path_(std::move(path)), handle_(handle) {}
  Result<void*> make(const char* symbol, const char* product) const;

  EngineLog& log_;
  std::string path_;
  void* handle_ = nullptr;
  TensorRtVersion version_;
  int version_number_ = 0;  ///< the library's own: never a newer one is passed
  nvinfer1::IPluginRegistry* registry_ = nullptr;
};

}  // namespace plugsmith::trt
