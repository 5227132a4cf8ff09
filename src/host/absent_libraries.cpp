// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/absent_libraries.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>

namespace plugsmith::host {
namespace {

constexpr int kMostLoads = 500;  // each adds something, so an end is near

AbsentLibraries::OnCall reached;  // NOLINT: the stand-ins' handler has no other way to it

using CallText = std::array<char, 512>;

// In memory that a copy of this process shares with it.
CallText& call_text() {
  static CallText nowhere{};
  static void* memory =
      ::mmap(nullptr, sizeof(CallText), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nowhere : *static_cast<CallText*>(memory);
}

void on_stand_in_call(const char* symbol, const char* library) {
  std::snprintf(call_text().data(), call_text().size(), "%s: %s", library, symbol);
  reached(symbol, library);
}

std::string before(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? "" : text.substr(0, at);
}

std::string between(const std::string& text, const std::string& open, const std::string& close) {
  const std::size_t at = text.find(open);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + open.size();
  return text.substr(begin, text.find(close, begin) - begin);
}

// "cudnn" of "libcudnn.so.8", "cublaslt" of "libcublasLt.so.12".
std::string stem(const std::string& soname) {
  std::string text = soname.substr(0, soname.find(".so"));
  if (text.rfind("lib", 0) == 0) text.erase(0, 3);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text == "cuda" ? "cu" : text;  // the driver's functions
}

// Whether a library that the loader finds by its name alone defines the symbol; `unknown` is set
// where one is not found so: it may be in a folder that the plugin library names.
bool defined_elsewhere(const ElfImports& imports, const std::set<std::string>& stand_ins,
                       const std::string& symbol, bool& unknown) {
  if (dlsym(RTLD_DEFAULT, symbol.c_str()) != nullptr) return true;
  for (const std::string& needed : imports.needed) {
    if (stand_ins.count(needed) != 0) continue;
    void* handle = dlopen(needed.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr) {
      unknown = true;
      continue;
    }
    const bool found = dlsym(handle, symbol.c_str()) != nullptr;
    dlclose(handle);
    if (found) return true;
  }
  return false;
}

}  // namespace

std::string last_absent_call() { return call_text().data(); }

AbsentLibraries::AbsentLibraries(std::string cuda_shims, OnCall on_call)
    : cuda_shims_(std::move(cuda_shims)) {
  call_text();  // before any copy is made
  reached = std::move(on_call);
}

void AbsentLibraries::prepare(const std::string& library) {
  const auto imports = read_imports(library);
  if (!imports.is_ok() || cuda_runtime_use(*imports) != CudaRuntimeUse::kShared) return;
  for (const std::string& needed : imports->needed) {
    if (needed.rfind("libcudart.so.", 0) == 0) load_recording_runtime(needed);
  }
  // A library that is linked without its runtime counts on one being there; any will do.
  if (cudart_needed(*imports).empty()) load_recording_runtime("libcudart.so.13");
}

bool AbsentLibraries::load_recording_runtime(const std::string& soname) {
  const std::string version = soname.substr(std::string("libcudart.so.").size());
  const auto path =
      std::filesystem::path(cuda_shims_) / version.substr(0, version.find('.')) / soname;
  if (cuda_shims_.empty() || !std::filesystem::exists(path)) return false;
  const bool loaded = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr;
  has_recording_runtime_ = has_recording_runtime_ || loaded;
  return loaded;
}

bool AbsentLibraries::supply(const std::string& library, const std::string& loader_says) {
  if (loads_ >= kMostLoads) return false;
  const std::string absent = before(loader_says, ": cannot open shared object file");
  if (!absent.empty()) return add_library(absent, library);
  if (loader_says.find("(required by ") != std::string::npos) return add_versions(loader_says);
  const std::string symbol = between(loader_says, ": undefined symbol: ", ",");
  if (symbol.empty()) return false;
  return add_functions(before(loader_says, ": undefined symbol: "), symbol);
}

bool AbsentLibraries::add_library(const std::string& soname, const std::string& wanted_by) {
  if (soname.find('/') != std::string::npos || find(soname) != nullptr) return false;
  if (soname.rfind("libcudart.so.", 0) == 0 && load_recording_runtime(soname)) return true;
  Entry entry;
  entry.image.soname = entry.image.told_library = soname;
  const auto imports = read_imports(wanted_by);
  if (imports.is_ok()) {
    const auto versions = imports->versions.find(soname);
    if (versions != imports->versions.end()) entry.image.versions = versions->second;
    for (const ImportedSymbol& symbol : imports->symbols) {
      if (symbol.library == soname) entry.image.functions.push_back({symbol.name, symbol.version});
    }
  }
  entries_.push_back(std::move(entry));
  return load(entries_.back());
}

// "STAND-IN: version `V' not found (required by FILE)": a dependency of the plugin library wants
// it.
bool AbsentLibraries::add_versions(const std::string& loader_says) {
  const std::string path = before(loader_says, ": version ");
  const auto imports = read_imports(between(loader_says, "(required by ", ")"));
  const auto entry = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& made) { return made.path == path; });
  if (entry == entries_.end() || !imports.is_ok()) return false;
  const auto wanted = imports->versions.find(entry->image.soname);
  if (wanted == imports->versions.end()) return false;
  const std::size_t known = entry->image.versions.size();
  entry->image.versions.insert(wanted->second.begin(), wanted->second.end());
  if (entry->image.versions.size() == known) return false;
  for (const ImportedSymbol& symbol : imports->symbols) {
    if (symbol.library != entry->image.soname) continue;
    entry->image.functions.push_back({symbol.name, symbol.version});
  }
  dlclose(entry->handle);
  return load(*entry);
}

