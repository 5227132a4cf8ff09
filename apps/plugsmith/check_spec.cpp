// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/common/fields.hpp"
#include "apps/plugsmith/check_cases.hpp"
#include "src/spec/cases.hpp"

namespace plugsmith::cli {
namespace {

CheckCase to_case(const spec::Case& one, const std::string& file) {
  CheckCase result{{"name", one.name},
                   {"claimed_by", "case \"" + one.name + "\" of " + file},
                   {"types_claimed", one.types_claimed},
                   {"fields", wire::fields_json(one.attributes)},
                   {"inputs", Json::array()},
                   {"output_shapes", one.output_shapes},
                   {"forbidden", Json::array()}};
  bool all_types = !one.inputs.empty();
  for (const auto& input : one.inputs) all_types = all_types && input.type.has_value();
  for (const auto& input : one.inputs) {
    if (all_types) result["input_types"].push_back(static_cast<int>(*input.type));
    if (!one.has_dims()) continue;
    // Without a type: float32, which nobody claimed.
    result["inputs"].push_back({{"type", static_cast<int>(input.type.value_or(DataType::kFloat))},
                                {"min", input.min},
                                {"opt", input.opt},
                                {"max", input.max}});
  }
  for (const auto& forbidden : one.forbidden) {
    result["forbidden"].push_back(
        {{"what", forbidden.what}, {"fields", wire::fields_json(forbidden.fields)}});
  }
  return result;
}

Status add_spec(const spec::Spec& spec, const CheckRequest& given, const Json& creators,
                CheckPlan& plan) {
  bool served = false;
  std::string offered;
  for (const auto& version : spec.versions) {
    for (std::size_t i = 0; i < creators.size(); ++i) {
      if (creators[i].at("name") != spec.name) continue;
      if (creators[i].at("version") != version.version) continue;
      served = true;
      if (!given.op.empty() && given.op != spec.name) continue;
      spec::Cases cases = spec::make_cases(version, given.seed);
      for (const auto& one : cases.cases) plan.cases[i].push_back(to_case(one, spec.file));
      for (const auto& left_out : cases.left_out) {
        plan.left_out.push_back(
            {{"op", spec.name}, {"version", version.version}, {"reason", left_out}});
      }
    }
  }
  for (const Json& creator : creators) {
    if (creator.at("name") != spec.name) continue;
    offered += (offered.empty() ? "" : ", ") + creator.at("version").get<std::string>();
  }
  if (served) return Status::ok();
  std::string described;
  for (const auto& version : spec.versions) {
    described += (described.empty() ? "" : ", ") + version.version;
  }
  return invalid_argument(given.library + ": has no creator \"" + spec.name + "\" of version " +
                          (described.empty() ? "(none is described)" : described) + ", which " +
                          spec.file + " describes" +
                          (offered.empty() ? "; plugsmith list shows those that it has"
                                           : "; it has version " + offered));
}

}  // namespace

Status add_spec_cases(const CheckRequest& given, const Json& creators, CheckPlan& plan) {
  for (const std::string& path : given.specs) {
    auto spec = spec::read_spec(path);
    if (!spec.is_ok()) return spec.status();
    plan.warnings.insert(plan.warnings.end(), spec->warnings.begin(), spec->warnings.end());
    PLUGSMITH_RETURN_IF_ERROR(add_spec(*spec, given, creators, plan));
  }
  return Status::ok();
}

}  // namespace plugsmith::cli
