// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plugsmith::graph {

/// Whether ONNX itself defines `op_type` in `domain` ("", "ai.onnx" or "ai.onnx.ml").
bool is_standard_op(std::string_view op_type, std::string_view domain);

/// The names of ONNX's own operators ("" domain), sorted.
const std::vector<std::string>& standard_ops();

}  // namespace plugsmith::graph
