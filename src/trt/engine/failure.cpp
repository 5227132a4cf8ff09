// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/trt/engine/failure.hpp"

namespace plugsmith::trt {
namespace {

constexpr int kErrorSeverity = 1;  // nvinfer1::ILogger::Severity::kERROR
constexpr std::size_t kMostQuoted = 20;

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// The first line that holds `part`, or null.
const std::string* find(const std::vector<EngineLogLine>& lines, const char* part) {
  for (const EngineLogLine& line : lines) {
    if (contains(line.text, part)) return &line.text;
  }
  return nullptr;
}

// What stands between `before` and `after` in `text`; empty if they are not there.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t found = text.find(before);
  if (found == std::string::npos) return "";
  const std::size_t begin = found + before.size();
  const std::size_t end = text.find(after, begin);
  return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

// "(... node (Unnamed Layer* 1) [PluginV3_V3ONE]:configurePlugin reported ..." -> the method.
std::string method_of(const std::string& text) {
  const std::size_t end = text.find(" reported a non-zero return code");
  if (end == std::string::npos) {
    if (contains(text, "onShapeChange")) return "onShapeChange";
    if (contains(text, "execute")) return "enqueue";
    if (contains(text, "output shape computation failed")) return "getOutputShapes";
    return contains(text, "pluginV3Runner.cpp::PluginV3Runner") ? "setTactic" : "";
  }
  const std::size_t colon = text.rfind(':', end);
  return colon == std::string::npos ? "" : text.substr(colon + 1, end - colon - 1);
}

// A plugin method that returned its failure value.
std::optional<std::string> failed_method(const std::vector<EngineLogLine>& lines) {
  for (const char* part : {"reported a non-zero return code", "pluginUtils::isSuccess(status)",
                           "output shape computation failed"}) {
    if (const std::string* line = find(lines, part)) return method_of(*line);
  }
  return std::nullopt;
}

Status method_failed(const std::string& method, const std::vector<EngineLogLine>& lines) {
  return internal_error("a plugin failed in " + (method.empty() ? "one of its methods" : method) +
                        "; its own message, if it logged one, stands below" + quote(lines));
}

Status too_little_workspace(const std::string& line, std::int64_t workspace_bytes,
                            const std::vector<EngineLogLine>& lines) {
  const std::string wanted = between(line, "requires ", " bytes of scratch space");
  return resource_exhausted(
      "a plugin asks for " + (wanted.empty() ? "more" : wanted) + " bytes of workspace, but " +
      (workspace_bytes > 0
           ? "--workspace allows " + std::to_string(workspace_bytes)
           : "only " + between(line, "but only ", " is available") + " are available") +
      "; raise --workspace, or let getWorkspaceSize ask for less" + quote(lines));
}

}  // namespace

std::optional<MissingCreator> missing_creator(const std::vector<EngineLogLine>& lines) {
  const std::string* line = find(lines, "Cannot find plugin: ");
  if (line == nullptr) return std::nullopt;
  MissingCreator creator;
  creator.name = between(*line, "Cannot find plugin: ", ", version: ");
  creator.version = between(*line, ", version: ", ", namespace:");
  const std::size_t end = line->rfind(".)");
  const std::size_t begin = line->rfind("namespace:");
  if (begin != std::string::npos && end != std::string::npos && end > begin) {
    constexpr std::size_t kWordLength = 10;
    creator.name_space = line->substr(begin + kWordLength, end - begin - kWordLength);
  }
  return creator;
}

std::string quote(const std::vector<EngineLogLine>& lines) {
  std::string text;
  std::size_t shown = 0;
  for (const EngineLogLine& line : lines) {
    if (shown == kMostQuoted) return text + "\n  ...";
    ++shown;
    text += std::string("\n  TensorRT ") + (line.severity <= kErrorSeverity ? "error" : "warning") +
            ": " + line.text;
  }
  return text;
}

Status explain_no_product(const std::string& what, const std::vector<EngineLogLine>& lines) {
  if (find(lines, "Unable to load library") != nullptr ||
      find(lines, "builder_resource") != nullptr) {
    return unsupported(what +
                       ": its builder resource (libnvinfer_builder_resource.so) for this GPU is "
                       "missing or cannot be loaded; install the complete TensorRT (tools/"
                       "fetch-tensorrt VERSION --all fetches it)" +
                       quote(lines));
  }
  return unsupported(what + quote(lines));
}

Status explain_build(const std::vector<EngineLogLine>& lines, std::int64_t workspace_bytes) {
  if (const auto method = failed_method(lines)) return method_failed(*method, lines);
  if (const std::string* line = find(lines, "bytes of scratch space")) {
    return too_little_workspace(*line, workspace_bytes, lines);
  }
  if (find(lines, "could not find any supported formats") != nullptr) {
    return internal_error(
        "a plugin accepts none of the type and format combinations that TensorRT offers for its "
        "inputs and outputs; check what supportsFormatCombination returns, and --precision" +
        quote(lines));
  }
  if (const std::string* line = find(lines, "Could not find any implementation for node")) {
    const std::string node = between(*line, "implementation for node ", ".)");
    return workspace_bytes > 0
               ? resource_exhausted("TensorRT finds no implementation of the layer " + node +
                                    " within --workspace " + std::to_string(workspace_bytes) +
                                    "; raise it" + quote(lines))
               : internal_error("TensorRT finds no implementation of the layer " + node +
                                quote(lines));
  }
  if (find(lines, "Unable to load library: libnvinfer_lean") != nullptr) {
    return unsupported(
        "--version-compatible puts the lean runtime into the plan, and TensorRT finds no "
        "libnvinfer_lean.so of its own version; install it beside libnvinfer, or add "
        "--exclude-lean-runtime" +
        quote(lines));
  }
  return internal_error("TensorRT did not build an engine" + quote(lines));
}

Status explain_plan(const std::vector<EngineLogLine>& lines, const std::string& here) {
  if (const auto creator = missing_creator(lines)) {
    return invalid_argument("the plan needs the plugin " + creator->name + " version " +
                            creator->version + ", namespace \"" + creator->name_space +
                            "\", which no loaded library has; name its library by --plugins" +
                            quote(lines));
  }
  if (find(lines, "incompatible device") != nullptr) {
    return unsupported("the plan was built for another GPU; here is " + here +
                       ": build it again on this machine" + quote(lines));
  }
  if (find(lines, "not compatible with this version") != nullptr ||
      find(lines, "Version tag does not match") != nullptr ||
      find(lines, "stdVersionRead == kSERIALIZATION_VERSION") != nullptr) {
    return unsupported("the plan was built by another version of TensorRT; here is " + here +
                       ": build it again, or build with --version-compatible" + quote(lines));
  }
  if (find(lines, "getEngineHostCodeAllowed") != nullptr) {
    return unsupported(
        "the plan carries code of its own, which is not run unasked: add --allow-plan-code if you "
        "trust where it comes from" +
        quote(lines));
  }
  if (find(lines, "Serialization assertion") != nullptr ||
      find(lines, "Cannot deserialize") != nullptr || find(lines, "parsePlan") != nullptr) {
    return invalid_argument("the file is no plan, or it was truncated or changed" + quote(lines));
  }
  return internal_error("TensorRT did not take the plan (here is " + here + ")" + quote(lines));
}

Status explain_execution(const std::string& what, const std::vector<EngineLogLine>& lines) {
  if (const auto method = failed_method(lines)) return method_failed(*method, lines);
  return internal_error(what + " failed" + quote(lines));
}

}  // namespace plugsmith::trt
