// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/loader_help.hpp"

#include <utility>

namespace plugsmith::host {
namespace {

LoaderHelp& current() {
  static LoaderHelp help;
  return help;
}

}  // namespace

void set_loader_help(LoaderHelp help) { current() = std::move(help); }

bool ask_loader_help(const std::string& library, const std::string& loader_says) {
  return current() && current()(library, loader_says);
}

}  // namespace plugsmith::host
