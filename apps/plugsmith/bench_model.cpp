// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/plugsmith/bench.hpp"
#include "apps/plugsmith/check_cases.hpp"

// The plugin nodes of a model as cases.

namespace plugsmith::cli {
namespace {

std::string input_text(const Json& range) {
  const auto dims = range.at("opt").get<io::Dims>();
  const auto type = static_cast<DataType>(range.at("type").get<int>());
  return fmt::format("{}:{}", fmt::join(dims, "x"), to_string(type));
}

BenchCase case_of(const Json& creator, const CheckCase& described) {
  BenchCase one;
  one.op = creator.at("name").get<std::string>();
  OpOptions& op = one.options;
  op.name = one.op;
  op.version = creator.at("version").get<std::string>();
  op.name_space = creator.at("namespace").get<std::string>();
  op.version_given = op.name_space_given = true;
  op.fields = described.at("fields");
  op.node = described.at("name").get<std::string>();
  const int alike = described.value("alike", 0);
  if (alike > 0) op.node += fmt::format(" and {} alike", alike);
  for (const Json& range : described.at("inputs")) op.inputs.push_back(input_text(range));
  return one;
}

}  // namespace

Result<BenchModel> bench_model_cases(const BenchOptions& options, const std::string& model,
                                     const std::string& node) {
  const WorkerReply reply =
      call_worker_for({options.library}, {{"job", "list"}}, {}, options.worker);
  if (!reply.status.is_ok()) return reply.status;
  const Json creators = reply.json.at("libraries").at(0).at("creators");
  CheckRequest given;
  given.library = options.library;
  given.model = model;
  given.node = node;
  given.worker = options.worker;
  CheckPlan plan;
  PLUGSMITH_RETURN_IF_ERROR(add_model_cases(given, creators, plan));
  BenchModel found;
  found.warnings = plan.warnings;
  for (const auto& [creator, cases] : plan.cases) {
    for (const CheckCase& described : cases) {
      const auto name = described.at("name").get<std::string>();
      if (!described.value("types_claimed", false)) {
        found.warnings.push_back(name +
                                 " is not timed: the model does not tell its inputs' shapes");
      } else if (!described.at("shape_elements").empty()) {
        found.warnings.push_back(name +
                                 " is not timed: the values of its shape inputs are not known");
      } else {
        found.cases.push_back(case_of(creators.at(creator), described));
      }
    }
  }
  if (!found.cases.empty()) return found;
  return invalid_argument(
      fmt::format("--model {}: no node can be timed: {}", model, fmt::join(found.warnings, "; ")));
}

}  // namespace plugsmith::cli
