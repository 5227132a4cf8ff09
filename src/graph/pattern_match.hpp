// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/graph/constant_value.hpp"
#include "src/graph/onnx_model.hpp"

namespace plugsmith::graph {

/// Who makes and who reads each value of a list of nodes, and which values are small constants.
class ValueIndex {
 public:
  /// `nodes` must outlive the index and keep its order.
  explicit ValueIndex(const google::protobuf::RepeatedPtrField<onnx::NodeProto>& nodes);
  void add_initializer(const onnx::TensorProto& tensor);
  /// A use by something else than a node of the list: a graph output, a subgraph.
  void add_outside_use(const std::string& value) { outside_uses_.insert(value); }

  /// Index of the node that makes the value, or -1.
  int producer(const std::string& value) const;
  const std::vector<int>& consumers(const std::string& value) const;
  bool is_used_outside(const std::string& value) const { return outside_uses_.count(value) != 0; }
  /// Null unless the value is a small constant.
  const ConstantValue* constant(const std::string& value) const;

 private:
  std::map<std::string, int> producers_;
  std::map<std::string, std::vector<int>> consumers_;
  std::map<std::string, ConstantValue> constants_;
  std::set<std::string> outside_uses_;
};

/// A function whose body is looked for.
struct Pattern {
  onnx::FunctionProto function;
  std::int64_t opset = 0;  ///< of ONNX's own domain; 0: not imported
  std::string result;      ///< the output that all nodes lead to
  /// Attributes that the pattern itself decides: a Constant that bears the attribute's name.
  std::map<std::string, onnx::AttributeProto> fixed;
};

/// The functions in `text`. Each must be named `op_type` and have an output that all its nodes lead
/// to. Outputs that other nodes make are outputs of the new node that others may read as well;
/// those that no node makes are the new node's alone.
Result<std::vector<Pattern>> parse_patterns(const std::string& text, const std::string& op_type);

/// Whether a node of a pattern stands for no node of a graph but for a condition on its reader: a
/// CastLike, a Concat, or an op of the domain "graft", which graft.hpp describes.
bool is_helper(const onnx::NodeProto& node);

/// Where a pattern was found.
struct Match {
  std::set<int> nodes;                                     ///< replaced ones, constants excluded
  std::map<std::string, std::string> values;               ///< pattern value -> graph value
  std::map<std::string, onnx::AttributeProto> attributes;  ///< function attribute -> its value
  std::string output;
  std::set<std::string> flattened;  ///< function inputs that need the constant with one dimension
  int place = 0;                    ///< index of the node where the new one may stand
};

/// What the matcher knows of the graph that it searches. All must outlive it.
struct GraphFacts {
  const onnx::GraphProto& graph;
  const ValueIndex& values;
  std::int64_t opset = 0;
  const std::map<std::string, TensorInfo>& types;  ///< as far as they are known
  const std::set<int>& idle_casts;                 ///< nodes past which their readers look
};

/// The attempt that came furthest, for the answer to "why not?".
struct NearestMiss {
  int matched_nodes = -1;
  std::string reason;
};

/// Looks for one pattern in one graph.
class PatternMatcher {
 public:
  PatternMatcher(const Pattern& pattern, const GraphFacts& facts);

  /// Whether the pattern's last node can be the graph's node `root`, with all that hangs on it.
  std::optional<Match> match(int root);
  const NearestMiss& nearest_miss() const { return nearest_miss_; }

 private:
  /// What a helper node of the pattern asks for; looked at when all inputs are known.
  struct Condition {
    int helper;         ///< the pattern's node
    std::string value;  ///< the graph's value in its place
    int graph_node;     ///< that reads the value
  };
  struct State {
    std::map<std::string, std::string> values;  ///< pattern value -> graph value
    std::map<int, int> nodes;                   ///< pattern node -> graph node
    std::map<std::string, onnx::AttributeProto> attributes;
    std::vector<Condition> conditions;
    std::set<std::string> flattened;
  };
  /// An input of a node, also where the node spells it as an attribute (Clip before opset 11).
  struct Operand {
    bool is_absent = true;
    std::string value;                      ///< its name, unless it is an attribute
    std::optional<ConstantValue> constant;  ///< its value where known
    std::string reference;                  ///< the function attribute that gives it
    onnx::AttributeProto::AttributeType reference_type = onnx::AttributeProto::UNDEFINED;
  };

  bool match_value(const std::string& pattern_value, const std::string& graph_value, State& state);
  bool match_node(int pattern_node, int graph_node, State& state);
  bool match_operands(int pattern_node, int graph_node, bool swapped, State& state);
  bool match_operand(const Operand& wanted, const Operand& found, int graph_node, State& state);
  bool match_attributes(const onnx::NodeProto& wanted, const onnx::NodeProto& found, State& state);
  bool bind(const std::string& name, const onnx::AttributeProto& value, State& state);
  bool match_helper(int helper, const Operand& found, int graph_node, State& state);
  bool are_same_axes(const ConstantValue& wanted, ConstantValue found,
                     const onnx::NodeProto& node) const;
  bool match_filled(const onnx::NodeProto& helper, const Operand& found, const State& state);
  bool match_list(const onnx::NodeProto& helper, const ConstantValue& found, int graph_node,
                  State& state);
  bool match_reference(const Operand& wanted, const std::optional<ConstantValue>& found,
                       int graph_node, State& state);
  bool holds(const Condition& condition, State& state);
  bool lies_along(const onnx::NodeProto& helper, const std::string& value, const std::string& of,
                  State& state);
  bool is_like(const std::string& value, const std::string& of, const State& state);
  bool is_shape_of(const Condition& condition, const std::string& of, const State& state);
  bool is_closed(const State& state);
  bool is_unread_cast(int node) const;
  bool find_place(const State& state, int root, Match& match);
  const TensorInfo* type_of(const std::string& value) const;
  bool is_stored(const std::string& value) const;
  bool miss(const State& state, std::string reason);
  Operand operand(const onnx::NodeProto& node, int index, const ValueIndex& values) const;

  const Pattern& pattern_;
  const onnx::GraphProto& graph_;
  const ValueIndex& graph_values_;
  const std::map<std::string, TensorInfo>& types_;
  const std::set<int>& idle_casts_;
  ValueIndex pattern_values_;
  std::set<std::string> inputs_;  ///< of the function
  std::int64_t graph_opset_;
  NearestMiss nearest_miss_;
};

}  // namespace plugsmith::graph
