// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>
#include <vector>

#include "src/host/creator_info.hpp"

namespace plugsmith::host {

/// The creators of one registry, in order of registration. Not locked: the registry does that.
class CreatorTable {
 public:
  struct Entry {
    Creator* creator = nullptr;  ///< not owned
    CreatorIdentity identity;    ///< as it was when registered
  };

  /// Refuses a triple that is there already, also for the same object.
  bool add(Creator& creator, const CreatorIdentity& identity);

  /// Adds all creators of one library, or none if a triple is there already; returns that one, or
  /// null. Twins inside the library are taken as TensorRT takes them: the last shadows the others.
  const Entry* add_library(const std::vector<Entry>& entries);

  /// Removes this very object; another object with the same triple does not count.
  bool remove(const Creator& creator);

  /// The entry of a triple, or null.
  const Entry* find(const std::string& name, const std::string& version,
                    const std::string& name_space) const;

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  bool holds(const CreatorIdentity& identity) const;

  std::vector<Entry> entries_;
};

}  // namespace plugsmith::host
