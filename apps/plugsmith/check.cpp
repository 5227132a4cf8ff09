// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include "apps/plugsmith/input_source.hpp"
#include "apps/plugsmith/run_options.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

using check::Rule;

constexpr int kMostCrashes = 4;  ///< of one creator; the rules that are left are then not run

Status check_ids(const std::vector<std::string>& ids, const char* option) {
  for (const std::string& id : ids) {
    if (check::find_rule(id) != nullptr) continue;
    return invalid_argument(std::string(option) + " " + id + ": there is no such rule; rules are " +
                            check::all_rules().front().id + " to " + check::all_rules().back().id);
  }
  return Status::ok();
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

// What a worker's end says: the rule that was being checked, or CK91 to CK93.
Json crash_finding(const WorkerReply& reply, const std::string& checked) {
  const Json& error = reply.json.at("error");
  const std::string kind = error.at("kind").get<std::string>();
  const Rule* rule = check::find_rule(kind == "timeout"  ? "CK92"
                                      : kind == "memory" ? "CK93"
                                                         : "CK91");
  const Rule* in_progress = check::find_rule(checked);
  if (kind == "crash" && in_progress != nullptr && in_progress->names_crash) rule = in_progress;
  const std::string method = error.value("method", "");
  return {{"rule", rule->id},
          {"severity", check::to_string(rule->severity)},
          {"message", reply.status.message()},
          {"fix", rule->fix},
          {"evidence", (method.empty() ? std::string("outside any method") : method) +
                           (checked.empty() ? "" : ", while checking " + checked)}};
}

std::string rule_in_progress(const WorkerReply& reply) {
  const std::string prefix = "checking ";
  const std::string stage = reply.json.at("error").value("stage", "");
  return stage.rfind(prefix, 0) == 0 ? stage.substr(prefix.size()) : "";
}

bool is_crash(const WorkerReply& reply) {
  return !reply.status.is_ok() && reply.json.contains("error") &&
         reply.json.at("error").contains("kind");
}

// The plugin ended the process with an exit status and no signal. NVIDIA's own CUDA macros do that
// where a device is missing (seen in its CustomQKVToContextPluginDynamic), so on a machine without
// a GPU it says nothing of the plugin.
bool left_for_want_of_a_gpu(const WorkerReply& reply) {
  const Json& error = reply.json.at("error");
  return error.at("kind") == "crash" && !error.contains("signal") &&
         !std::filesystem::exists("/dev/nvidiactl");
}

bool is_environment(const WorkerReply& reply) {
  const std::string kind = reply.json.at("error").at("kind").get<std::string>();
  return kind == "missing symbol" || kind == "missing worker";
}

/// One job, repeated without the rules that end its process.
class Run {
 public:
  Run(Json request, const CheckRequest& given) : request_(std::move(request)), given_(given) {
    request_["only"] = given.only;
  }

  /// The report of what could be run; an error where nothing could.
  Result<Json> run() {
    std::vector<std::string> skip = given_.skip;
    Json crashes = Json::array();
    while (true) {
      request_["skip"] = skip;
      const WorkerReply reply = call_worker_for({given_.library}, request_, {}, given_.worker);
      if (reply.status.is_ok()) {
        reply_ = reply.json;
        return with_crashes(reply.json.at("report"), crashes);
      }
      if (!is_crash(reply) || is_environment(reply)) return reply.status;
      if (left_for_want_of_a_gpu(reply)) {
        return nothing_run(crashes, "needs a GPU: " + reply.status.message());
      }
      const std::string checked = rule_in_progress(reply);
      crashes.push_back(crash_finding(reply, checked));
      if (crashes.size() >= kMostCrashes) {
        return nothing_run(crashes, "given up after several crashes");
      }
      if (checked.empty()) {
        return nothing_run(crashes, "the process ended before any rule could be checked");
      }
      skip.push_back(checked);
    }
  }

  const Json& reply() const { return reply_; }

 private:
  bool takes(const std::string& rule) const {
    const auto has = [&](const auto& list) {
      return std::find(list.begin(), list.end(), rule) != list.end();
    };
    return (given_.only.empty() || has(given_.only)) && !has(given_.skip);
  }

  // A rule whose check crashed has not passed; unless it names the crash, it has not been run.
  Json with_crashes(Json report, const Json& crashes) const {
    std::set<std::string> broken, known;
    for (const Json& crash : crashes) {
      const auto rule = crash.at("rule").get<std::string>();
      const auto evidence = crash.at("evidence").get<std::string>();
      const auto mark = evidence.rfind("while checking ");
      const std::string checked = evidence.substr(mark + std::string("while checking ").size());
      if (checked != rule) {
        report["not_run"].push_back(
            {{"rule", checked}, {"reason", "the process did not survive it (" + rule + ")"}});
      }
      broken.insert(rule);
      // The same rule broken in the same method is one finding.
      if (known.insert(rule + " " + evidence.substr(0, evidence.find(','))).second) {
        report["findings"].push_back(crash);
      }
    }
    for (const char* rule : {"CK91", "CK92", "CK93"}) {
      if (takes(rule) && broken.count(rule) == 0) report["passed"].push_back(rule);
    }
    return report;
  }

  Json nothing_run(const Json& crashes, const std::string& reason) const {
    Json report{{"passed", Json::array()},  {"findings", crashes}, {"not_run", Json::array()},
                {"assumed", Json::array()}, {"inputs", 0},         {"combinations", Json::array()}};
    std::set<std::string> broken;
    for (const Json& crash : crashes) broken.insert(crash.at("rule").get<std::string>());
    for (const Rule& rule : check::all_rules()) {
      if (!takes(rule.id) || broken.count(rule.id) != 0) continue;
      report["not_run"].push_back({{"rule", rule.id}, {"reason", reason}});
    }
    return report;
  }

  Json request_;
  const CheckRequest& given_;
  Json reply_;
};

const char* verdict_of(const Json& report) {
  for (const Json& finding : report.at("findings")) {
    if (finding.at("severity") == "error") return "fail";
  }
  // That the process survived says nothing where no rule was run, or where no input was found.
  const auto& passed = report.at("passed");
  const bool any = std::any_of(passed.begin(), passed.end(), [](const Json& rule) {
    return !check::is_process_rule(rule.get<std::string>());
  });
  return any && report.at("problem").get<std::string>().empty() ? "pass" : "not_run";
}

Status add_op(const Json& creator, std::size_t index, Json request, const CheckRequest& given,
              Answer& answer) {
  request["job"] = "check_op";
  request["creator"] = index;
  auto report = Run(std::move(request), given).run();
  if (!report.is_ok()) return report.status();
  Json op = std::move(report).value();
  for (const char* key : {"name", "version", "namespace", "interface"}) op[key] = creator.at(key);
  op["verdict"] = verdict_of(op);
  if (op["verdict"] == "fail") answer.exit = kFailed;
  answer.json["ops"].push_back(std::move(op));
  return Status::ok();
}

Status prepare(const CheckRequest& given, Json& request) {
  PLUGSMITH_RETURN_IF_ERROR(check_ids(given.only, "--only"));
  PLUGSMITH_RETURN_IF_ERROR(check_ids(given.skip, "--skip"));
  if (given.op.empty() && !(given.attributes.empty() && given.inputs.empty())) {
    return invalid_argument("--attr and --input describe one op; name it with --op");
  }
  auto inputs = inputs_json(given.inputs);
  if (!inputs.is_ok()) return inputs.status();
  auto attributes = parse_attributes(given.attributes);
  if (!attributes.is_ok()) return attributes.status();
  request["inputs"] = std::move(inputs).value();
  request["attributes"] = std::move(attributes).value();
  return Status::ok();
}

}  // namespace

