// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/report.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {
struct HostState;
}

namespace plugsmith::check {

/// The rules that are checked on a library as a whole.
bool is_library_rule(const std::string& rule);
/// Whether it closes the library, so that no other can be checked after it.
bool is_last_library_rule(const std::string& rule);

/// Checks one of them on a library that the host has loaded.
void check_library_rule(const std::string& rule, host::HostState& state,
                        const host::LibraryInfo& library, Verdict& verdict);

}  // namespace plugsmith::check
