// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tensorrt_process.hpp"

#include <dlfcn.h>

#include <cstdlib>

namespace plugsmith::testing {

Result<TensorRT*> TensorRT::get() {
  static Result<std::unique_ptr<TensorRT>> instance = make();
  if (!instance.is_ok()) return instance.status();
  return instance->get();
}

Result<std::unique_ptr<TensorRT>> TensorRT::make() {
  using Create = void* (*)(void*, std::int32_t);
  void* library = dlopen("libnvinfer.so.10", RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return unsupported(std::string("no TensorRT 10: ") + dlerror());
  auto trt = std::make_unique<TensorRT>();
  // Never a newer version than the library's own: our headers may be ahead of it.
  const std::int32_t version =
      reinterpret_cast<std::int32_t (*)()>(dlsym(library, "getInferLibVersion"))();
  const auto create = [&](const char* symbol) {
    return reinterpret_cast<Create>(dlsym(library, symbol))(&trt->logger_, version);
  };
  trt->builder_.reset(static_cast<nvinfer1::IBuilder*>(create("createInferBuilder_INTERNAL")));
  trt->runtime_.reset(static_cast<nvinfer1::IRuntime*>(create("createInferRuntime_INTERNAL")));
  trt->registry_ =
      reinterpret_cast<nvinfer1::IPluginRegistry* (*)()>(dlsym(library, "getPluginRegistry"))();
  const char* plugins = std::getenv("PLUGSMITH_PLUGIN_LIBRARY");
  if (trt->registry_->loadLibrary(plugins != nullptr ? plugins : PLUGSMITH_PLUGIN_LIBRARY) ==
      nullptr) {
    return internal_error("TensorRT did not load the plugin library");
  }
  if (trt->builder_ == nullptr) return unsupported("TensorRT 10 makes no builder here");
  return trt;
}

Status failed(TensorRT& trt, const std::string& what) {
  return internal_error(what + " failed: " + trt.logger().take());
}

}  // namespace plugsmith::testing
