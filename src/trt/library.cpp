// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/library.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "plugsmith/op.hpp"
#include "src/trt/logging.hpp"
#include "src/trt/port_lines.hpp"
#include "src/trt/process_registry.hpp"
#include "src/trt/v3_creator.hpp"

namespace plugsmith::trt {
namespace {

struct Library {
  std::vector<std::unique_ptr<V3Creator>> creators;
  std::vector<nvinfer1::IPluginCreatorInterface*> pointers;
  std::vector<std::string> patterns, ports;

  Library() {
    for (const OpEntry& entry : library_ops()) {
      creators.push_back(std::make_unique<V3Creator>(entry));
      pointers.push_back(creators.back().get());
      std::string& text = patterns.emplace_back();
      for (const char* const* p = entry.traits->patterns; p != nullptr && *p != nullptr; ++p) {
        text += std::string(*p) + "\n";
      }
      ports.push_back(port_lines(entry.traits->table));
    }
  }
};

// Made on first use: nothing runs while the library is being loaded.
Library& library() {
  static Library instance;
  return instance;
}

bool is_loaded(int generation) {
  const std::string soname = "libnvinfer.so." + std::to_string(generation);
  void* handle = dlopen(soname.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

// The virtual tables of ILogger and the registry differ between generations, so a library of one
// must not serve the other, although loading it there succeeds.
bool is_foreign_process() {
  if (is_loaded(NV_TENSORRT_MAJOR)) return false;
  for (const int other : {8, 9, 10, 11}) {
    if (other == NV_TENSORRT_MAJOR || !is_loaded(other)) continue;
    std::fprintf(stderr,
                 "plugsmith: this plugin library was built for TensorRT %d, the process runs "
                 "TensorRT %d: it offers no creators; load the library built for %d\n",
                 NV_TENSORRT_MAJOR, other, other);
    return true;
  }
  return false;
}

bool register_one(nvinfer1::IPluginRegistry& registry, V3Creator& creator) {
  const auto* known = registry.getCreator(creator.getPluginName(), creator.getPluginVersion(),
                                          creator.getPluginNamespace());
  return known == &creator || registry.registerCreator(creator, creator.getPluginNamespace());
}

// The op's entry in one of the library's lists of texts; null where it has none.
char const* text_of(const char* function, char const* op_name,
                    std::vector<std::string> Library::*texts) noexcept {
  const char* text = nullptr;
  guarded(function, [&] {
    Library& all = library();
    for (std::size_t i = 0; op_name != nullptr && i < all.creators.size(); ++i) {
      const std::string& own = (all.*texts)[i];
      if (std::strcmp(all.creators[i]->getPluginName(), op_name) == 0 && !own.empty()) {
        text = own.c_str();
      }
    }
    return Status::ok();
  });
  return text;
}

}  // namespace

nvinfer1::IPluginCreatorInterface* const* library_creators(std::int32_t& count) noexcept {
  nvinfer1::IPluginCreatorInterface* const* list = nullptr;
  count = 0;
  guarded("getCreators", [&] {
    if (is_foreign_process()) return Status::ok();
    list = library().pointers.data();
    count = static_cast<std::int32_t>(library().pointers.size());
    return Status::ok();
  });
  return list;
}

bool register_library(void* logger, char const* name_space) noexcept {
  bool complete = false;
  guarded("init plugins", [&] {
    if (is_foreign_process()) return Status::ok();
    if (logger != nullptr) set_logger(static_cast<nvinfer1::ILogger*>(logger));
    nvinfer1::IPluginRegistry* registry = process_registry();
    if (registry == nullptr) {
      return unsupported(
          "no getPluginRegistry in this process; load libnvinfer before registering plugins");
    }
    complete = true;
    for (const auto& creator : library().creators) {
      if (name_space != nullptr && *name_space != '\0') creator->set_namespace(name_space);
      complete = register_one(*registry, *creator) && complete;
    }
    return Status::ok();
  });
  return complete;
}

char const* library_patterns(char const* op_name) noexcept {
  return text_of("plugsmithPatterns", op_name, &Library::patterns);
}

char const* library_ports(char const* op_name) noexcept {
  return text_of("plugsmithPorts", op_name, &Library::ports);
}

}  // namespace plugsmith::trt
