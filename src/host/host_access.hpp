// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/host/host_state.hpp"
#include "src/host/plugin_host.hpp"
#include "src/host/registry.hpp"

namespace plugsmith::host {

/// The host's registry, for code that is compiled against TensorRT's headers: creators of this very
/// process can be registered there.
Registry& registry_of(PluginHost& host);

/// What the host shares with its objects, for code that calls plugins itself.
const std::shared_ptr<HostState>& state_of(PluginHost& host);

}  // namespace plugsmith::host
