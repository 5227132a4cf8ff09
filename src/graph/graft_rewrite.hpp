// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <set>
#include <string>

#include "src/graph/graft.hpp"
#include "src/graph/pattern_match.hpp"

namespace plugsmith::graph {

/// A place to replace.
struct Found {
  Match match;
  const Pattern* pattern = nullptr;
  int root = 0;  ///< the last node
};
using Matches = std::map<int, Found>;  ///< by the place of the new node; no node is in two of them

/// All nodes that are to be replaced.
std::set<int> nodes_of(const Matches& matches);

/// What a graph's subgraphs read or return: values of the outer graph may be among it.
void collect_subgraph_reads(const onnx::GraphProto& graph, std::set<std::string>& names);

/// Puts the new nodes in, takes the replaced ones out, and what only they used: nodes that made it,
/// initializers, recorded shapes. `bypassed` are values that the replaced ones no longer read.
void rewrite(onnx::ModelProto& model, const Matches& matches, const GraftRequest& request,
             const std::set<std::string>& bypassed, GraftReport& report);

}  // namespace plugsmith::graph
