// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "apps/plugsmith/eject/op_source.hpp"

namespace plugsmith::cli::eject {

/// The parts of the plugin's source that follow from what the op declares, by the marks of the
/// templates.
std::map<std::string, std::string> generate_parts(const OpSource& op);

}  // namespace plugsmith::cli::eject
