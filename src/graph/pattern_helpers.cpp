// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "src/graph/element_types.hpp"
#include "src/graph/graph_walk.hpp"
#include "src/graph/node_attributes.hpp"
#include "src/graph/pattern_match.hpp"

namespace plugsmith::graph {
namespace {

bool same_dims(const TensorInfo& a, const TensorInfo& b) {
  if (!a.has_shape || !b.has_shape || a.dims.size() != b.dims.size()) return false;
  for (std::size_t i = 0; i < a.dims.size(); ++i) {
    if (a.dims[i] != b.dims[i]) return false;
    if (a.dims[i] < 0 && (a.symbols[i].empty() || a.symbols[i] != b.symbols[i])) return false;
  }
  return true;
}

}  // namespace

bool is_helper(const onnx::NodeProto& node) {
  if (node.domain().empty()) return node.op_type() == "CastLike" || node.op_type() == "Concat";
  if (node.domain() != "graft") return false;
  return (node.op_type() == "Filled" && node.input_size() == 0) ||
         (node.op_type() == "ShapeOf" && node.input_size() == 1) ||
         ((node.op_type() == "Along" || node.op_type() == "Like") && node.input_size() == 2);
}

const TensorInfo* PatternMatcher::type_of(const std::string& value) const {
  const auto found = types_.find(value);
  return found == types_.end() ? nullptr : &found->second;
}

bool PatternMatcher::is_stored(const std::string& value) const {
  const int producer = graph_values_.producer(value);
  if (producer >= 0) return graph_.node(producer).op_type() == "Constant";
  return std::any_of(graph_.initializer().begin(), graph_.initializer().end(),
                     [&](const onnx::TensorProto& tensor) { return tensor.name() == value; });
}

// Axes counted from the end in the pattern and from the front in the graph.
bool PatternMatcher::are_same_axes(const ConstantValue& wanted, ConstantValue found,
                                   const onnx::NodeProto& node) const {
  const TensorInfo* whole = type_of(node.input(0));
  if (!is_operand_attribute(node, "axes") || whole == nullptr || !whole->has_shape) return false;
  for (double& axis : found.values) axis -= static_cast<double>(whole->dims.size());
  return same_value(wanted, found);
}

bool PatternMatcher::match_reference(const Operand& wanted,
                                     const std::optional<ConstantValue>& found, int graph_node,
                                     State& state) {
  const std::string where = node_label(graph_.node(graph_node));
  if (!found.has_value()) {
    return miss(
        state, fmt::format("{}: attribute \"{}\" needs a constant there", where, wanted.reference));
  }
  const auto value = attribute_from(*found, wanted.reference_type);
  if (!value.has_value()) {
    return miss(state, fmt::format("{}: attribute \"{}\" cannot hold {}", where, wanted.reference,
                                   to_string(*found)));
  }
  return bind(wanted.reference, *value, state);
}

bool PatternMatcher::match_helper(int helper, const Operand& found, int graph_node, State& state) {
  const onnx::NodeProto& node = pattern_.function.node(helper);
  const std::string& op = node.op_type();
  if (op == "Filled" || op == "Concat") {
    if (!found.constant.has_value()) {
      return miss(state, fmt::format("{} has no constant where the pattern has a {}",
                                     node_label(graph_.node(graph_node)), op));
    }
    return op == "Filled" ? match_filled(node, found, state)
                          : match_list(node, *found.constant, graph_node, state);
  }
  state.conditions.push_back({helper, found.value, graph_node});
  if (op == "ShapeOf") return true;
  if (op == "Along" || op == "Like") {
    const auto [known, is_first] = state.values.insert({node.input(0), found.value});
    return is_first || known->second == found.value ||
           miss(state, fmt::format("\"{}\" and \"{}\" are two tensors where the pattern reads one",
                                   known->second, found.value));
  }
  const int producer = graph_values_.producer(found.value);
  if (producer < 0 || graph_.node(producer).op_type() != "Cast") {
    return miss(state, fmt::format("\"{}\" is made by no Cast", found.value));
  }
  state.nodes[helper] = producer;
  return match_value(node.input(0), graph_.node(producer).input(0), state);
}

bool PatternMatcher::match_filled(const onnx::NodeProto& helper, const Operand& found,
                                  const State& state) {
  const auto* attribute = find_attribute(helper, "value");
  const double value = attribute == nullptr ? 0.0 : static_cast<double>(attribute->f());
  const auto& values = found.constant->values;
  const auto is_it = [&](double element) { return element == value; };
  if (!values.empty() && std::all_of(values.begin(), values.end(), is_it)) return true;
  return miss(state, fmt::format("\"{}\" is not filled with {}", found.value, value));
}

// A list with the pattern's constants; where it has an attribute, that gets the element.
bool PatternMatcher::match_list(const onnx::NodeProto& helper, const ConstantValue& found,
                                int graph_node, State& state) {
  if (static_cast<int>(found.values.size()) != helper.input_size()) {
    return miss(state, fmt::format("{} has the constant {} where the pattern has {} numbers",
                                   node_label(graph_.node(graph_node)), to_string(found),
                                   helper.input_size()));
  }
  for (int i = 0; i < helper.input_size(); ++i) {
    const Operand wanted = operand(helper, i, pattern_values_);
    const ConstantValue element{found.onnx_type, {found.values[static_cast<std::size_t>(i)]}};
    if (!wanted.reference.empty()) {
      if (!match_reference(wanted, element, graph_node, state)) return false;
    } else if (!wanted.constant.has_value() || !same_value(*wanted.constant, element)) {
      return miss(state,
                  fmt::format("element {} of {} differs from the pattern's", i, to_string(found)));
    }
  }
  return true;
}

bool PatternMatcher::holds(const Condition& condition, State& state) {
  const onnx::NodeProto& helper = pattern_.function.node(condition.helper);
  const std::string& like = helper.input(helper.input_size() - 1);
  const auto bound = state.values.find(like);
  if (bound == state.values.end()) {
    return miss(state, fmt::format("the pattern does not read its \"{}\"", like));
  }
  if (helper.op_type() == "Along") return lies_along(helper, condition.value, bound->second, state);
  if (helper.op_type() == "Like") return is_like(condition.value, bound->second, state);
  if (helper.op_type() == "ShapeOf") return is_shape_of(condition, bound->second, state);
  const TensorInfo* type = type_of(bound->second);
  const auto* to = find_attribute(graph_.node(graph_values_.producer(condition.value)), "to");
  if (type != nullptr && to != nullptr &&
      type->type_name == onnx_type_name(static_cast<std::int32_t>(to->i()))) {
    return true;
  }
  return miss(state, fmt::format("\"{}\" is not known to be of the type of \"{}\"", condition.value,
                                 bound->second));
}

bool PatternMatcher::lies_along(const onnx::NodeProto& helper, const std::string& value,
                                const std::string& of, State& state) {
  const TensorInfo *whole = type_of(of), *part = type_of(value);
  const auto* attribute = find_attribute(helper, "axis");
  const std::int64_t axis = attribute == nullptr ? 0 : attribute->i();
  const bool is_whole_known = whole != nullptr && whole->has_shape;
  const bool counts_from_the_end = axis < 0 && part != nullptr && part->dims.size() == 1;
  const bool is_known =
      part != nullptr && part->has_shape && (counts_from_the_end || is_whole_known);
  if (!is_known) {
    return miss(
        state, fmt::format("the number of dimensions of \"{}\" or \"{}\" is not known", of, value));
  }
  const auto own_rank = static_cast<std::int64_t>(part->dims.size());
  const std::int64_t rank =
      is_whole_known ? static_cast<std::int64_t>(whole->dims.size()) : own_rank;
  // Dimensions are aligned at the end.
  const std::int64_t at = own_rank + (axis < 0 ? axis : axis - rank);
  bool lies = at >= 0 && at < own_rank && own_rank <= rank;
  if (lies && is_whole_known) {  // not one value for all
    const std::int64_t wanted =
        whole->dims[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
    const std::int64_t got = part->dims[static_cast<std::size_t>(at)];
    lies = wanted >= 0 ? got == wanted : got != 1;
  }
  for (std::int64_t i = 0; lies && i < own_rank; ++i) {
    lies = i == at || part->dims[static_cast<std::size_t>(i)] == 1;
  }
  if (!lies) {
    return miss(state, fmt::format("{} does not lie along axis {} of {}", to_string(*part), axis,
                                   is_whole_known ? to_string(*whole) : of));
  }
  if (own_rank == 1) return true;
  if (!is_stored(value)) {
    return miss(state,
                fmt::format("\"{}\" is no constant, so it cannot be given one dimension", value));
  }
  state.flattened.insert(helper.input(0));
  return true;
}

bool PatternMatcher::is_like(const std::string& value, const std::string& of, const State& state) {
  const TensorInfo *whole = type_of(of), *other = type_of(value);
  if (whole != nullptr && other != nullptr && same_dims(*whole, *other)) return true;
  return miss(state, fmt::format("\"{}\" is not known to have the shape of \"{}\"", value, of));
}

// By the node that makes it, or by what the Reshape that reads it gives.
bool PatternMatcher::is_shape_of(const Condition& condition, const std::string& of,
                                 const State& state) {
  const int producer = graph_values_.producer(condition.value);
  if (producer >= 0) {
    const onnx::NodeProto& node = graph_.node(producer);
    if (node.op_type() == "Shape" && node.input(0) == of && node.attribute_size() == 0) return true;
  }
  const TensorInfo* whole = type_of(of);
  const TensorInfo* shaped = type_of(graph_.node(condition.graph_node).output(0));
  if (whole != nullptr && shaped != nullptr && same_dims(*whole, *shaped)) return true;
  return miss(state, fmt::format("{} is not known to give the shape of \"{}\"",
                                 node_label(graph_.node(condition.graph_node)), of));
}

}  // namespace plugsmith::graph
