// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0

// foreign_process LIBNVINFER PLUGIN_LIBRARY: prints how many creators the library offers in a
// process that has this libnvinfer loaded.

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 3 || dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    std::printf("cannot load: %s\n", dlerror());
    return 1;
  }
  void* library = dlopen(argv[2], RTLD_NOW);
  using GetCreators = void* const* (*)(std::int32_t&);
  const auto get =
      library != nullptr ? reinterpret_cast<GetCreators>(dlsym(library, "getCreators")) : nullptr;
  if (get == nullptr) {
    std::printf("no getCreators: %s\n", dlerror());
    return 1;
  }
  std::int32_t count = -1;
  get(count);
  std::fflush(stderr);
  std::printf("count %d\n", count);
  return 0;
}
