// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/graft.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/graph/graft_rewrite.hpp"
#include "src/graph/idle_casts.hpp"
#include "src/graph/pattern_match.hpp"
#include "src/graph/value_types.hpp"

namespace plugsmith::graph {
namespace {

using Names = std::set<std::string>;

ValueIndex index_values(const onnx::GraphProto& graph) {
  ValueIndex values(graph.node());
  for (const auto& tensor : graph.initializer()) values.add_initializer(tensor);
  for (const auto& output : graph.output()) values.add_outside_use(output.name());
  Names reads;
  collect_subgraph_reads(graph, reads);
  for (const auto& name : reads) values.add_outside_use(name);
  return values;
}

Matches find_matches(const GraphFacts& facts, const std::vector<Pattern>& patterns,
                     NearestMiss& nearest) {
  Matches found;
  std::set<int> taken;
  for (const Pattern& pattern : patterns) {
    PatternMatcher matcher(pattern, facts);
    for (int root = 0; root < facts.graph.node_size(); ++root) {
      auto match = matcher.match(root);
      if (!match.has_value()) continue;
      const auto is_taken = [&](int node) { return taken.count(node) != 0; };
      if (std::any_of(match->nodes.begin(), match->nodes.end(), is_taken)) continue;
      taken.insert(match->nodes.begin(), match->nodes.end());
      const int place = match->place;
      found[place] = {std::move(*match), &pattern, root};
    }
    if (matcher.nearest_miss().matched_nodes > nearest.matched_nodes)
      nearest = matcher.nearest_miss();
  }
  return found;
}

std::string why_nothing(const std::vector<Pattern>& patterns, const NearestMiss& nearest) {
  if (nearest.matched_nodes >= 0) {
    return fmt::format("the nearest place matched {} node{}: {}", nearest.matched_nodes,
                       nearest.matched_nodes == 1 ? "" : "s", nearest.reason);
  }
  Names ends;
  for (const Pattern& pattern : patterns) {
    const ValueIndex values(pattern.function.node());
    const int last = values.producer(pattern.result);
    ends.insert(pattern.function.node(last).op_type());
  }
  return fmt::format("the graph has no {}, with which the pattern ends",
                     fmt::join(ends, " and no "));
}

}  // namespace

Result<GraftReport> graft(Model& model, const GraftRequest& request) {
  auto patterns = parse_patterns(request.patterns, request.op_type);
  if (!patterns.is_ok()) return patterns.status();
  onnx::GraphProto& graph = *model.mutable_proto().mutable_graph();
  const auto types = value_types(model);
  IdleCasts casts(graph, types);
  NearestMiss nearest;
  const ValueIndex values = index_values(graph);
  const auto found = find_matches(
      {graph, values, model.opset("").value_or(1), types, casts.nodes()}, *patterns, nearest);
  casts.restore_outside(nodes_of(found));
  GraftReport report;
  report.replaced = found.size();
  if (found.empty()) {
    report.nearest_miss = why_nothing(*patterns, nearest);
    return report;
  }
  rewrite(model.mutable_proto(), found, request, casts.bypassed(), report);
  return report;
}

}  // namespace plugsmith::graph
