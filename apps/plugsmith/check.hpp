// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/tensorrt_call.hpp"

namespace plugsmith::cli {

/// What the user said about a check.
struct CheckRequest {
  std::string library;
  std::string op;  ///< empty: all creators
  std::vector<std::string> attributes, inputs, shape_inputs, output_shapes;
  std::optional<std::int32_t> outputs;
  std::vector<std::string> specs;  ///< *_PluginConfig.yaml files
  std::string model, node;
  std::vector<std::string> only, skip;
  std::string tier = "host";  ///< "gpu": also the rules that need a CUDA device; or "engine"
  std::string sanitizer;      ///< a tool of compute-sanitizer; empty: none
  std::uint64_t seed = 1;
  std::string baseline;
  bool update_baseline = false;
  int jobs = 1;
  WorkerOptions worker;
  TensorRtOptions tensorrt;  ///< for the tier "engine"
};

/// Checks the library and its creators, each in a worker of its own. The answer's JSON is that of
/// `check --format json`.
Answer check_library(const CheckRequest& request);

/// Rule, why it matters and how to keep it, for people.
Answer explain_rule(const std::string& id);

/// Whether `ids` are rules; `option` stands in the message.
Status check_rule_ids(const std::vector<std::string>& ids, const char* option);

/// The JSON of check_library as text, coloured for a terminal on request.
enum class Colour { kNo, kYes };
std::string check_text(const Json& json, Colour colour);
/// Whether the standard output is a terminal that shows colours (and NO_COLOR is not set).
Colour colour_of_stdout();

}  // namespace plugsmith::cli
