// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/creator_info.hpp"

namespace plugsmith::host {

/// The function that loadLibrary of this generation asks for a library's creators.
inline constexpr const char* kCreatorEntry =
    PLUGSMITH_GENERATION >= 10 ? "getCreators" : "getPluginCreators";

/// A plugin library that has been opened with every symbol bound. Closing is explicit: code and
/// creators of a library outlive most owners.
class SharedLibrary {
 public:
  /// Opens the file (never a search path). Failures: invalid argument when the file is no library
  /// of this machine; unsupported when a dependency or a symbol, which is named, is missing here.
  static Result<SharedLibrary> open(CallObserver* observer, const std::string& path);

  const std::string& path() const { return path_; }
  void* handle() const { return handle_; }
  /// Address of an exported symbol, or null.
  void* symbol(const char* name) const;
  void close();

  bool exports_creator_entry() const { return symbol(kCreatorEntry) != nullptr; }
  bool exports_get_creators() const { return symbol("getCreators") != nullptr; }
  bool exports_set_logger_finder() const { return symbol("setLoggerFinder") != nullptr; }

 private:
  SharedLibrary(std::string path, void* handle) : path_(std::move(path)), handle_(handle) {}
  std::string path_;
  void* handle_ = nullptr;
};

/// Calls setLoggerFinder if the library exports it.
Status set_logger_finder(CallObserver* observer, const SharedLibrary& library,
                         nvinfer1::ILoggerFinder& finder);

/// The creators that an entry point lists, null entries included: kCreatorEntry, or one by name.
/// The library must export it.
using CreatorList = std::vector<Creator*>;
Result<CreatorList> call_creator_entry(CallObserver* observer, const SharedLibrary& library);
#if PLUGSMITH_GENERATION >= 10
Result<CreatorList> call_get_creators(CallObserver* observer, const SharedLibrary& library);
#endif
Result<CreatorList> call_get_plugin_creators(CallObserver* observer, const SharedLibrary& library);

}  // namespace plugsmith::host