bool AbsentLibraries::add_functions(const std::string& wanted_by, const std::string& symbol) {
  const auto imports = read_imports(wanted_by);
  if (entries_.empty() || !imports.is_ok()) return false;
  std::set<std::string> stand_ins;
  for (const Entry& entry : entries_) stand_ins.insert(entry.image.soname);
  // Only a library that itself needs an absent one may lack symbols.
  const auto& needed = imports->needed;
  if (std::none_of(needed.begin(), needed.end(),
                   [&](const std::string& name) { return stand_ins.count(name) != 0; })) {
    return false;
  }
  bool unknown = false;
  std::map<std::string, StandInImage> images;
  const auto add = [&](const std::string& name) {
    const std::string library = told_library(name);
    images[library].told_library = library;
    images[library].functions.push_back({name, ""});
  };
  for (const ImportedSymbol& imported : imports->symbols) {
    if (imported.weak || !imported.version.empty() || imported.name == symbol) continue;
    if (!defined_elsewhere(*imports, stand_ins, imported.name, unknown)) add(imported.name);
  }
  if (unknown) images.clear();  // then one at a time, as the loader asks for them
  add(symbol);
  bool loaded = true;
  for (auto& [library, image] : images) {
    entries_.push_back({std::move(image), "", nullptr});
    loaded = load(entries_.back()) && loaded;
  }
  return loaded;
}

// The absent library whose name the symbol begins with; the longest wins.
std::string AbsentLibraries::told_library(const std::string& symbol) const {
  std::string lower = symbol;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string best, all;
  int count = 0;
  for (const Entry& entry : entries_) {
    const std::string& soname = entry.image.soname;
    if (soname.empty()) continue;
    ++count;
    all += (all.empty() ? "" : ", ") + soname;
    if (lower.rfind(stem(soname), 0) == 0 && stem(soname).size() > stem(best).size()) best = soname;
  }
  if (!best.empty()) return best;
  return count == 1 ? all : "one of " + all;
}

// From memory, so that nothing is left behind however the process ends. The descriptor stays open:
// its path is the name by which the loader tells one stand-in from another.
bool AbsentLibraries::load(Entry& entry) {
  ++loads_;
  const auto bytes = write_stand_in(entry.image);
  if (!bytes.is_ok()) return false;
  const int file = ::memfd_create("plugsmith-stand-in", MFD_CLOEXEC);
  if (file < 0) return false;
  if (::write(file, bytes->data(), bytes->size()) != static_cast<ssize_t>(bytes->size())) {
    ::close(file);
    return false;
  }
  entry.path = "/proc/self/fd/" + std::to_string(file);
  entry.handle = dlopen(entry.path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (entry.handle == nullptr) return false;
  auto* handler = static_cast<StandInHandler*>(dlsym(entry.handle, kStandInHandler));
  if (handler == nullptr) return false;
  *handler = &on_stand_in_call;
  return true;
}

AbsentLibraries::Entry* AbsentLibraries::find(const std::string& soname) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.image.soname == soname; });
  return found == entries_.end() ? nullptr : &*found;
}

std::vector<AbsentLibraries::StandIn> AbsentLibraries::stand_ins() const {
  std::vector<StandIn> result;
  for (const Entry& entry : entries_) {
    if (!entry.image.soname.empty()) result.push_back({entry.image.soname, 0});
  }
  for (const Entry& entry : entries_) {
    const auto found = std::find_if(result.begin(), result.end(), [&](const StandIn& known) {
      return known.library == entry.image.told_library;
    });
    // Functions of "one of" several are nobody's.
    if (found != result.end()) found->functions += entry.image.functions.size();
  }
  return result;
}

}  // namespace plugsmith::host
