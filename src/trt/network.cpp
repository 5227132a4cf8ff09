// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/network.hpp"

#include "src/trt/process_registry.hpp"

namespace plugsmith::trt {

Status register_creator(V3Creator& creator) {
  const std::string name = creator.getPluginName();
  nvinfer1::IPluginRegistry* registry = process_registry();
  if (registry == nullptr) {
    return unsupported(name + ": no libnvinfer.so." + std::to_string(NV_TENSORRT_MAJOR) +
                       " is loaded, so there is no plugin registry; link the program with nvinfer");
  }
  // Two creators of one triple cannot both be registered; whichever is there makes the same plugin.
  if (registry->getCreator(creator.getPluginName(), creator.getPluginVersion(),
                           creator.getPluginNamespace()) != nullptr) {
    return Status::ok();
  }
  if (registry->registerCreator(creator, creator.getPluginNamespace())) return Status::ok();
  return internal_error(name + ": the registry refused the creator; see the messages before");
}

}  // namespace plugsmith::trt
