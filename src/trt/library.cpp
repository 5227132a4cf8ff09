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
#include "src/trt/v2_creator.hpp"
#include "src/trt/v2_plugin.hpp"
#if NV_TENSORRT_MAJOR >= 10
#include "src/trt/v3_creator.hpp"
#endif

PLUGSMITH_BEGIN_V2
namespace plugsmith::trt {
namespace {

struct Library {
  std::vector<OpEntry> ops = library_ops();
#if NV_TENSORRT_MAJOR >= 10
  std::vector<std::unique_ptr<V3Creator>> v3;
#endif
  std::vector<std::unique_ptr<V2Creator>> v2;
  std::vector<AnyCreator*> pointers;
  std::vector<std::string> patterns, ports;
  std::string missing;  ///< the ops without a V2 form, each with the reason

  Library() {
    const LibraryForms forms = library_forms();
#if NV_TENSORRT_MAJOR >= 10
    for (const OpEntry& entry : forms.v3 ? ops : std::vector<OpEntry>{}) {
      v3.push_back(std::make_unique<V3Creator>(entry));
      pointers.push_back(v3.back().get());
    }
#endif
    for (const OpEntry& entry : forms.v2 ? ops : std::vector<OpEntry>{}) {
      const OpIdentity& identity = entry.traits->identity;
      const std::string obstacle = v2_obstacle(*entry.traits);
      if (obstacle.empty()) {
        v2.push_back(
            std::make_unique<V2Creator>(entry, std::string(identity.version) + forms.v2_suffix));
        pointers.push_back(v2.back().get());
      } else {
        missing += (missing.empty() ? "" : "; ") + std::string(identity.name) + ": " + obstacle;
      }
    }
    for (const OpEntry& entry : ops) {
      std::string& text = patterns.emplace_back();
      for (const char* const* p = entry.traits->patterns; p != nullptr && *p != nullptr; ++p) {
        text += std::string(*p) + "\n";
      }
      ports.push_back(port_lines(entry.traits->table));
    }
  }

  // Once a process. Where V3 serves the op it is worth no warning.
  void say_what_is_missing() {
    if (missing.empty()) return;
    const bool served = NV_TENSORRT_MAJOR >= 10;
    log(served ? nvinfer1::ILogger::Severity::kINFO : nvinfer1::ILogger::Severity::kWARNING,
        "ops without a form as IPluginV2DynamicExt, to be used as IPluginV3" +
            std::string(served ? "" : " of TensorRT 10") + " - " + missing);
    missing.clear();
  }

  void set_namespace(const char* name_space) {
#if NV_TENSORRT_MAJOR >= 10
    for (const auto& creator : v3) creator->set_namespace(name_space);
#endif
    for (const auto& creator : v2) creator->setPluginNamespace(name_space);
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
  for (const int other : {7, 8, 9, 10, 11}) {
    if (other == NV_TENSORRT_MAJOR || !is_loaded(other)) continue;
    std::fprintf(stderr,
                 "plugsmith: this plugin library was built for TensorRT %d, the process runs "
                 "TensorRT %d: it offers no creators; load the library built for %d\n",
                 NV_TENSORRT_MAJOR, other, other);
    return true;
  }
  return false;
}

template <class Creator>
bool register_one(nvinfer1::IPluginRegistry& registry, Creator& creator) {
  const char *name = creator.getPluginName(), *version = creator.getPluginVersion(),
             *name_space = creator.getPluginNamespace();
#if NV_TENSORRT_MAJOR >= 10
  const AnyCreator* known = registry.getCreator(name, version, name_space);
#else
  const AnyCreator* known = registry.getPluginCreator(name, version, name_space);
#endif
  return known == &creator || registry.registerCreator(creator, name_space);
}

V2Plugin& own_plugin(void* plugin) {
  auto* v2 = static_cast<nvinfer1::IPluginV2*>(plugin);
  return *static_cast<V2Plugin*>(static_cast<nvinfer1::IPluginV2DynamicExt*>(v2));
}

// The op's entry in one of the library's lists of texts; null where it has none.
char const* text_of(const char* function, char const* op_name,
                    std::vector<std::string> Library::*texts) noexcept {
  const char* text = nullptr;
  guarded(function, [&] {
    Library& all = library();
    for (std::size_t i = 0; op_name != nullptr && i < all.ops.size(); ++i) {
      const std::string& own = (all.*texts)[i];
      if (std::strcmp(all.ops[i].traits->identity.name, op_name) == 0 && !own.empty()) {
        text = own.c_str();
      }
    }
    return Status::ok();
  });
  return text;
}

}  // namespace

AnyCreator* const* library_creators(std::int32_t& count) noexcept {
  AnyCreator* const* list = nullptr;
  count = 0;
  guarded("getCreators", [&] {
    if (is_foreign_process()) return Status::ok();
    library().say_what_is_missing();
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
    Library& all = library();
    all.say_what_is_missing();
    if (name_space != nullptr && *name_space != '\0') all.set_namespace(name_space);
    complete = true;
#if NV_TENSORRT_MAJOR >= 10
    for (const auto& creator : all.v3) complete = register_one(*registry, *creator) && complete;
#endif
    for (const auto& creator : all.v2) complete = register_one(*registry, *creator) && complete;
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

std::int32_t v2_reference(void* plugin, nvinfer1::PluginTensorDesc const* input_desc,
                          nvinfer1::PluginTensorDesc const* output_desc, void const* const* inputs,
                          void* const* outputs, char* message,
                          std::int32_t message_bytes) noexcept {
  return own_plugin(plugin).core().reference_code(
      input_desc, output_desc, {inputs, outputs, nullptr, nullptr}, message, message_bytes);
}

void v2_expect_reference(void* plugin) noexcept { own_plugin(plugin).core().expect_reference(); }

}  // namespace plugsmith::trt
PLUGSMITH_END_V2
