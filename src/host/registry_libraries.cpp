// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/registry.hpp"

#include <algorithm>
#include <exception>
#include <optional>

// The registry's own loadLibrary: all creators of a library, or none.

namespace plugsmith::host {

void Registry::remove_added_since(const std::vector<CreatorTable::Entry>& before) {
  for (const CreatorTable::Entry& entry : snapshot()) {
    const bool known = std::any_of(before.begin(), before.end(),
                                   [&](const auto& old) { return old.creator == entry.creator; });
    const std::lock_guard lock(mutex_);
    if (!known) table_.remove(*entry.creator);
  }
}

Status Registry::load(const char* path, void** handle) {
  if (path == nullptr) return invalid_argument("loadLibrary was given a null path");
  const std::vector<CreatorTable::Entry> before = snapshot();
  auto opened = SharedLibrary::open(observer_, path);
  if (!opened.is_ok()) return opened.status();
  SharedLibrary library = std::move(opened).value();
  // Creators that registered themselves while loading must not outlive the code they point to.
  const auto give_up = [&](const Status& why) {
    remove_added_since(before);
    library.close();
    return why;
  };
  if (!library.exports_creator_entry() || !library.exports_set_logger_finder()) {
    return give_up(
        invalid_argument(std::string(path) + ": exports no " +
                         (library.exports_creator_entry() ? "setLoggerFinder" : kCreatorEntry) +
                         "; loadLibrary needs both " + kCreatorEntry + " and setLoggerFinder"));
  }
  const Status finder_set = set_logger_finder(observer_, library, finder_);
  if (!finder_set.is_ok()) return give_up(finder_set);
  const Result<CreatorList> creators = call_creator_entry(observer_, library);
  if (!creators.is_ok()) return give_up(creators.status());
  const Status added = add_library(creators.value());
  if (!added.is_ok())
    return give_up(Status(added.code(), std::string(path) + ": " + added.message()));
  const std::lock_guard lock(mutex_);
  *handle = library.handle();
  libraries_.emplace(library.handle(), library);
  return Status::ok();
}

Status Registry::unload(void* handle) {
  std::optional<SharedLibrary> library;
  {
    const std::lock_guard lock(mutex_);
    const auto found = libraries_.find(handle);
    if (found == libraries_.end()) {
      return invalid_argument(
          "deregisterLibrary was given a handle that loadLibrary did not return");
    }
    library = found->second;
    libraries_.erase(found);
  }
  const Result<CreatorList> creators = call_creator_entry(observer_, *library);
  if (!creators.is_ok()) return creators.status();  // left open: its creators are still registered
  {
    const std::lock_guard lock(mutex_);
    for (const Creator* creator : creators.value()) {
      if (creator != nullptr) table_.remove(*creator);
    }
  }
  library->close();
  return Status::ok();
}

Registry::PluginLibraryHandle Registry::loadLibrary(nvinfer1::AsciiChar const* path) noexcept {
  try {
    void* handle = nullptr;
    const Status loaded = load(path, &handle);
    if (loaded.is_ok()) return handle;
    report(nvinfer1::ErrorCode::kINVALID_ARGUMENT, loaded.message());
  } catch (const std::exception& error) {
    report(nvinfer1::ErrorCode::kINTERNAL_ERROR, error.what());
  }
  return nullptr;
}

void Registry::deregisterLibrary(PluginLibraryHandle handle) noexcept {
  try {
    const Status unloaded = unload(handle);
    if (!unloaded.is_ok()) report(nvinfer1::ErrorCode::kINVALID_ARGUMENT, unloaded.message());
  } catch (const std::exception& error) {
    report(nvinfer1::ErrorCode::kINTERNAL_ERROR, error.what());
  }
}

}  // namespace plugsmith::host
