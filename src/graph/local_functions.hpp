// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/node_mapping.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// Puts the bodies of the model's own functions in place of their calls, where the parser's rules
/// give a call to its function (a plugin of that name may win). Names inside get the call's name
/// and a slash in front. Refuses functions that call themselves, and those that import another
/// version of an operator set than the model.
Status inline_local_functions(Model& model, const std::vector<host::CreatorInfo>& creators,
                              const ParserVersion& version);

}  // namespace plugsmith::graph
