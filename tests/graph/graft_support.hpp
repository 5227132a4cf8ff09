// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model_support.hpp"
#include "src/graph/graft.hpp"

namespace plugsmith::testing {

/// A request for HardSwish_PS, spelled Add, Clip, Mul, Div.
graph::GraftRequest hard_swish();

/// Grafts, which must succeed.
graph::GraftReport graft_into(graph::Model& model,
                              const graph::GraftRequest& request = hard_swish());

/// A model of these nodes, from x to y.
graph::Model body(const std::string& nodes, int opset = 12);

/// Nodes that make three, zero and six, each in another way.
extern const char kConstants[];

std::vector<std::string> op_types(const graph::Model& model);

}  // namespace plugsmith::testing
