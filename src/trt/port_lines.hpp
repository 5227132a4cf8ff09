// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plugsmith/formats.hpp"

namespace plugsmith::trt {

/// What an op says of its ports, in the form that reference_abi.hpp gives for plugsmithPorts.
std::string port_lines(const FormatTableView& table);

}  // namespace plugsmith::trt
