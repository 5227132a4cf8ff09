// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_run.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "src/check/device_words.hpp"
#include "src/check/rule.hpp"

namespace plugsmith::cli {
namespace {

using check::Rule;

constexpr int kMostCrashes = 4;  ///< of one creator; the rules that are left are then not run

// What a worker's end says: the rule that was being checked, or CK91 to CK93.
// An allocation that CK23 let fail, and not an exception that leaves the method anyway.
bool is_out_of_memory(const Json& error) {
  return error.at("exception").get<std::string>().find("bad_alloc") != std::string::npos;
}

Json crash_finding(const WorkerReply& reply, const std::string& checked) {
  const Json& error = reply.json.at("error");
  const std::string kind = error.at("kind").get<std::string>();
  const bool threw = error.contains("exception");
  const Rule* rule = check::find_rule(kind == "timeout"  ? "CK92"
                                      : kind == "memory" ? "CK93"
                                      : threw            ? "CK24"
                                                         : "CK91");
  const Rule* in_progress = check::find_rule(checked);
  // Before an object serializes it is configured, which is not what these rules are about.
  const bool configuring =
      error.value("method", "") == "configurePlugin" && checked >= "CK15" && checked <= "CK19";
  if (kind == "crash" && in_progress != nullptr && in_progress->names_crash && !configuring &&
      (!threw || (checked == "CK23" && is_out_of_memory(error)))) {
    rule = in_progress;
  }
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

bool has_gpu() { return std::filesystem::exists("/dev/nvidiactl"); }

// The plugin ended the process with an exit status and no signal. NVIDIA's own CUDA macros do that
// where a device is missing (seen in its CustomQKVToContextPluginDynamic), so on a machine without
// a GPU it says nothing of the plugin.
bool left_for_want_of_a_gpu(const WorkerReply& reply) {
  const Json& error = reply.json.at("error");
  return error.at("kind") == "crash" && !error.contains("signal") && !has_gpu();
}

bool reached_stand_in(const WorkerReply& reply) {
  return reply.json.at("error").at("kind") == "absent dependency";
}

std::string stand_in_reason(const WorkerReply& reply) {
  const Json& error = reply.json.at("error");
  const std::string method = error.at("method").get<std::string>();
  return "needs " + error.at("library").get<std::string>() + ": " +
         (method.empty() ? "the library" : method) + " calls its " +
         error.at("symbol").get<std::string>();
}

// The last line that the plugin printed; std::terminate's words about it are not the plugin's.
std::string last_words(const std::string& output) {
  std::string last;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const bool of_terminate =
        line.rfind("terminate called", 0) == 0 || line.rfind("  what():", 0) == 0;
    if (!of_terminate && !line.empty()) last = line;
  }
  return last;
}

// What the plugin said of CUDA before it ended the process on a machine without a GPU: an
// exception's name, a line of its log or the last line that it printed. "": nothing.
std::string missed_gpu(const WorkerReply& reply) {
  if (has_gpu()) return "";
  const Json& error = reply.json.at("error");
  if (error.value("exception", "").find("Cuda") != std::string::npos) return reply.status.message();
  for (const std::string& said :
       {error.value("complaint", ""), last_words(error.value("output", ""))}) {
    if (check::mentions_device(said)) return reply.status.message() + " (it said \"" + said + "\")";
  }
  return "";
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
    request_["left_out"] = given.skip;
    request_["on_device"] = given.tier == "gpu";
    request_["option"] = "--tier gpu";
  }

  /// The report of what could be run; an error where nothing could.
  Result<CheckReport> run() {
    std::vector<std::string> skip = given_.skip;
    Json crashes = Json::array();
    while (true) {
      request_["skip"] = skip;
      const WorkerReply reply = call_worker_for({given_.library}, request_, {}, given_.worker);
      if (reply.status.is_ok()) {
        return CheckReport{with_crashes(reply.json.at("report"), crashes), reply.json};
      }
      if (!is_crash(reply) || is_environment(reply)) return reply.status;
      if (reached_stand_in(reply)) {
        const std::string rule = rule_in_progress(reply);
        if (rule.empty() && request_.at("job") == "check_library") return reply.status;
        if (rule.empty()) return not_run(crashes, stand_in_reason(reply));
        unreached_.push_back({{"rule", rule}, {"reason", stand_in_reason(reply)}});
        skip.push_back(rule);
        continue;
      }
      if (left_for_want_of_a_gpu(reply)) {
        return not_run(crashes, "needs a GPU: " + reply.status.message());
      }
      const std::string checked = rule_in_progress(reply);
      if (const std::string said = missed_gpu(reply); !said.empty()) {
        const std::string reason = "needs a GPU: " + said;
        if (checked.empty()) return not_run(crashes, reason);
        unreached_.push_back({{"rule", checked}, {"reason", reason}});
        skip.push_back(checked);
        continue;
      }
      crashes.push_back(crash_finding(reply, checked));
      if (crashes.size() >= kMostCrashes) {
        return not_run(crashes, "given up after several crashes");
      }
      if (checked.empty()) {
        return not_run(crashes, "the process ended before any rule could be checked");
      }
      skip.push_back(checked);
    }
  }

 private:
  static bool has(const std::vector<std::string>& list, const std::string& rule) {
    return std::find(list.begin(), list.end(), rule) != list.end();
  }
  bool left_out(const std::string& rule) const {
    return has(given_.skip, rule) && (given_.only.empty() || has(given_.only, rule));
  }
  bool takes(const std::string& rule) const {
    return (given_.only.empty() || has(given_.only, rule)) && !has(given_.skip, rule);
  }
  static Json left_out_entry(const std::string& rule) {
    return {{"rule", rule}, {"reason", "left out by --skip"}};
  }

  // A rule whose check crashed has not passed; unless it names the crash, it has not been run.
  Json with_crashes(Json report, const Json& crashes) const {
    std::set<std::string> broken, known;
    for (const Json& left_out : unreached_) report["not_run"].push_back(left_out);
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
    // The worker tells of copies of itself that a plugin ended.
    for (const Json& finding : report["findings"]) broken.insert(finding.at("rule"));
    for (const char* rule : {"CK24", "CK91", "CK92", "CK93"}) {
      if (takes(rule) && broken.count(rule) == 0) report["passed"].push_back(rule);
      if (left_out(rule)) report["not_run"].push_back(left_out_entry(rule));
    }
    return report;
  }

  CheckReport not_run(const Json& crashes, const std::string& reason) const {
    return {nothing_run(crashes, reason), Json::object()};
  }

  Json nothing_run(const Json& crashes, const std::string& reason) const {
    Json report{{"passed", Json::array()},
                {"findings", crashes},
                {"not_run", Json::array()},
                {"assumed", Json::array()},
                {"inputs", 0},
                {"combinations", Json::array()},
                {"problem", reason},
                {"milliseconds", Json::object()}};
    std::set<std::string> broken;
    for (const Json& crash : crashes) broken.insert(crash.at("rule").get<std::string>());
    for (const Rule& rule : check::all_rules()) {
      if (left_out(rule.id)) report["not_run"].push_back(left_out_entry(rule.id));
      if (!takes(rule.id) || broken.count(rule.id) != 0) continue;
      report["not_run"].push_back({{"rule", rule.id}, {"reason", reason}});
    }
    return report;
  }

  Json request_;
  const CheckRequest& given_;
  Json unreached_ = Json::array();  ///< rules that need an absent library
};

}  // namespace

Result<CheckReport> run_check(Json request, const CheckRequest& given) {
  return Run(std::move(request), given).run();
}

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

}  // namespace plugsmith::cli
