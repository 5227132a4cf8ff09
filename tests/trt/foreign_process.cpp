// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// foreign_process LIBNVINFER PLUGIN_LIBRARY: prints how many creators the library offers in a
// process that has this libnvinfer loaded.

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <initializer_list>

int main(int argc, char** argv) {
  constexpr int kSkip = 77;
  if (argc < 3 || dlopen(argv[1], RTLD_LAZY | RTLD_GLOBAL) == nullptr) {
    std::printf("skipped: not here: %s\n", dlerror());
    return kSkip;
  }
  void* library = dlopen(argv[2], RTLD_NOW);
  using GetCreators = void* const* (*)(std::int32_t&);
  GetCreators get = nullptr;
  for (const char* symbol : {"getPluginCreators", "getCreators"}) {
    void* found = library != nullptr ? dlsym(library, symbol) : nullptr;
    if (found != nullptr) get = reinterpret_cast<GetCreators>(found);
  }
  if (get == nullptr) {
    std::printf("no getCreators or getPluginCreators: %s\n", dlerror());
    return 1;
  }
  std::int32_t count = -1;
  get(count);
  std::fflush(stderr);
  std::printf("count %d\n", count);
  return 0;
}
