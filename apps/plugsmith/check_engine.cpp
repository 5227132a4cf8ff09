// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/check_engine.hpp"

#include <algorithm>
#include <cstring>

#include "apps/plugsmith/compare.hpp"
#include "src/check/host_tensor.hpp"
#include "src/check/option_rules.hpp"

namespace plugsmith::cli {
namespace {

using Tensors = std::vector<wire::NamedTensor>;

/// What a process computed; the tensors point into the reply.
struct Computed {
  WorkerReply reply;
  Tensors outputs;
};

std::string elements_that_differ(const wire::NamedTensor& got, const wire::NamedTensor& want) {
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes_of(want.type, 1), 1));
  const std::size_t count = want.bytes.size() / size;
  std::size_t differing = 0, first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (std::memcmp(&got.bytes[i * size], &want.bytes[i * size], size) == 0) continue;
    if (differing++ == 0) first = i;
  }
  if (differing == 0) return "";
  return want.name + " differs in " + std::to_string(differing) + " of " + std::to_string(count) +
         " elements, first at " + std::to_string(first);
}

// Empty if both have the same bits.
std::string bit_difference(const Tensors& got, const Tensors& want) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (i >= got.size() || got[i].name != want[i].name) return want[i].name + " is missing";
    if (got[i].dims != want[i].dims || got[i].bytes.size() != want[i].bytes.size()) {
      return want[i].name + " has other dims";
    }
    if (std::string text = elements_that_differ(got[i], want[i]); !text.empty()) return text;
  }
  return "";
}

// Empty if they agree within `factor`, which a negative number leaves to the type.
std::string difference(const Tensors& got, const Tensors& want, double factor) {
  for (const auto& wanted : want) {
    const auto found = std::find_if(got.begin(), got.end(),
                                    [&](const auto& tensor) { return tensor.name == wanted.name; });
    if (found == got.end()) continue;  // an output that the network does not give out
    const double room = factor < 0 ? check::reference_ulps(wanted.type) : factor;
    const auto differences = compare({*found}, {wanted}, room);
    const Difference& one = differences.front();
    if (one.within()) continue;
    return wanted.name + " " +
           (one.problem.empty()
                ? "differs in " + std::to_string(one.outside) + " elements, by up to " +
                      std::to_string(one.largest_absolute) +
                      " (allowed there: " + std::to_string(one.tolerance) + ")"
                : one.problem);
  }
  return "";
}

/// One case in its engines.
class EngineCheck {
 public:
  EngineCheck(const CheckTarget& target, Json& report)
      : target_(target), report_(report), verdict_(report, check::kEngineRule) {}

  void run() {
    const auto problem = report_.at("problem").get<std::string>();
    if (!problem.empty()) return verdict_.not_run(problem);
    described_ = call_worker_for({target_.given.library}, target_.request("engine_case", report_),
                                 {}, target_.given.worker);
    if (!described_.status.is_ok()) return verdict_.not_run(described_.status.message());
    Computed built = ask(build_request(), "building an engine and running it");
    if (!built.reply.status.is_ok()) return;
    Computed loaded = ask(run_request(built.reply), "running the plan in another process");
    if (!loaded.reply.status.is_ok()) return;
    report_["engine"] = built.reply.json.at("build");
    report_["engine"]["tensorrt"] = version(built.reply);
    compare_all(built, loaded);
  }

 private:
  static std::string version(const WorkerReply& reply) {
    const Json none = Json::object();
    return reply.json.value("tensorrt", none).value("version", "");
  }

  Json common(const char* job) {
    blocks_.clear();
    Tensors inputs;
    auto read = wire::tensors_from(described_.json.at("inputs"), described_.message->blocks());
    if (read.is_ok()) inputs = std::move(read).value();
    return {{"job", job}, {"inputs", wire::to_json(inputs, blocks_)}};
  }

