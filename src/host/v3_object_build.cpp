// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <set>

#include "src/host/plugin_object_call.hpp"
#include "src/host/shape_call.hpp"
#include "src/host/v3_object.hpp"
#include "src/trt/trace/call_lines.hpp"

// The build capability's methods.

namespace plugsmith::host {
namespace {

constexpr std::int32_t kMaxTactics = 65536;
constexpr std::size_t kGuardEntries = 8;  ///< entries behind an array that must stay untouched

}  // namespace

Result<std::int32_t> V3Object::output_count() {
  std::int32_t count = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getNbOutputs", [&] { count = build_->getNbOutputs(); }));
  PLUGSMITH_RETURN_IF_ERROR(check_output_count(count));
  return count;
}

Result<std::vector<nvinfer1::DataType>> V3Object::output_types(
    const std::vector<nvinfer1::DataType>& inputs, std::int32_t outputs) {
  constexpr auto kPoison = static_cast<nvinfer1::DataType>(-1);
  const auto count = static_cast<std::size_t>(outputs);
  std::vector<nvinfer1::DataType> types(count + kGuardEntries, kPoison);
  // A plugin without inputs is told float (header of getOutputDataTypes).
  const nvinfer1::DataType none = nvinfer1::DataType::kFLOAT;
  const nvinfer1::DataType* in = inputs.empty() ? &none : inputs.data();
  const auto in_count = static_cast<std::int32_t>(inputs.size());
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getOutputDataTypes", [&] {
    code = build_->getOutputDataTypes(types.data(), outputs, in, in_count);
  }));
  if (tracing()) trace(trace::data_types_line({in, in_count}) + trace::failure(code));
  if (code != 0) return non_zero("getOutputDataTypes", code);
  if (outputs == 0) {
    return broken("getNbOutputs returned 0; TensorRT crashes on that. It must be at least 1");
  }
  for (std::size_t i = 0; i < types.size(); ++i) {
    const bool written = types[i] != kPoison;
    if (i >= count && written) {
      return broken("getOutputDataTypes wrote more than the " + std::to_string(outputs) +
                    " entries that getNbOutputs announces");
    }
    if (i >= count) continue;
    if (!written)
      return broken("getOutputDataTypes did not write the type of output " + std::to_string(i));
    PLUGSMITH_RETURN_IF_ERROR(check_type("getOutputDataTypes", i, types[i]));
  }
  types.resize(count);
  return types;
}

Result<OutputShapes> V3Object::output_shapes(const std::vector<DimValues>& inputs,
                                             const ShapeInputs& shape_inputs,
                                             const std::vector<nvinfer1::DataType>& types) {
  ShapeCall arguments(inputs, shape_inputs.elements, static_cast<std::int32_t>(types.size()),
                      ShapeCall::Method::kOutputShapes, shape_inputs.constants);
  const auto in_count = static_cast<std::int32_t>(inputs.size());
  const auto shape_count = static_cast<std::int32_t>(shape_inputs.size());
  const std::string line = tracing()
                               ? trace::output_shapes_line({arguments.inputs(), in_count},
                                                           {arguments.shape_inputs(), shape_count})
                               : std::string();
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getOutputShapes", [&] {
    code = build_->getOutputShapes(arguments.inputs(), in_count, arguments.shape_inputs(),
                                   shape_count, arguments.outputs(),
                                   static_cast<std::int32_t>(types.size()), arguments.builder());
  }));
  trace(line + trace::failure(code));
  if (code != 0) return non_zero("getOutputShapes", code);
  return arguments.finish(types, who());
}

Result<std::int32_t> V3Object::aliased_input(std::int32_t output, std::int32_t inputs) {
  std::int32_t input = -1;
  PLUGSMITH_RETURN_IF_ERROR(
      call("getAliasedInput", [&] { input = build_v2_->getAliasedInput(output); }));
  const std::string asked = "getAliasedInput(" + std::to_string(output) + ")";
  trace(asked + " -> " + std::to_string(input));
  if (input < -1 || input >= inputs) {
    return broken(asked + " returned " + std::to_string(input) + "; must be -1 or an input, 0 to " +
                  std::to_string(inputs - 1));
  }
  return input;
}

