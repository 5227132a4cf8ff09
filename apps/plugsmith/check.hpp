// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/worker_call.hpp"

namespace plugsmith::cli {

/// What the user said about a check.
struct CheckRequest {
  std::string library;
  std::string op;  ///< empty: all creators
  std::vector<std::string> attributes, inputs;
  std::vector<std::string> only, skip;
  WorkerOptions worker;
};

/// Checks the library and its creators, each in a worker of its own. The answer's JSON is that of
/// `check --format json`.
Answer check_library(const CheckRequest& request);

/// Rule, why it matters and how to keep it, for people.
Answer explain_rule(const std::string& id);

/// The JSON of check_library as text.
std::string check_text(const Json& json);

}  // namespace plugsmith::cli
