// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace plugsmith::host {

/// Asked when the dynamic loader refuses a plugin library, with the library's path and the loader's
/// words. True: what it needs is there now, try again. One a process, as the loader is.
using LoaderHelp = std::function<bool(const std::string& library, const std::string& loader_says)>;
void set_loader_help(LoaderHelp help);

/// False where no help is set.
bool ask_loader_help(const std::string& library, const std::string& loader_says);

}  // namespace plugsmith::host
