// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <onnx/defs/parser.h>

#include <algorithm>
#include <exception>

#include "src/graph/pattern_match.hpp"

namespace plugsmith::graph {
namespace {

/// Marks `value` and all that it hangs on; whether a node makes everything that is read.
Status reach(const onnx::FunctionProto& function, const ValueIndex& values,
             const std::string& value, std::set<int>& reached) {
  const auto& inputs = function.input();
  if (value.empty() || std::find(inputs.begin(), inputs.end(), value) != inputs.end()) {
    return Status::ok();
  }
  const int producer = values.producer(value);
  if (producer < 0) {
    return invalid_argument(fmt::format("nothing in it makes \"{}\"", value));
  }
  if (!reached.insert(producer).second) return Status::ok();
  for (const auto& input : function.node(producer).input()) {
    PLUGSMITH_RETURN_IF_ERROR(reach(function, values, input, reached));
  }
  return Status::ok();
}

/// The output that is made in the body and that all other made ones lead to.
Result<std::string> find_result(const onnx::FunctionProto& function, const ValueIndex& values) {
  std::vector<std::string> made;
  std::set<std::string> names(function.input().begin(), function.input().end());
  const std::set<std::string> inputs = names;
  for (const std::string& output : function.output()) {
    if (inputs.count(output) != 0) {
      return invalid_argument(
          fmt::format("its output \"{}\" is one of its inputs: no node makes it", output));
    }
    if (output.empty() || !names.insert(output).second) {
      return invalid_argument(fmt::format("two of its outputs are named \"{}\"", output));
    }
    if (values.producer(output) >= 0) made.push_back(output);
  }
  if (made.empty()) return invalid_argument("no node makes an output");
  for (const std::string& result : made) {
    std::set<int> reached;
    PLUGSMITH_RETURN_IF_ERROR(reach(function, values, result, reached));
    const auto leads = [&](const std::string& other) {
      return reached.count(values.producer(other)) != 0;
    };
    if (std::all_of(made.begin(), made.end(), leads)) return result;
  }
  return unsupported(fmt::format("its nodes make the outputs {}, none of which the others lead to",
                                 fmt::join(made, ", ")));
}

/// The attributes that a Constant of their name gives.
Status find_fixed(Pattern& pattern) {
  const auto& attributes = pattern.function.attribute();
  for (const auto& node : pattern.function.node()) {
    if (node.op_type() != "Constant" || node.output_size() != 1) continue;
    const std::string& name = node.output(0);
    if (std::find(attributes.begin(), attributes.end(), name) == attributes.end()) continue;
    if (node.attribute_size() != 1 || node.attribute(0).has_t()) {
      return invalid_argument(fmt::format(
          "the constant of its attribute \"{}\" must be given by value_int, value_float, "
          "value_string or a list of these",
          name));
    }
    onnx::AttributeProto& fixed = pattern.fixed[name] = node.attribute(0);
    fixed.set_name(name);
  }
  return Status::ok();
}

/// Refuses an op of the helpers' domain that is none of them.
Status check_helpers(const onnx::FunctionProto& function) {
  for (const auto& node : function.node()) {
    if (node.domain() == "graft" && !is_helper(node)) {
      return invalid_argument(
          fmt::format("\"graft.{}\" with {} inputs is none of graft.Along (v, x), graft.Filled (), "
                      "graft.Like (v, x) and graft.ShapeOf (x)",
                      node.op_type(), node.input_size()));
    }
  }
  return Status::ok();
}

Status check_function(Pattern& pattern, const std::string& op_type) {
  const onnx::FunctionProto& function = pattern.function;
  if (function.name() != op_type) {
    return invalid_argument(
        fmt::format("it is named \"{}\"; it must bear the op's name", function.name()));
  }
  const ValueIndex values(function.node());
  auto result = find_result(function, values);
  if (!result.is_ok()) return result.status();
  pattern.result = std::move(result).value();
  PLUGSMITH_RETURN_IF_ERROR(check_helpers(function));
  PLUGSMITH_RETURN_IF_ERROR(find_fixed(pattern));
  std::set<int> reached;
  PLUGSMITH_RETURN_IF_ERROR(reach(function, values, pattern.result, reached));
  const auto needed = function.node_size() - static_cast<int>(pattern.fixed.size());
  if (static_cast<int>(reached.size()) != needed) {
    return invalid_argument("one of its nodes does not lead to the output");
  }
  return Status::ok();
}

}  // namespace

Result<std::vector<Pattern>> parse_patterns(const std::string& text, const std::string& op_type) {
  std::vector<Pattern> patterns;
  const auto refuse = [&](const std::string& why) {
    return fmt::format("pattern {} of \"{}\" is not usable: {}", patterns.size() + 1, op_type, why);
  };
  try {
    onnx::OnnxParser parser(text.c_str());
    while (!parser.EndOfInput()) {
      Pattern pattern;
      const onnx::Common::Status parsed = parser.Parse(pattern.function);
      if (!parsed.IsOK()) return invalid_argument(refuse(parsed.ErrorMessage()));
      const Status checked = check_function(pattern, op_type);
      if (!checked.is_ok()) return Status(checked.code(), refuse(checked.message()));
      for (const auto& import : pattern.function.opset_import()) {
        if (import.domain().empty()) pattern.opset = import.version();
      }
      patterns.push_back(std::move(pattern));
    }
  } catch (const std::exception& error) {  // the parser throws on numbers that it cannot read
    return invalid_argument(refuse(error.what()));
  }
  if (patterns.empty()) {
    return invalid_argument(
        fmt::format("op \"{}\" offers no pattern, so there is nothing to look for", op_type));
  }
  return patterns;
}

}  // namespace plugsmith::graph
