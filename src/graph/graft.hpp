// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// What to replace and by what. The patterns are ONNX functions in ONNX's text form, one after the
/// other; each is one spelling of the op. A function's name is the op type, its inputs and outputs
/// the new node's, its attributes become the new node's where the body refers to them. For example
///
///   <domain: "plugsmith", opset_import: ["" : 12]>
///   HardSwish_PS (x) => (y) {
///     three = Constant <value = float {3.0}> ()
///     low = Constant <value = float {0.0}> ()
///     six = Constant <value = float {6.0}> ()
///     shifted = Add (x, three)
///     clipped = Clip (shifted, low, six)
///     scaled = Mul (x, clipped)
///     y = Div (scaled, six)
///   }
///
/// All nodes lead to one output. An output that another node makes is read by others, too, and is
/// an output of the op; one that no node makes is an output of the op that the subgraph lacks, such
/// as the size tensor of a data-dependent dimension: the new node gets a fresh name for it.
///
///   NonZero_PS (x) => (y, count) { y = NonZero (x) }
///
/// What exporters vary is said by helpers, which stand for no node:
///   Concat (a, b, ...)           a constant list; an attribute takes its element
///   CastLike (v, x)              a Cast of v to the type of x
///   graft.Filled <value> ()      a constant of which all elements are `value`
///   graft.Like (v, x)            v, known to have the shape of x
///   graft.ShapeOf (x)            what makes the Reshape that reads it give the shape of x
///   graft.Along <axis> (v, x)    a constant laid along an axis of x, with 1 in all other
///                                dimensions; the new node reads it with one dimension
struct GraftRequest {
  std::string op_type;               ///< the function's name must equal this
  std::string patterns;              ///< one or more functions
  std::string domain = "plugsmith";  ///< of the new nodes; also their plugin_namespace
  std::string plugin_version = "1";
};

struct GraftReport {
  std::size_t replaced = 0;                ///< subgraphs replaced
  std::vector<std::string> node_names;     ///< of the new nodes (that of the subgraph's last node)
  std::vector<std::string> removed_nodes;  ///< names (or node_of_<output>) of the replaced nodes
  /// When nothing matched: the nearest place and what differed there, else empty.
  std::string nearest_miss;
};

/// Replaces each subgraph of the main graph that computes a pattern by one node. Constants may
/// stand in Constant nodes or initializers, as scalars or with one element; Add and Mul match in
/// either order; bounds of Clip may be inputs or attributes. A value used or returned elsewhere
/// keeps its subgraph from matching. Casts to the type that a value has are looked through. What is
/// left without a user is removed; the order stays
/// topological. Fails only for a pattern that is not one (with the line); no match is success with
/// `replaced` 0.
Result<GraftReport> graft(Model& model, const GraftRequest& request);

}  // namespace plugsmith::graph
