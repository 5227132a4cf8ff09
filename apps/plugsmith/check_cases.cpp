// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_cases.hpp"

#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "src/check/expected_shape.hpp"

namespace plugsmith::cli {
namespace {

bool describes_one_op(const CheckRequest& given) {
  return !(given.attributes.empty() && given.inputs.empty() && given.shape_inputs.empty() &&
           given.output_shapes.empty()) ||
         given.outputs.has_value();
}

Result<Json> inputs_json(const std::vector<std::string>& texts) {
  Json inputs = Json::array();
  for (const std::string& text : texts) {
    auto input = parse_op_input(text);
    if (!input.is_ok()) return input.status();
    inputs.push_back({{"type", static_cast<int>(input->type)},
                      {"min", input->min},
                      {"opt", input->opt},
                      {"max", input->max}});
  }
  return inputs;
}

// The case that the options describe.
Result<CheckCase> given_case(const CheckRequest& given) {
  CheckCase one{{"name", ""}};
  auto inputs = inputs_json(given.inputs);
  if (!inputs.is_ok()) return inputs.status();
  auto attributes = parse_attributes(given.attributes);
  if (!attributes.is_ok()) return attributes.status();
  one["inputs"] = std::move(inputs).value();
  one["attributes"] = std::move(attributes).value();
  one["shape_elements"] = Json::array();
  for (const std::string& text : given.shape_inputs) {
    auto values = parse_shape_values(text);
    if (!values.is_ok()) return values.status();
    one["shape_elements"].push_back(values->size());
  }
  for (const std::string& text : given.output_shapes) {
    auto shape = check::ExpectedShape::parse(text);
    if (!shape.is_ok()) {
      return invalid_argument("--output-shape \"" + text + "\": " + shape.status().message());
    }
  }
  one["output_shapes"] = given.output_shapes;
  if (given.outputs) one["outputs"] = *given.outputs;
  return one;
}

Status add_given_cases(const CheckRequest& given, const Json& creators, CheckPlan& plan) {
  auto one = given_case(given);
  if (!one.is_ok()) return one.status();
  for (std::size_t i = 0; i < creators.size(); ++i) {
    if (given.op.empty() || creators[i].at("name") == given.op) plan.cases[i] = {*one};
  }
  return Status::ok();
}

}  // namespace

Result<CheckPlan> plan_checks(const CheckRequest& given, const Json& creators) {
  CheckPlan plan;
  const bool from_elsewhere = !given.specs.empty() || !given.model.empty();
  if (describes_one_op(given) && from_elsewhere) {
    return invalid_argument(
        "--attr, --input, --shape-input, --outputs and --output-shape describe a case; so do "
        "--spec and --model: give one or the other");
  }
  if (given.op.empty() && describes_one_op(given)) {
    return invalid_argument("--attr and --input describe one op; name it with --op");
  }
  if (!given.node.empty() && given.model.empty()) {
    return invalid_argument("--node names a node of a model; give it with --model");
  }
  PLUGSMITH_RETURN_IF_ERROR(add_spec_cases(given, creators, plan));
  if (!given.model.empty()) {
    PLUGSMITH_RETURN_IF_ERROR(add_model_cases(given, creators, plan));
  }
  if (!from_elsewhere) PLUGSMITH_RETURN_IF_ERROR(add_given_cases(given, creators, plan));
  if (plan.cases.empty() && !given.op.empty() && !creators.empty()) {
    return invalid_argument(given.library + ": has no creator named \"" + given.op +
                            "\"; plugsmith list shows those that it has");
  }
  return plan;
}

}  // namespace plugsmith::cli
