// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>

#include "plugsmith/status.hpp"
#include "src/host/plugin_host.hpp"

// Reads what creators say about themselves, whatever their interface kind.

namespace plugsmith::host {

#if PLUGSMITH_GENERATION >= 10
/// What a registry holds.
using Creator = nvinfer1::IPluginCreatorInterface;
#else
using Creator = nvinfer1::IPluginCreator;
#endif

/// Which interface a creator implements, from the kind string it answers with.
Result<InterfaceKind> interface_kind(CallObserver* observer, Creator& creator);

/// Name, version and namespace of a creator, and its kind. Null strings and unknown kinds are
/// errors.
struct CreatorIdentity {
  std::string name, version, name_space;
  InterfaceKind kind = InterfaceKind::kUnknown;

  bool same_triple(const CreatorIdentity& other) const {
    return name == other.name && version == other.version && name_space == other.name_space;
  }
};
Result<CreatorIdentity> read_identity(CallObserver* observer, Creator& creator);

/// Identity and fields. A field list that is null or malformed counts as empty, and `problem` says
/// so with the creator's name (three of NVIDIA's own creators return null).
struct DescribedCreator {
  CreatorInfo info;
  std::string problem;  ///< empty: none
};
Result<DescribedCreator> read_creator(CallObserver* observer, Creator& creator);

/// "Pad version 1" or "Pad version 1 in namespace acme".
std::string describe(const CreatorIdentity& identity);

}  // namespace plugsmith::host
