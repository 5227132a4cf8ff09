// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <vector>

#include "apps/plugsmith/check.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::cli {

/// A case of a creator, as the worker reads it: {"name", "claimed_by", "types_claimed",
/// "attributes" or "fields", "inputs", "input_types", "shape_elements", "outputs", "output_shapes",
/// "forbidden"}. Absent: to be invented.
using CheckCase = Json;

/// The cases of each creator that is to be checked, by its position in the library.
struct CheckPlan {
  std::map<std::size_t, std::vector<CheckCase>> cases;
  std::vector<std::string> warnings;
  Json left_out = Json::array();  ///< what could not be made into a case: {"case", "reason"}
};

/// `creators` is the worker's list: all of them, or those that --op, --spec or --model name.
Result<CheckPlan> plan_checks(const CheckRequest& given, const Json& creators);

// Parts of it.
/// Cases of the specifications for creators of their name and version.
Status add_spec_cases(const CheckRequest& given, const Json& creators, CheckPlan& plan);
/// Cases of the model's nodes that creators serve.
Status add_model_cases(const CheckRequest& given, const Json& creators, CheckPlan& plan);

}  // namespace plugsmith::cli