Answer check_library(const CheckRequest& given) {
  Json request;
  const Status prepared = prepare(given, request);
  if (!prepared.is_ok()) return failed(prepared);
  Answer answer;
  answer.json = {{"library", given.library}, {"tier", "host"}, {"ops", Json::array()}};
  Run library({{"job", "check_library"}}, given);
  auto report = library.run();
  if (!report.is_ok()) return failed(report.status());
  answer.json["findings"] = report->at("findings");
  answer.json["not_run"] = report->at("not_run");
  answer.json["passed"] = report->at("passed");
  if (std::string(verdict_of(*report)) == "fail") answer.exit = kFailed;
  const Json creators =
      library.reply().is_null() ? Json::array() : library.reply().at("library").at("creators");
  bool found = given.op.empty();
  for (std::size_t i = 0; i < creators.size(); ++i) {
    if (!given.op.empty() && creators[i].at("name") != given.op) continue;
    found = true;
    const Status added = add_op(creators[i], i, request, given, answer);
    if (!added.is_ok()) return failed(added);
  }
  if (!found && !creators.empty()) {
    return failed(invalid_argument(given.library + ": has no creator named \"" + given.op +
                                   "\"; plugsmith list shows those that it has"));
  }
  answer.text = check_text(answer.json);
  return answer;
}

Answer explain_rule(const std::string& id) {
  const Rule* rule = check::find_rule(id);
  if (rule == nullptr) return failed(check_ids({id}, "--explain"));
  Answer answer;
  const char* tier = rule->tier == check::Tier::kHost   ? "host"
                     : rule->tier == check::Tier::kShim ? "host, with an interposed CUDA runtime"
                                                        : "gpu";
  answer.json["rule"] = {{"id", rule->id},     {"severity", check::to_string(rule->severity)},
                         {"tier", tier},       {"clauses", rule->clauses},
                         {"text", rule->text}, {"fix", rule->fix}};
  answer.text = std::string(rule->id) + " (" + check::to_string(rule->severity) + ", tier " + tier +
                ", contract clauses " + (*rule->clauses == '\0' ? "none" : rule->clauses) +
                ")\n\nChecked: " + rule->text + ".\n\nTo keep it: " + rule->fix + ".\n";
  return answer;
}

}  // namespace plugsmith::cli
