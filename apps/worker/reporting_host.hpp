// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "src/host/plugin_host.hpp"
#include "src/process/worker_side.hpp"

namespace plugsmith::worker {

/// Wraps a host so that the parent always knows which layer is at work (plugin objects only have
/// numbers), and so that whatever a plugin refuses or fails in is the op's fault: StatusCode
/// kInternal. `channel` must outlive the result.
std::unique_ptr<host::PluginHost> report_layers(std::unique_ptr<host::PluginHost> host,
                                                process::WorkerChannel& channel);

}  // namespace plugsmith::worker
