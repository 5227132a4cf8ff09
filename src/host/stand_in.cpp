// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/stand_in.hpp"

#include <dlfcn.h>

#include "src/host/stand_in_abi.hpp"

namespace plugsmith::host {

Status bind_stand_in(const std::string& path, Registry& registry, HostLogger& logger) {
  if (path.front() != '/') {
    return invalid_argument("the stand-in libnvinfer must be named by an absolute path; got " +
                            path);
  }
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (handle == nullptr) {
    return unsupported("the stand-in libnvinfer cannot be loaded: " + std::string(dlerror()));
  }
  const auto bind = reinterpret_cast<StandInBind>(dlsym(handle, kStandInBindSymbol));
  if (bind == nullptr) {
    return invalid_argument(path +
                            ": is not the stand-in libnvinfer of the embedded host (no symbol " +
                            kStandInBindSymbol + ")");
  }
  // What the functions return is an IPluginRegistry* and an ILogger*: convert before void*.
  bind(static_cast<nvinfer1::IPluginRegistry*>(&registry),
       static_cast<nvinfer1::ILogger*>(&logger));
  return Status::ok();
}

}  // namespace plugsmith::host
