// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "src/check/subject.hpp"

namespace plugsmith::check {

/// A library in this process's embedded host.
class LoadedLibrary {
 public:
  /// Makes the process's host and loads the library; errors as PluginHost::load_library.
  static Result<LoadedLibrary> load(host::HostOptions options, const std::string& path,
                                    const std::string& init_symbol);

  const host::LibraryInfo& info() const { return info_; }
  host::HostState& state() const;
  /// Whether a creator is of a family that can be checked.
  bool is_known(std::size_t creator) const;
  /// One creator, by its position in info().creators, as `given` describes it; its case is still to
  /// be found. `given` must outlive the result.
  Subject subject(std::size_t creator, const GivenCase& given) const;

 private:
  LoadedLibrary(std::unique_ptr<host::PluginHost> host, host::LibraryInfo info)
      : host_(std::move(host)), info_(std::move(info)) {}
  host::Creator* creator_of(std::size_t index) const;

  std::unique_ptr<host::PluginHost> host_;
  host::LibraryInfo info_;
};

}  // namespace plugsmith::check
