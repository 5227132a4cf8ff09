// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "plugsmith/status.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// The part of one of OpenVINO's messages that says what is wrong: without source positions, failed
/// conditions and reports around it, in one line.
std::string openvino_reason(const std::exception& error);

/// Why OpenVINO's front end could not convert `model`, with the node's name where its message holds
/// a trace of it: an operator that it does not know, or a node that makes no sense to it.
Status explain_conversion(const Model& model, const std::exception& error);

}  // namespace plugsmith::graph
