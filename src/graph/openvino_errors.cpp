// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/graph/openvino_errors.hpp"

#include <fmt/format.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "src/graph/graph_walk.hpp"

namespace plugsmith::graph {
namespace {

constexpr std::size_t kMostLetters = 400;
constexpr std::string_view kUnknownOps = "No conversion rule found for operations: ";
constexpr std::string_view kNodeStart = "ONNX node '<Node(";

/// Without "Check 'condition' failed at file:line:" and what leads to it.
std::string_view without_frame(std::string_view line) {
  constexpr std::string_view kFrames[] = {
      "Exception from ",        "FrontEnd API failed", "Model wasn't fully converted", "-- ",
      "While validating node ", "To facilitate "};
  for (const std::string_view frame : kFrames) {
    if (line.substr(0, frame.size()) == frame) return "";
  }
  if (line.find(kNodeStart) != std::string_view::npos) {
    const std::size_t end = line.find(">': ");
    line = end == std::string_view::npos ? "" : line.substr(end + 4);
  }
  return line.substr(0, line.find("Check '"));
}

/// The first node for which `is_it` holds, or "".
template <class IsIt>
std::string label_of(const Model& model, const IsIt& is_it) {
  std::string label;
  for_each_node(model.proto().graph(), [&](const onnx::NodeProto& node) {
    if (label.empty() && is_it(node)) label = node_label(node);
  });
  return label;
}

/// The node whose op stands in the list "A-17, domain.B-1".
std::string unknown_node(const Model& model, const std::string& text) {
  const std::size_t start = text.find(kUnknownOps);
  if (start == std::string::npos) return "";
  const std::size_t from = start + kUnknownOps.size();
  const std::string list = text.substr(from, text.find('\n', from) - from) + ",";
  return label_of(model, [&](const onnx::NodeProto& node) {
    const std::size_t at = list.find(node.op_type());
    if (at == std::string::npos || node.op_type().empty()) return false;
    const char before = at == 0 ? ' ' : list[at - 1];
    const char after = list[at + node.op_type().size()];
    return (before == ' ' || before == '.') && (after == '-' || after == ',');
  });
}

/// The node that "ONNX node '<Node(Op): output, ...>'" means.
std::string failed_node(const Model& model, const std::string& text) {
  const std::size_t start = text.find(kNodeStart);
  const std::size_t from = start == std::string::npos ? start : text.find("): ", start);
  if (from == std::string::npos) return "";
  const std::string output = text.substr(from + 3, text.find_first_of(",>", from) - from - 3);
  return label_of(model, [&](const onnx::NodeProto& node) {
    return std::find(node.output().begin(), node.output().end(), output) != node.output().end();
  });
}

}  // namespace

std::string openvino_reason(const std::exception& error) {
  std::istringstream lines(error.what());
  std::string reason, line;
  while (std::getline(lines, line) && line.substr(0, 8) != "Summary:") {
    std::string_view rest = without_frame(line);
    const std::size_t start = rest.find_first_not_of(" \t");
    if (start == std::string_view::npos) continue;
    rest = rest.substr(start, rest.find_last_not_of(" \t\r:.") - start + 1);
    if (reason.find(rest) != std::string::npos) continue;
    if (!reason.empty()) reason += "; ";
    reason += rest;
    if (reason.size() > kMostLetters) return reason.substr(0, kMostLetters) + "...";
  }
  return reason.empty() ? "it does not say why" : reason;
}

Status explain_conversion(const Model& model, const std::exception& error) {
  const std::string text = error.what();
  const std::string unknown = unknown_node(model, text);
  if (!unknown.empty()) {
    return unsupported(fmt::format("{}: OpenVINO does not know {}", model.name(), unknown));
  }
  const std::string failed = failed_node(model, text);
  if (failed.empty()) {
    return unsupported(fmt::format("{}: OpenVINO cannot read the model: {}", model.name(),
                                   openvino_reason(error)));
  }
  return invalid_argument(
      fmt::format("{}: {} cannot be converted: {}", model.name(), failed, openvino_reason(error)));
}

}  // namespace plugsmith::graph
