// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// The private agreement between the host and its stand-in libnvinfer. Plain C types only.

namespace plugsmith::host {

/// Hands over an IPluginRegistry* and an ILogger*.
using StandInBind = void (*)(void* registry, void* logger);
inline constexpr char kStandInBindSymbol[] = "plugsmithBindStandIn";

}  // namespace plugsmith::host
