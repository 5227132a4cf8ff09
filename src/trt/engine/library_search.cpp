// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/library_search.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>

namespace plugsmith::trt {
namespace {

std::string file_of(void* handle, const std::string& asked) {
  struct link_map* map = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 || map == nullptr) {
    return asked;
  }
  return map->l_name[0] != '\0' ? map->l_name : asked;
}

// Global: plugin libraries may count on the symbols without naming the library.
void* open(const std::string& path) { return dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL); }

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string loader_places() {
  const char* path = std::getenv("LD_LIBRARY_PATH");
  return std::string("LD_LIBRARY_PATH (") + (path != nullptr && *path != '\0' ? path : "not set") +
         ") and the system's library folders";
}

}  // namespace

std::vector<std::string> places_in(const std::string& folder, const std::string& file) {
  std::vector<std::string> places;
  for (const char* part :
       {"/", "/lib/", "/lib64/", "/lib/x86_64-linux-gnu/", "/targets/x86_64-linux-gnu/lib/"}) {
    places.push_back(folder + part + file);
  }
  return places;
}

Result<OpenedLibrary> open_library(const std::string& file, const std::string& folder,
                                   const std::string& root) {
  std::vector<std::string> looked_at;
  for (const std::string& base : {folder, folder.empty() ? root : std::string()}) {
    if (base.empty()) continue;
    looked_at.push_back(base + " and its lib folders");
    for (const std::string& place : places_in(base, file)) {
      if (::access(place.c_str(), F_OK) != 0) continue;
      if (void* handle = open(place)) return OpenedLibrary{handle, place, false};
      return unsupported(place + " cannot be loaded: " + dlerror());
    }
  }
  if (folder.empty()) {
    if (void* handle = open(file)) return OpenedLibrary{handle, file_of(handle, file), true};
    // The loader's message names the file that is missing: this one, or one that it needs.
    const std::string reason = dlerror();
    if (reason.rfind(file + ":", 0) != 0) return unsupported(file + " cannot be loaded: " + reason);
    looked_at.push_back(loader_places());
  }
  return unsupported("there is no " + file + "; looked for it in " + join(looked_at));
}

std::string how_to_get_tensorrt(int generation) {
  const std::string number = std::to_string(generation);
  return "install TensorRT " + number +
         " from NVIDIA (apt: libnvinfer-bin; pip: tensorrt-cu12==" + number +
         ".*, whose libraries lie in site-packages/tensorrt_libs), or run " +
         "tools/fetch-tensorrt " + (generation == 11 ? "11.2" : "10.6") +
         " --all, and name its folder by --tensorrt DIR or TENSORRT_ROOT";
}

}  // namespace plugsmith::trt
