// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <NvInferRuntime.h>

#include <string>

#include "plugsmith/status.hpp"
#include "src/host/registry.hpp"

namespace plugsmith::host {

/// Loads the stand-in libnvinfer by its absolute path, before any plugin library, and lets its
/// getPluginRegistry and getLogger answer with these objects. Both must live as long as the
/// process.
Status bind_stand_in(const std::string& path, Registry& registry, HostLogger& logger);

}  // namespace plugsmith::host