Result<bool> V3Object::supports_format(std::int32_t position, const Ports& ports) {
  bool accepted = false;
  PLUGSMITH_RETURN_IF_ERROR(call("supportsFormatCombination", [&] {
    accepted = build_->supportsFormatCombination(position, ports.descs.data(), ports.inputs,
                                                 ports.outputs());
  }));
  if (tracing()) trace(trace::supports_format_line(position, ports.descs.data(), accepted));
  return accepted;
}

Result<std::int32_t> V3Object::combination_limit() {
  std::int32_t limit = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("getFormatCombinationLimit", [&] { limit = build_->getFormatCombinationLimit(); }));
  trace("getFormatCombinationLimit -> " + std::to_string(limit));
  if (limit < 1) {
    return broken("getFormatCombinationLimit returned " + std::to_string(limit) +
                  "; must be at least 1");
  }
  return limit;
}

Status V3Object::configure(const Ports& ports) {
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("configurePlugin", [&] {
    code = build_->configurePlugin(ports.in(), ports.inputs, ports.out(), ports.outputs());
  }));
  if (tracing()) {
    trace(trace::configure_line({ports.in(), ports.inputs}, {ports.out(), ports.outputs()}) +
          trace::failure(code));
  }
  return code == 0 ? Status::ok() : non_zero("configurePlugin", code);
}

Result<std::vector<std::int64_t>> V3Object::tactics() {
  constexpr std::int32_t kPoison = std::numeric_limits<std::int32_t>::min();
  std::int32_t count = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getNbTactics", [&] { count = build_->getNbTactics(); }));
  trace("getNbTactics -> " + std::to_string(count));
  if (count < 0 || count > kMaxTactics) {
    return broken("getNbTactics returned " + std::to_string(count) + "; must be 0 to " +
                  std::to_string(kMaxTactics));
  }
  std::vector<std::int32_t> values(static_cast<std::size_t>(count) + kGuardEntries, kPoison);
  std::int32_t code = 0;
  PLUGSMITH_RETURN_IF_ERROR(
      call("getValidTactics", [&] { code = build_->getValidTactics(values.data(), count); }));
  trace("getValidTactics n " + std::to_string(count) + trace::failure(code));
  if (code != 0) return non_zero("getValidTactics", code);
  const auto end = values.begin() + count;
  if (std::any_of(end, values.end(), [](std::int32_t value) { return value != kPoison; })) {
    return broken("getValidTactics wrote more than the " + std::to_string(count) +
                  " tactics that getNbTactics announces");
  }
  std::set<std::int32_t> seen;
  for (auto tactic = values.begin(); tactic != end; ++tactic) {
    if (*tactic == kPoison || *tactic <= 0 || !seen.insert(*tactic).second) {
      return broken("getValidTactics gave " +
                    (*tactic == kPoison ? "no value" : "tactic " + std::to_string(*tactic)) +
                    " at position " + std::to_string(tactic - values.begin()) +
                    "; tactics must be positive and unique");
    }
  }
  return std::vector<std::int64_t>(values.begin(), end);
}

Result<std::string> V3Object::timing_cache_id() {
  const char* id = nullptr;
  PLUGSMITH_RETURN_IF_ERROR(call("getTimingCacheID", [&] { id = build_->getTimingCacheID(); }));
  trace(trace::timing_cache_line(id));
  return std::string(id == nullptr ? "" : id);
}

Result<std::int64_t> V3Object::workspace_bytes(const Ports& ports) {
  std::size_t bytes = 0;
  PLUGSMITH_RETURN_IF_ERROR(call("getWorkspaceSize", [&] {
    bytes = build_->getWorkspaceSize(ports.in(), ports.inputs, ports.out(), ports.outputs());
  }));
  if (tracing()) {
    trace(trace::workspace_line({ports.in(), ports.inputs}, {ports.out(), ports.outputs()}, bytes));
  }
  return checked_workspace(bytes);
}

}  // namespace plugsmith::host
