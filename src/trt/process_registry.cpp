// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/process_registry.hpp"

#include <dlfcn.h>

#include <string>

namespace plugsmith::trt {

nvinfer1::IPluginRegistry* process_registry() {
  using GetRegistry = nvinfer1::IPluginRegistry* (*)();
  const std::string soname = "libnvinfer.so." + std::to_string(NV_TENSORRT_MAJOR);
  void* loaded = dlopen(soname.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  void* symbol = dlsym(loaded != nullptr ? loaded : RTLD_DEFAULT, "getPluginRegistry");
  if (loaded != nullptr) dlclose(loaded);
  const auto get = reinterpret_cast<GetRegistry>(symbol);
  return get != nullptr ? get() : nullptr;
}

}  // namespace plugsmith::trt
