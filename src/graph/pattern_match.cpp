// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/pattern_match.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/graph/graph_walk.hpp"
#include "src/graph/node_attributes.hpp"

namespace plugsmith::graph {
namespace {

bool is_commutative(const std::string& op_type) {
  return op_type == "Add" || op_type == "Mul" || op_type == "Max" || op_type == "Min" ||
         op_type == "And" || op_type == "Or" || op_type == "Xor" || op_type == "Equal";
}

int output_slot(const onnx::NodeProto& node, const std::string& value) {
  const auto found = std::find(node.output().begin(), node.output().end(), value);
  return static_cast<int>(found - node.output().begin());
}

}  // namespace

PatternMatcher::PatternMatcher(const Pattern& pattern, const GraphFacts& facts)
    : pattern_(pattern),
      graph_(facts.graph),
      graph_values_(facts.values),
      types_(facts.types),
      idle_casts_(facts.idle_casts),
      pattern_values_(pattern.function.node()),
      inputs_(pattern.function.input().begin(), pattern.function.input().end()),
      graph_opset_(facts.opset) {}

bool PatternMatcher::miss(const State& state, std::string reason) {
  const int matched = static_cast<int>(state.nodes.size());
  if (matched > nearest_miss_.matched_nodes) nearest_miss_ = {matched, std::move(reason)};
  return false;
}

std::optional<Match> PatternMatcher::match(int root) {
  const std::string& output = pattern_.result;
  const int last = pattern_values_.producer(output);
  const auto& wanted = pattern_.function.node(last);
  const auto& found = graph_.node(root);
  if (found.op_type() != wanted.op_type() || found.domain() != wanted.domain()) return std::nullopt;
  State state;
  if (!match_node(last, root, state)) return std::nullopt;
  for (const Condition& condition : std::vector<Condition>(state.conditions)) {
    if (!holds(condition, state)) return std::nullopt;
  }
  Match match;
  match.output = found.output(output_slot(wanted, output));
  for (const auto& [pattern_node, graph_node] : state.nodes) match.nodes.insert(graph_node);
  state.values[output] = match.output;
  if (!is_closed(state) || !find_place(state, root, match)) return std::nullopt;
  match.flattened = std::move(state.flattened);
  match.values = std::move(state.values);
  match.attributes = std::move(state.attributes);
  match.attributes.insert(pattern_.fixed.begin(), pattern_.fixed.end());
  return match;
}

bool PatternMatcher::is_unread_cast(int node) const {
  if (idle_casts_.count(node) == 0) return false;
  const std::string& output = graph_.node(node).output(0);
  return graph_values_.consumers(output).empty() && !graph_values_.is_used_outside(output);
}

bool PatternMatcher::is_closed(const State& state) {
  std::set<int> inside;
  for (const auto& [pattern_node, graph_node] : state.nodes) inside.insert(graph_node);
  std::set<std::string> results;
  for (const auto& output : pattern_.function.output()) {
    const auto value = state.values.find(output);
    if (value != state.values.end()) results.insert(value->second);
  }
  for (const int node : inside) {
    for (const auto& output : graph_.node(node).output()) {
      if (output.empty() || results.count(output) != 0) continue;
      if (graph_values_.is_used_outside(output)) {
        return miss(state,
                    fmt::format("\"{}\", made by {} inside the subgraph, is an output of the "
                                "model or read by a subgraph",
                                output, node_label(graph_.node(node))));
      }
      for (const int consumer : graph_values_.consumers(output)) {
        if (inside.count(consumer) != 0 || is_unread_cast(consumer)) continue;
        return miss(
            state, fmt::format("\"{}\", made by {} inside the subgraph, is also read by {}", output,
                               node_label(graph_.node(node)), node_label(graph_.node(consumer))));
      }
    }
  }
  return true;
}

// The last node's place, unless others read an output that an earlier one makes: then that one's,
// by which all inputs must be known.
bool PatternMatcher::find_place(const State& state, int root, Match& match) {
  match.place = root;
  for (const auto& output : pattern_.function.output()) {
    const auto value = state.values.find(output);
    if (value != state.values.end()) {
      match.place = std::min(match.place, graph_values_.producer(value->second));
    }
  }
  if (match.place == root) return true;
  for (const std::string& input : inputs_) {
    const auto value = state.values.find(input);
    if (value == state.values.end() || graph_values_.producer(value->second) < match.place)
      continue;
    return miss(state, fmt::format("\"{}\" is made behind {}, whose output others read",
                                   value->second, node_label(graph_.node(match.place))));
  }
  return true;
}

bool PatternMatcher::match_node(int pattern_node, int graph_node, State& state) {
  const auto& wanted = pattern_.function.node(pattern_node);
  const auto& found = graph_.node(graph_node);
  const auto known = state.nodes.find(pattern_node);
  if (known != state.nodes.end()) return known->second == graph_node;
  if (wanted.op_type() != found.op_type() || wanted.domain() != found.domain()) {
    return miss(state, fmt::format("{} stands where the pattern has {}", node_label(found),
                                   wanted.op_type()));
  }
  const std::int64_t changed = meaning_changed_in(found.op_type());
  if ((pattern_.opset < changed) != (graph_opset_ < changed)) {
    return miss(state, fmt::format("{} means something else {} operator set {}", node_label(found),
                                   graph_opset_ < changed ? "before" : "from", changed));
  }
  state.nodes[pattern_node] = graph_node;
  if (!match_attributes(wanted, found, state)) return false;
  State straight = state;
  if (match_operands(pattern_node, graph_node, false, straight)) {
    state = std::move(straight);
    return true;
  }
  if (!is_commutative(wanted.op_type()) || wanted.input_size() != 2 || found.input_size() != 2) {
    return false;
  }
  return match_operands(pattern_node, graph_node, true, state);
}

bool PatternMatcher::match_operands(int pattern_node, int graph_node, bool swapped, State& state) {
  const auto& wanted = pattern_.function.node(pattern_node);
  const auto& found = graph_.node(graph_node);
  const int count = std::max(operand_count(wanted), operand_count(found));
  for (int i = 0; i < count; ++i) {
    const Operand left = operand(wanted, i, pattern_values_);
    const Operand right = operand(found, swapped ? 1 - i : i, graph_values_);
    if (!match_operand(left, right, graph_node, state)) return false;
  }
  return true;
}

PatternMatcher::Operand PatternMatcher::operand(const onnx::NodeProto& node, int index,
                                                const ValueIndex& values) const {
  Operand operand;
  if (index < node.input_size() && !node.input(index).empty()) {
    operand.is_absent = false;
    operand.value = node.input(index);
    if (const auto* constant = values.constant(operand.value)) operand.constant = *constant;
    const int producer = &values == &pattern_values_ ? values.producer(operand.value) : -1;
    if (producer >= 0 && pattern_.function.node(producer).op_type() == "Constant" &&
        pattern_.function.node(producer).attribute_size() == 1) {
      const auto& attribute = pattern_.function.node(producer).attribute(0);
      operand.reference = attribute.ref_attr_name();
      operand.reference_type = attribute.type();
    }
    return operand;
  }
  const auto* attribute = operand_attribute(node, index);
  if (attribute == nullptr) return operand;
  operand.is_absent = false;
  operand.reference = attribute->ref_attr_name();
  operand.reference_type = attribute->type();
  if (operand.reference.empty()) operand.constant = constant_from(*attribute);
  return operand;
}

bool PatternMatcher::match_operand(const Operand& wanted, const Operand& found, int graph_node,
                                   State& state) {
  const std::string where = node_label(graph_.node(graph_node));
  if (wanted.is_absent || found.is_absent) {
    if (wanted.is_absent == found.is_absent) return true;
    return miss(state, fmt::format("{} has {} than the pattern's", where,
                                   wanted.is_absent ? "one operand more" : "one operand fewer"));
  }
  if (!wanted.reference.empty()) return match_reference(wanted, found.constant, graph_node, state);
  const int producer = pattern_values_.producer(wanted.value);
  if (producer >= 0 && is_helper(pattern_.function.node(producer))) {
    return match_helper(producer, found, graph_node, state);
  }
  if (wanted.constant.has_value()) {
    if (!found.constant.has_value()) {
      return miss(state, fmt::format("{} has no constant where the pattern has {}", where,
                                     to_string(*wanted.constant)));
    }
    if (same_value(*wanted.constant, *found.constant)) return true;
    if (are_same_axes(*wanted.constant, *found.constant, graph_.node(graph_node))) return true;
    return miss(state, fmt::format("{} has the constant {} where the pattern has {}", where,
                                   to_string(*found.constant), to_string(*wanted.constant)));
  }
  if (found.value.empty()) {
    return miss(state, fmt::format("{} has an attribute where the pattern has a tensor", where));
  }
  return match_value(wanted.value, found.value, state);
}

bool PatternMatcher::match_value(const std::string& pattern_value, const std::string& graph_value,
                                 State& state) {
  const auto [known, is_first] = state.values.insert({pattern_value, graph_value});
  if (!is_first) {
    if (known->second == graph_value) return true;
    return miss(state, fmt::format("\"{}\" and \"{}\" are two tensors where the pattern reads one "
                                   "(\"{}\") twice",
                                   known->second, graph_value, pattern_value));
  }
  if (inputs_.count(pattern_value) != 0) return true;
  const int pattern_node = pattern_values_.producer(pattern_value);
  const int graph_node = graph_values_.producer(graph_value);
  const auto& wanted = pattern_.function.node(pattern_node);
  if (graph_node < 0) {
    return miss(state, fmt::format("\"{}\" is an input or an initializer where the pattern has {}",
                                   graph_value, wanted.op_type()));
  }
  if (output_slot(wanted, pattern_value) != output_slot(graph_.node(graph_node), graph_value)) {
    return miss(state, fmt::format("\"{}\" is another output of {} than the pattern's", graph_value,
                                   node_label(graph_.node(graph_node))));
  }
  return match_node(pattern_node, graph_node, state);
}

bool PatternMatcher::match_attributes(const onnx::NodeProto& wanted, const onnx::NodeProto& found,
                                      State& state) {
  std::set<std::string> names;
  for (const auto* node : {&wanted, &found}) {
    for (const auto& attribute : node->attribute()) {
      if (!is_operand_attribute(*node, attribute.name())) names.insert(attribute.name());
    }
  }
  for (const std::string& name : names) {
    const auto* left = effective_attribute(wanted, name, pattern_.opset);
    const auto* right = effective_attribute(found, name, graph_opset_);
    if (left != nullptr && right != nullptr && !left->ref_attr_name().empty()) {
      if (!bind(left->ref_attr_name(), *right, state)) return false;
    } else if (left == nullptr || right == nullptr || !same_attribute(*left, *right)) {
      return miss(state, fmt::format("attribute \"{}\" of {} differs from the pattern's", name,
                                     node_label(found)));
    }
  }
  return true;
}

bool PatternMatcher::bind(const std::string& name, const onnx::AttributeProto& value,
                          State& state) {
  onnx::AttributeProto named = value;
  named.set_name(name);
  named.clear_doc_string();
  const auto [known, is_first] = state.attributes.insert({name, named});
  if (is_first || same_attribute(known->second, named)) return true;
  return miss(state, fmt::format("attribute \"{}\" would need two values", name));
}

}  // namespace plugsmith::graph