  Json build_request() {
    Json request = common("build_op_plan");
    for (const char* key : {"name", "version", "namespace"}) {
      request["op"][key] = target_.creator.at(key);
    }
    request["op"]["fields"] = described_.json.at("fields");
    for (const char* key : {"profile", "shape_inputs"}) request[key] = described_.json.at(key);
    return request;
  }

  Json run_request(const WorkerReply& built) {
    Json request = common("run_op_plan");
    request["aliases"] = built.json.at("aliases");
    request["plan_block"] = blocks_.size();
    blocks_.push_back(built.message->blocks().at(built.json.at("plan_block").get<std::size_t>()));
    return request;
  }

  // What a process answers; a failure has become the verdict.
  Computed ask(Json request, const std::string& doing) {
    Computed computed;
    computed.reply = call_tensorrt({target_.given.library}, std::move(request), blocks_,
                                   target_.given.tensorrt, target_.given.worker);
    WorkerReply& reply = computed.reply;
    if (reply.status.is_ok()) {
      auto outputs = wire::tensors_from(reply.json.at("outputs"), reply.message->blocks());
      reply.status = outputs.status();
      if (outputs.is_ok()) computed.outputs = std::move(outputs).value();
    }
    if (!reply.status.is_ok()) judge(reply, doing);
    return computed;
  }

  void judge(const WorkerReply& reply, const std::string& doing) {
    const std::string message = reply.status.message();
    const StatusCode code = reply.status.code();
    if (code == StatusCode::kUnsupported || code == StatusCode::kResourceExhausted) {
      return verdict_.not_run(message);
    }
    // Inputs that nobody gave need not fit each other.
    const bool refused = message.find("failed in enqueue") != std::string::npos ||
                         message.find("failed in onShapeChange") != std::string::npos;
    if (refused && described_.json.at("invented").get<bool>() &&
        described_.json.at("reference").empty()) {
      return verdict_.not_run("the op refuses the invented inputs: " + message +
                              "; give it legal ones by --attr and --input");
    }
    const std::string where = version(reply);
    verdict_.broken((where.empty() ? "" : "in TensorRT " + where + ": ") + message, doing);
  }

  void compare_all(const Computed& built, const Computed& loaded) {
    std::string text = bit_difference(loaded.outputs, built.outputs);
    // An op whose two runs differ in bits need not do better after a reload.
    if (!built.reply.json.at("repeatable").get<bool>() && !text.empty()) {
      text = difference(loaded.outputs, built.outputs, check::kSameKernel);
    }
    const std::string here = "in TensorRT " + version(built.reply) + " ";
    if (!text.empty()) {
      verdict_.broken(here +
                          "the plan computes something else in another process than the engine "
                          "did where it was built: " +
                          text,
                      "the plan in another process");
      return;
    }
    const auto reference =
        wire::tensors_from(described_.json.at("reference"), described_.message->blocks());
    report_["engine"]["reference"] = described_.json.at("no_reference");
    text = reference.is_ok() ? difference(loaded.outputs, *reference, -1) : "";
    if (text.empty()) return verdict_.passed();
    verdict_.broken(here + "the engine and the CPU reference differ: " + text,
                    "the engine against the CPU reference");
  }

  const CheckTarget& target_;
  Json& report_;
  OptionVerdict verdict_;
  WorkerReply described_;
  std::vector<process::Bytes> blocks_;  ///< of the request that is being made
};

}  // namespace

Status find_engine_tier(const CheckRequest& given) {
  const WorkerReply reply =
      call_tensorrt({given.library}, {{"job", "find"}}, {}, given.tensorrt, given.worker);
  if (reply.status.is_ok()) return Status::ok();
  return Status(reply.status.code(), "--tier engine: " + reply.status.message());
}

void check_in_engine(const CheckTarget& target, Json& report) {
  if (takes(target.given, check::kEngineRule)) EngineCheck(target, report).run();
}

}  // namespace plugsmith::cli
