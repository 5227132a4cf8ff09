// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/host/elf_imports.hpp"
#include "src/host/elf_writer.hpp"

namespace plugsmith::host {

/// The exit status of a copy of this process in which a plugin called a function of a stand-in.
inline constexpr int kAbsentLibraryExit = 121;
/// The last such call, "libcudnn.so.8: cudnnCreate"; seen by a process whose copy made it.
std::string last_absent_call();

/// Lets plugin libraries load that need libraries which this machine lacks. A CUDA runtime is
/// replaced by the recording one; in place of any other stands an empty library, and a call that
/// reaches it is reported. Contract X8. One a process, since the loader is.
class AbsentLibraries {
 public:
  /// Called, on the calling thread, by a function of a stand-in; must not return.
  using OnCall = std::function<void(const std::string& symbol, const std::string& library)>;

  /// `cuda_shims`: the folder with the recording runtimes, "13/libcudart.so.13"; may be empty.
  AbsentLibraries(std::string cuda_shims, OnCall on_call);
  AbsentLibraries(const AbsentLibraries&) = delete;
  AbsentLibraries& operator=(const AbsentLibraries&) = delete;

  /// Before the library is loaded: the recording runtime, if it takes its CUDA runtime from a
  /// shared library, even where a real one is there.
  void prepare(const std::string& library);
  /// A LoaderHelp.
  bool supply(const std::string& library, const std::string& loader_says);

  struct StandIn {
    std::string library;
    std::size_t functions = 0;  ///< that are known to be its
  };
  /// What stands in for what, in the order of need; without the recording runtime.
  std::vector<StandIn> stand_ins() const;
  bool has_recording_runtime() const { return has_recording_runtime_; }

 private:
  struct Entry {
    StandInImage image;
    std::string path;  ///< as the loader knows it
    void* handle = nullptr;
  };
  bool load_recording_runtime(const std::string& soname);
  bool add_library(const std::string& soname, const std::string& wanted_by);
  bool add_versions(const std::string& loader_says);
  bool add_functions(const std::string& wanted_by, const std::string& symbol);
  std::string told_library(const std::string& symbol) const;
  bool load(Entry& entry);
  Entry* find(const std::string& soname);

  std::string cuda_shims_;
  std::vector<Entry> entries_;
  int loads_ = 0;
  bool has_recording_runtime_ = false;
};

}  // namespace plugsmith::host
