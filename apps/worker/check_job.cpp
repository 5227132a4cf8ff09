// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <chrono>
#include <map>

#include "apps/worker/attribute_values.hpp"
#include "apps/worker/dependencies.hpp"
#include "apps/worker/job.hpp"
#include "src/check/checker.hpp"
#include "src/check/library_checks.hpp"

namespace plugsmith::worker {
namespace {

constexpr std::int32_t kErrorSeverity = 1;  // nvinfer1::ILogger::Severity::kERROR

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
  selection.on_device = request.value("on_device", false);
  return selection;
}

check::GivenInput read_input(const Json& input) {
  check::GivenInput one;
  one.spec.type = static_cast<DataType>(input.at("type").get<int>());
  input.at("min").get_to(one.profile.min);
  input.at("opt").get_to(one.profile.opt);
  input.at("max").get_to(one.profile.max);
  one.spec.dims = one.profile.opt;
  for (std::size_t axis = 0; axis < one.spec.dims.size(); ++axis) {
    if (one.profile.min[axis] != one.profile.max[axis]) one.spec.dims[axis] = -1;
  }
  return one;
}

std::vector<host::FieldValue> read_fields(const Json& list) {
  std::vector<host::FieldValue> fields;
  for (const Json& entry : list) {
    host::FieldValue field;
    entry.at("name").get_to(field.name);
    field.type = static_cast<FieldType>(entry.at("type").get<int>());
    entry.at("length").get_to(field.length);
    const auto& bytes = entry.at("data").get_binary();
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    field.data.assign(begin, begin + bytes.size());
    fields.push_back(std::move(field));
  }
  return fields;
}

// The case that plugsmith planned (apps/plugsmith/check_cases.hpp).
Result<check::GivenCase> read_case(const Json& one, const host::CreatorInfo& creator) {
  check::GivenCase given;
  const Json none = Json::array();
  for (const Json& input : one.value("inputs", none)) given.inputs.push_back(read_input(input));
  for (const Json& type : one.value("input_types", none)) {
    given.input_types.push_back(static_cast<DataType>(type.get<int>()));
  }
  given.shape_elements = one.value("shape_elements", std::vector<std::int32_t>());
  given.output_shapes = one.value("output_shapes", std::vector<std::string>());
  if (one.contains("outputs")) given.outputs = one.at("outputs").get<std::int32_t>();
  given.claimed_by = one.value("claimed_by", "");
  given.types_claimed = one.value("types_claimed", false);
  for (const Json& entry : one.value("forbidden", none)) {
    given.forbidden.push_back(
        {entry.at("what").get<std::string>(), read_fields(entry.at("fields"))});
  }
  if (one.contains("fields")) {
    given.attributes = read_fields(one.at("fields"));
    given.has_attributes = true;
  }
  const auto texts = one.value("attributes", AttributeTexts());
  if (texts.empty()) return given;
  auto fields = parse_attributes(creator, texts);
  if (!fields.is_ok()) return fields.status();
  given.attributes = std::move(fields).value();
  given.has_attributes = true;
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
  options.on_log = [&channel = job.channel](std::int32_t severity, const std::string& text) {
    if (severity <= kErrorSeverity) channel.complain(text);
  };
  auto checker = check::Checker::load(std::move(options), path, job.request.value("init", ""));
  report_dependencies(job);
  return checker;
}

/// Tells the parent which rule is being checked, and measures how long each takes.
class Stopwatch {
 public:
  explicit Stopwatch(JobContext& job) : job_(job) {}

  check::OnRule on_rule() {
    return [this](const std::string& rule) {
      stop();
      rule_ = rule;
      announce_stage(job_, rule.empty() ? "preparing its inputs" : "checking " + rule);
    };
  }

  /// {"CK01": 0.2, ...}
  Json milliseconds() {
    stop();
    return Json(taken_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void stop() {
    const auto now = Clock::now();
    if (!rule_.empty()) {
      taken_[rule_] += std::chrono::duration<double, std::milli>(now - started_).count();
    }
    rule_.clear();
    started_ = now;
  }

  JobContext& job_;
  std::string rule_;
  Clock::time_point started_ = Clock::now();
  std::map<std::string, double> taken_;
};

enum class Scope { kLibrary, kOp };

// Rules that the user left out are said to be.
void add_left_out(const Json& request, Scope scope, Json& report) {
  for (const auto& rule : request.value("left_out", std::vector<std::string>())) {
    const bool of_library = check::is_library_rule(rule);
    if (of_library != (scope == Scope::kLibrary) || check::is_process_rule(rule)) continue;
    report["not_run"].push_back({{"rule", rule}, {"reason", "left out by --skip"}});
  }
}

}  // namespace

Status check_library(JobContext& job) {
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  Stopwatch watch(job);
  const check::Report report =
      (*checker)->check_library(read_selection(job.request), watch.on_rule());
  job.reply["library"] = to_json((*checker)->library());
  job.reply["report"] = to_json(report);
  job.reply["implemented"] = check::implemented_rules();
  job.reply["report"]["milliseconds"] = watch.milliseconds();
  add_left_out(job.request, Scope::kLibrary, job.reply["report"]);
  return Status::ok();
}

Status check_op(JobContext& job) {
  PLUGSMITH_RETURN_IF_ERROR(check_device(job));
  auto checker = load(job);
  if (!checker.is_ok()) return checker.status();
  const auto index = job.request.at("creator").get<std::size_t>();
  const auto& creators = (*checker)->library().creators;
  if (index >= creators.size()) return internal_error("the library offers fewer creators now");
  auto given = read_case(job.request.at("case"), creators[index]);
  if (!given.is_ok()) return given.status();
  given->never_without_attributes = read_selection(job.request).skip.count("CK14") != 0;
  given->seed = job.request.value("seed", std::uint64_t{1});
  job.channel.stage("preparing " + creators[index].name);
  Stopwatch watch(job);
  job.reply["report"] =
      to_json((*checker)->check_op(index, *given, read_selection(job.request), watch.on_rule()));
  job.reply["report"]["milliseconds"] = watch.milliseconds();
  add_left_out(job.request, Scope::kOp, job.reply["report"]);
  return Status::ok();
}

}  // namespace plugsmith::worker
