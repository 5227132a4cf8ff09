// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include "apps/worker/attribute_values.hpp"
#include "apps/worker/dependencies.hpp"
#include "apps/worker/job.hpp"
#include "src/check/checker.hpp"

namespace plugsmith::worker {
namespace {

Json to_json(const check::Report& report) {
  Json json{{"passed", report.passed},      {"findings", Json::array()},
            {"not_run", Json::array()},     {"assumed", report.assumed},
            {"inputs", report.inputs},      {"problem", report.problem},
            {"combinations", Json::array()}};
  for (const auto& finding : report.findings) {
    json["findings"].push_back({{"rule", finding.rule},
                                {"severity", check::to_string(finding.severity)},
                                {"message", finding.message},
                                {"fix", finding.fix},
                                {"evidence", finding.evidence}});
  }
  for (const auto& left_out : report.not_run) {
    json["not_run"].push_back({{"rule", left_out.rule}, {"reason", left_out.reason}});
  }
  for (const auto& combination : report.combinations) {
    Json ports = Json::array();
    for (const auto& port : combination) {
      ports.push_back(std::string(to_string(port.type)) + " " + to_string(port.format));
    }
    json["combinations"].push_back(std::move(ports));
  }
  return json;
}

check::Selection read_selection(const Json& request) {
  check::Selection selection;
  request.at("only").get_to(selection.only);
  request.at("skip").get_to(selection.skip);
  return selection;
}

check::GivenCase read_inputs(const Json& request) {
  check::GivenCase given;
  for (const Json& input : request.at("inputs")) {
    check::GivenInput one;
    one.spec.type = static_cast<DataType>(input.at("type").get<int>());
    input.at("min").get_to(one.profile.min);
    input.at("opt").get_to(one.profile.opt);
    input.at("max").get_to(one.profile.max);
    one.spec.dims = one.profile.opt;
    for (std::size_t axis = 0; axis < one.spec.dims.size(); ++axis) {
      if (one.profile.min[axis] != one.profile.max[axis]) one.spec.dims[axis] = -1;
    }
    given.inputs.push_back(std::move(one));
  }
  return given;
}

Result<std::unique_ptr<check::Checker>> load(JobContext& job) {
  // Freed memory is overwritten, so that a plugin which still reads it shows other values.
  ::mallopt(M_PERTURB, 0xA5);
  const auto path = job.request.at("libraries").at(0).get<std::string>();
  job.channel.stage("loading " + path);
  host::HostOptions options;
  supply_dependencies(job);
  options.observer = &observer_of(job);
  options.stand_in_path = job.request.value("stand_in", "");
  auto checker = check::Checker::load(std::move(options), path, job.request.value("init", ""));
  report_dependencies(job);
  return checker;
}

check::OnRule announce(JobContext& job) {
  return [&job](const std::string& rule) {
    announce_stage(job, rule.empty() ? "preparing its inputs" : "checking " + rule);
  };
}

}  // namespace

Status check_library(JobContext& job) {
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  const check::Report report =
      (*checker)->check_library(read_selection(job.request), announce(job));
  job.reply["library"] = to_json((*checker)->library());
  job.reply["report"] = to_json(report);
  return Status::ok();
}

Status check_op(JobContext& job) {
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  const auto index = job.request.at("creator").get<std::size_t>();
  const auto& creators = (*checker)->library().creators;
  if (index >= creators.size()) return internal_error("the library offers fewer creators now");
  check::GivenCase given = read_inputs(job.request);
  const auto texts = job.request.at("attributes").get<AttributeTexts>();
  if (!texts.empty()) {
    auto fields = parse_attributes(creators[index], texts);
    if (!fields.is_ok()) return fields.status();
    given.attributes = std::move(fields).value();
    given.has_attributes = true;
  }
  given.never_without_attributes = read_selection(job.request).skip.count("CK14") != 0;
  job.channel.stage("preparing " + creators[index].name);
  job.reply["report"] =
      to_json((*checker)->check_op(index, given, read_selection(job.request), announce(job)));
  return Status::ok();
}

}  // namespace plugsmith::worker
