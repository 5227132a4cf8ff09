// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

namespace plugsmith::graph {

/// The part of one of OpenVINO's messages that says what is wrong: without source positions, failed
/// conditions and repetitions, in one line.
std::string openvino_reason(const std::exception& error);

}  // namespace plugsmith::graph
