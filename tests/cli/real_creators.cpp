// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <NvInfer.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

// real_creators LIBNVINFER LIBNVINFER_PLUGIN: what the registry of real TensorRT holds once
// NVIDIA's plugins are registered: one line "NAME VERSION [NAMESPACE]" for each creator.

namespace {

class Silent final : public nvinfer1::ILogger {
  void log(Severity, char const*) noexcept override {}
};

template <class Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(::dlsym(library, name));
}

void print(nvinfer1::IPluginCreatorInterface& creator) {
  if (std::strcmp(creator.getInterfaceInfo().kind, "PLUGIN CREATOR_V1") == 0) {
    auto& v1 = static_cast<nvinfer1::IPluginCreator&>(creator);
    std::printf("%s %s [%s]\n", v1.getPluginName(), v1.getPluginVersion(), v1.getPluginNamespace());
  } else {
    auto& v3 = static_cast<nvinfer1::IPluginCreatorV3One&>(creator);
    std::printf("%s %s [%s]\n", v3.getPluginName(), v3.getPluginVersion(), v3.getPluginNamespace());
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  void* core = ::dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  const auto registry =
      core == nullptr ? nullptr : find<nvinfer1::IPluginRegistry* (*)()>(core, "getPluginRegistry");
  if (registry == nullptr) {
    std::fprintf(stderr, "%s\n", ::dlerror());
    return 3;
  }
  const auto creators = [&] {
    std::int32_t count = 0;
    auto* const* list = registry()->getAllCreators(&count);
    return std::set<nvinfer1::IPluginCreatorInterface*>(list, list + count);
  };
  const auto own = creators();
  void* plugins = ::dlopen(argv[2], RTLD_NOW | RTLD_GLOBAL);
  const auto init = plugins == nullptr
                        ? nullptr
                        : find<bool (*)(void*, char const*)>(plugins, "initLibNvInferPlugins");
  static Silent logger;
  if (init == nullptr || !init(&logger, "")) return 1;
  for (auto* creator : creators()) {
    if (own.count(creator) == 0) print(*creator);
  }
  std::fflush(stdout);
  std::_Exit(0);  // the real library's destructors are no part of this
}
