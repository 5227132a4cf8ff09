// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <NvInferVersion.h>

#include <cstdint>

// The stand-in libnvinfer.so.N: what plugin libraries import from TensorRT, answered by the
// embedded host. There is no builder and no runtime behind it, so those entry points return null.

#define PLUGSMITH_STAND_IN extern "C" __attribute__((visibility("default")))

#ifndef NV_TENSORRT_MAJOR
#error "NvInferVersion.h gives no NV_TENSORRT_MAJOR"
#endif

namespace {

void* bound_registry = nullptr;
void* bound_logger = nullptr;

constexpr std::int32_t kStandardCapability = 0;  // nvinfer1::EngineCapability::kSTANDARD

}  // namespace

PLUGSMITH_STAND_IN void plugsmithBindStandIn(void* registry, void* logger) {
  bound_registry = registry;
  bound_logger = logger;
}

PLUGSMITH_STAND_IN void* getPluginRegistry() noexcept { return bound_registry; }
PLUGSMITH_STAND_IN void* getLogger() noexcept { return bound_logger; }
PLUGSMITH_STAND_IN void* getBuilderPluginRegistry(std::int32_t capability) noexcept {
  return capability == kStandardCapability ? bound_registry : nullptr;
}

PLUGSMITH_STAND_IN std::int32_t getInferLibVersion() noexcept {
  constexpr std::int32_t kFactor = NV_TENSORRT_MAJOR >= 10 ? 10000 : 1000;
  return NV_TENSORRT_MAJOR * kFactor + NV_TENSORRT_MINOR * 100 + NV_TENSORRT_PATCH;
}
PLUGSMITH_STAND_IN std::int32_t getInferLibMajorVersion() noexcept { return NV_TENSORRT_MAJOR; }
PLUGSMITH_STAND_IN std::int32_t getInferLibMinorVersion() noexcept { return NV_TENSORRT_MINOR; }
PLUGSMITH_STAND_IN std::int32_t getInferLibPatchVersion() noexcept { return NV_TENSORRT_PATCH; }
PLUGSMITH_STAND_IN std::int32_t getInferLibBuildVersion() noexcept { return NV_TENSORRT_BUILD; }

PLUGSMITH_STAND_IN void* createInferBuilder_INTERNAL(void*, std::int32_t) noexcept {
  return nullptr;
}
PLUGSMITH_STAND_IN void* createInferRuntime_INTERNAL(void*, std::int32_t) noexcept {
  return nullptr;
}
PLUGSMITH_STAND_IN void* createInferRefitter_INTERNAL(void*, void*, std::int32_t) noexcept {
  return nullptr;
}
PLUGSMITH_STAND_IN bool setInternalLibraryPath(char const*) noexcept { return false; }
