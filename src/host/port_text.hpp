// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// Reads what plugsmithPorts returned (the form is in src/trt/reference_abi.hpp); none for an empty
/// text. The error shows the line that is not in that form.
Result<std::vector<PortDescription>> parse_ports(const std::string& text);

}  // namespace plugsmith::host
