// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "src/host/creator_info.hpp"
#include "src/host/host_state.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// Loads a library and registers its creators, route by route (see PluginHost::load_library).
Result<LibraryInfo> discover_creators(HostState& state, const std::string& path,
                                      const std::string& init_symbol);

/// What a creator says of itself and what is known of its library.
Result<DescribedCreator> describe_creator(const HostState& state, Creator& creator);

}  // namespace plugsmith::host
