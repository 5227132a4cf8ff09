// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// real_registry LIBNVINFER PLUGIN_LIBRARY FORMS: drives our plugin library through a real
// TensorRT's plugin registry, which needs no GPU. FORMS is the versions that each op is expected
// under, e.g. "1,1.v2". Prints a line a step. Exit 0: all held; 1: one did not, its line says so;
// 77: this TensorRT cannot be loaded here.

#include <NvInferRuntime.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "src/trt/deprecated.hpp"

PLUGSMITH_BEGIN_V2
namespace {

#if NV_TENSORRT_MAJOR >= 10
using Creator = nvinfer1::IPluginCreatorInterface;
#else
using Creator = nvinfer1::IPluginCreator;
#endif
using Registry = nvinfer1::IPluginRegistry;
constexpr char kOp[] = "PadTo_PS";
constexpr char kNamespace[] = "plugsmith";

void expect(bool holds, const std::string& what) {
  std::printf("%s: %s\n", holds ? "ok" : "FAILED", what.c_str());
  if (!holds) std::exit(1);
}

Creator* find(Registry& registry, const std::string& version, const char* name_space) {
#if NV_TENSORRT_MAJOR >= 10
  return registry.getCreator(kOp, version.c_str(), name_space);
#else
  return registry.getPluginCreator(kOp, version.c_str(), name_space);
#endif
}

// A registered creator makes a plugin with its defaults, and one from what that plugin serializes.
bool works(Creator& creator) {
#if NV_TENSORRT_MAJOR >= 10
  if (std::string(creator.getInterfaceInfo().kind) == "PLUGIN CREATOR_V3ONE") {
    auto& v3 = static_cast<nvinfer1::IPluginCreatorV3One&>(creator);
    nvinfer1::IPluginV3* made = v3.createPlugin("pad", nullptr, nvinfer1::TensorRTPhase::kBUILD);
    if (made == nullptr) return false;
    auto* runtime = static_cast<nvinfer1::IPluginV3OneRuntime*>(
        made->getCapabilityInterface(nvinfer1::PluginCapabilityType::kRUNTIME));
    nvinfer1::IPluginV3* back =
        v3.createPlugin("pad", runtime->getFieldsToSerialize(), nvinfer1::TensorRTPhase::kRUNTIME);
    const bool both = back != nullptr;
    delete back;
    delete made;
    return both;
  }
#endif
  auto& v2 = static_cast<nvinfer1::IPluginCreator&>(creator);
  nvinfer1::IPluginV2* made = v2.createPlugin("pad", nullptr);
  if (made == nullptr) return false;
  std::vector<char> blob(made->getSerializationSize());
  made->serialize(blob.data());
  nvinfer1::IPluginV2* back = v2.deserializePlugin("pad", blob.data(), blob.size());
  const bool both =
      back != nullptr && std::strcmp(back->getPluginNamespace(), v2.getPluginNamespace()) == 0;
  if (back != nullptr) back->destroy();
  made->destroy();
  return both;
}

void expect_found(Registry& registry, const std::vector<std::string>& forms, const char* space,
                  const std::string& when) {
  for (const std::string& version : forms) {
    Creator* creator = find(registry, version, space);
    const std::string form = std::string(kOp) + " " + version + " in \"" + space + "\"";
    expect(creator != nullptr, when + ", " + form + " is found");
    expect(works(*creator), form + " makes plugins, and makes them again from what they serialize");
  }
}

using Init = bool (*)(void* logger, char const* name_space);
Init init_of(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  expect(library != nullptr, std::string("dlopen of the plugin library") +
                                 (library != nullptr ? "" : std::string(": ") + dlerror()));
  return reinterpret_cast<Init>(dlsym(library, "initPlugsmithPlugins"));
}

#if NV_TENSORRT_MAJOR >= 8
void load_and_unload(Registry& registry, const char* path, const std::vector<std::string>& forms) {
  for (const char* when : {"after loadLibrary", "after a second loadLibrary"}) {
    auto handle = registry.loadLibrary(path);
    expect(handle != nullptr, "loadLibrary takes the library");
    expect_found(registry, forms, kNamespace, when);
    expect(registry.loadLibrary(path) == nullptr,
           "loadLibrary refuses it while its creators are registered");
    expect_found(registry, forms, kNamespace, "after that");
    registry.deregisterLibrary(handle);
    for (const std::string& version : forms) {
      expect(find(registry, version, kNamespace) == nullptr,
             std::string(kOp) + " " + version + " is gone after deregisterLibrary");
    }
  }
}
#endif

void init_function(Registry& registry, const char* path, const std::vector<std::string>& forms) {
  const Init init = init_of(path);
  expect(init != nullptr, "initPlugsmithPlugins is exported");
  expect(init(nullptr, ""), "initPlugsmithPlugins registers everything");
  expect_found(registry, forms, kNamespace, "after initPlugsmithPlugins");
  expect(init(nullptr, ""), "initPlugsmithPlugins may be called again");
  Creator* first = find(registry, forms.front(), kNamespace);
  expect(!registry.registerCreator(*first, kNamespace), "the registry refuses a creator twice");
#if NV_TENSORRT_MAJOR >= 8
  expect(registry.deregisterCreator(*first), "the registry gives a creator back");
  expect(registry.registerCreator(*first, kNamespace), "and takes it again");
  expect_found(registry, forms, kNamespace, "after that");
#endif
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    parts.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  constexpr int kSkip = 77;
  void* libnvinfer = dlopen(argv[1], RTLD_LAZY | RTLD_GLOBAL);
  if (libnvinfer == nullptr) {
    std::printf("skipped: not here: %s\n", dlerror());
    return kSkip;
  }
  const auto get = reinterpret_cast<Registry* (*)()>(dlsym(libnvinfer, "getPluginRegistry"));
  Registry* registry = get != nullptr ? get() : nullptr;
  expect(registry != nullptr, "getPluginRegistry");
  const std::vector<std::string> forms = split(argv[3]);
#if NV_TENSORRT_MAJOR >= 8
  load_and_unload(*registry, argv[2], forms);
#endif
  init_function(*registry, argv[2], forms);
  return 0;
}
PLUGSMITH_END_V2
