// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/creator_table.hpp"

#include <algorithm>

namespace plugsmith::host {

bool CreatorTable::holds(const CreatorIdentity& identity) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return entry.identity.same_triple(identity); });
}

bool CreatorTable::add(Creator& creator, const CreatorIdentity& identity) {
  if (holds(identity)) return false;
  entries_.push_back({&creator, identity});
  return true;
}

const CreatorTable::Entry* CreatorTable::add_library(const std::vector<Entry>& entries) {
  const auto known = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return holds(entry.identity); });
  if (known != entries.end()) return &*known;
  entries_.insert(entries_.end(), entries.begin(), entries.end());
  return nullptr;
}

bool CreatorTable::remove(const Creator& creator) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.creator == &creator; });
  if (found == entries_.end()) return false;
  entries_.erase(found);
  return true;
}

const CreatorTable::Entry* CreatorTable::find(const std::string& name, const std::string& version,
                                              const std::string& name_space) const {
  const CreatorIdentity wanted{name, version, name_space, InterfaceKind::kUnknown};
  const auto found = std::find_if(entries_.rbegin(), entries_.rend(), [&](const Entry& entry) {
    return entry.identity.same_triple(wanted);
  });
  return found == entries_.rend() ? nullptr : &*found;
}

}  // namespace plugsmith::host
