// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/host/host_state.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// createPlugin and what addPluginV3 or addPluginV2 does: queries on the caller's object, the
/// network's clone, types and shapes of the outputs.
Result<std::unique_ptr<PluginLayer>> add_network_layer(const std::shared_ptr<HostState>& state,
                                                       const LayerSpec& spec);

}  // namespace plugsmith::host
