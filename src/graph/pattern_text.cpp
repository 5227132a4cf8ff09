// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <onnx/defs/parser.h>

#include <algorithm>
#include <exception>

#include "graph/pattern_match.hpp"

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

Status check_function(const onnx::FunctionProto& function, const std::string& op_type) {
  if (function.name() != op_type) {
    return invalid_argument(
        fmt::format("it is named \"{}\"; it must bear the op's name", function.name()));
  }
  if (function.output_size() != 1) {
    return unsupported(fmt::format("it has {} outputs; a pattern has one", function.output_size()));
  }
  const ValueIndex values(function.node());
  std::set<int> reached;
  PLUGSMITH_RETURN_IF_ERROR(reach(function, values, function.output(0), reached));
  if (reached.empty()) return invalid_argument("its output is one of its inputs: there is no node");
  if (static_cast<int>(reached.size()) != function.node_size()) {
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
      const Status checked = check_function(pattern.function, op_type);
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
