// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/shared_library.hpp"

#include <dlfcn.h>

#include <cstdlib>

#include "src/host/call_guard.hpp"
#include "src/host/elf_file.hpp"
#include "src/host/loader_help.hpp"

// IPluginCreator (V1) is deprecated, but libraries still list it in getPluginCreators.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxCreators = 65536;

/// The text after `marker` up to white space or a bracket.
std::string word_after(const std::string& text, const std::string& marker) {
  const std::size_t at = text.find(marker);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + marker.size();
  return text.substr(begin, text.find_first_of(" \t\n(,", begin) - begin);
}

std::string missing_dependencies(const ElfFile& elf) {
  std::string names;
  for (const std::string& needed : elf.needed) {
    void* handle = dlopen(needed.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle != nullptr) {
      dlclose(handle);
      continue;
    }
    names += (names.empty() ? "" : ", ") + needed;
  }
  return names;
}

Status explain(const ElfFile& elf, const std::string& loader_says) {
  const std::string symbol = word_after(loader_says, "undefined symbol: ");
  if (!symbol.empty()) {
    return unsupported(elf.path + ": symbol \"" + symbol +
                       "\" is not defined by the library or any library it needs; link what "
                       "defines it, or install that library's version which has it (the loader "
                       "says: " +
                       loader_says + ")");
  }
  const std::string missing = missing_dependencies(elf);
  if (!missing.empty()) {
    return unsupported(elf.path + ": cannot be loaded because a library it needs is not found: " +
                       missing + "; install it or name its folder in LD_LIBRARY_PATH");
  }
  return unsupported(elf.path + ": cannot be loaded: " + loader_says);
}

template <class Interface>
Result<CreatorList> list_from(CallObserver* observer, const SharedLibrary& library,
                              const char* entry_point) {
  using EntryPoint = Interface* const* (*)(std::int32_t&);
  const auto function = reinterpret_cast<EntryPoint>(library.symbol(entry_point));
  std::int32_t count = 0;
  Interface* const* list = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(
      guarded(observer, "library " + library.path(), entry_point, [&] { list = function(count); }));
  const std::string who = library.path() + ": " + entry_point;
  if (count <= 0) {
    return invalid_argument(who + " lists " + std::to_string(count) +
                            " creators; must be at least 1");
  }
  if (count > kMaxCreators) {
    return invalid_argument(who + " claims " + std::to_string(count) + " creators; at most " +
                            std::to_string(kMaxCreators) + " are believed");
  }
  if (list == nullptr) {
    return invalid_argument(who + " returned null for a list of " + std::to_string(count) +
                            " creators");
  }
  return CreatorList(list, list + count);
}

}  // namespace

Result<SharedLibrary> SharedLibrary::open(CallObserver* observer, const std::string& path) {
  const Result<ElfFile> elf = read_elf(path);
  if (!elf.is_ok()) return elf.status();
  if (!elf->is_shared_object) {
    return invalid_argument(path +
                            ": is an ELF file, but not a shared library; link it with -shared");
  }
  char* absolute = ::realpath(path.c_str(), nullptr);
  const std::string file = absolute == nullptr ? path : absolute;
  std::free(absolute);
  void* handle = nullptr;
  std::string loader_says;
  do {
    PLUGSMITH_RETURN_IF_ERROR(guarded(observer, "library " + path, "dlopen", [&] {
      handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle == nullptr) {
        const char* text = dlerror();
        loader_says = text == nullptr ? "no reason given" : text;
      }
    }));
  } while (handle == nullptr && ask_loader_help(file, loader_says));
  if (handle == nullptr) return explain(elf.value(), loader_says);
  return SharedLibrary(path, handle);
}

void* SharedLibrary::symbol(const char* name) const { return dlsym(handle_, name); }

void SharedLibrary::close() {
  if (handle_ != nullptr) dlclose(handle_);
  handle_ = nullptr;
}

Status set_logger_finder(CallObserver* observer, const SharedLibrary& library,
                         nvinfer1::ILoggerFinder& finder) {
  using EntryPoint = void (*)(nvinfer1::ILoggerFinder*);
  const auto function = reinterpret_cast<EntryPoint>(library.symbol("setLoggerFinder"));
  if (function == nullptr) return Status::ok();
  return guarded(observer, "library " + library.path(), "setLoggerFinder",
                 [&] { function(&finder); });
}

#if PLUGSMITH_GENERATION >= 10
Result<CreatorList> call_get_creators(CallObserver* observer, const SharedLibrary& library) {
  return list_from<Creator>(observer, library, "getCreators");
}
#endif

Result<CreatorList> call_get_plugin_creators(CallObserver* observer, const SharedLibrary& library) {
  return list_from<nvinfer1::IPluginCreator>(observer, library, "getPluginCreators");
}

Result<CreatorList> call_creator_entry(CallObserver* observer, const SharedLibrary& library) {
  return list_from<Creator>(observer, library, kCreatorEntry);
}

}  // namespace plugsmith::host
