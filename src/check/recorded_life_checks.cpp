// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "src/check/recorded_trial.hpp"

// CK20, CK22, CK50, CK65, CK68, CK75: CUDA calls over an object's life, and failing launches.

namespace plugsmith::check {
namespace {

using cuda_shim::CallKind;
using cuda_shim::Event;
using Life = RecordedTrial::Life;
using Ran = RecordedTrial::Ran;

constexpr std::int32_t kMostFailures = 8;  // launches that are made to fail, one at a time

bool is_work(const Event& call) {
  return call.kind == CallKind::kLaunch || call.kind == CallKind::kCopy ||
         call.kind == CallKind::kFill;
}

/// What enqueue returned and which work it gave the device, as text to compare.
std::string work_of(const Ran& ran) {
  std::string text = "returns " + std::to_string(ran.code);
  for (const Event& call : ran.calls) {
    if (is_work(call)) text += "; " + describe(call);
  }
  return text;
}

// False where the second object's life ends early: the verdict then says why.
bool same_work(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict,
               const RecordedTrial::Setting& setting, const std::string& wanted,
               const std::string& what) {
  const auto trial = ready_trial(subject, api, verdict, setting);
  if (trial == nullptr) return false;
  const std::string got = work_of(trial->enqueue());
  if (got == wanted) return true;
  verdict.broken(what + ": enqueue " + got + "; wanted: " + wanted, "enqueue");
  return false;
}

void ck20(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto built = ready_trial(subject, api, verdict, {Life::kBuilt, 0});
  if (built == nullptr) return;
  const Ran ran = built->enqueue();
  const std::string wanted = work_of(ran);
  if (ran.code != 0) return verdict.not_run(ran.refusal);
  same_work(subject, api, verdict, {Life::kLoaded, 0}, wanted,
            "an object that was created for the runtime and never configured does other work than "
            "one that was configured");
}

std::vector<std::int32_t> tactics_of(const Subject& subject) {
  const auto plugin = subject.create();
  plugin->configure(subject.ports(subject.use.matching().front()));
  const std::int32_t count = plugin->tactic_count();
  constexpr std::int32_t kMostTactics = 8;
  if (count <= 0) return {0};
  std::vector<std::int32_t> tactics(static_cast<std::size_t>(count) + kPadding);
  plugin->call("getValidTactics",
               [&] { return plugin->build()->getValidTactics(tactics.data(), count); });
  tactics.resize(static_cast<std::size_t>(std::min(count, kMostTactics)));
  return tactics;
}

void ck50(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  for (const std::int32_t tactic : tactics_of(subject)) {
    const auto told = ready_trial(subject, api, verdict, {Life::kTacticAtLast, tactic});
    if (told == nullptr) return;
    const std::string wanted = work_of(told->enqueue());
    const std::string after = " after setTactic(" + std::to_string(tactic) + ") does not keep it";
    if (!same_work(subject, api, verdict, {Life::kLoaded, tactic}, wanted,
                   "the object that attachToContext gave" + after) ||
        !same_work(subject, api, verdict, {Life::kCloned, tactic}, wanted,
                   "the object that attachToContext of a clone gave" + after)) {
      return;
    }
  }
}

// The first allocation since begin().
bool allocates(const cuda_shim::Api& api, Event& found) {
  CudaCalls calls;
  calls_since_begin(api, calls);
  for (const Event& call : calls) {
    const bool in_order = call.kind == CallKind::kStreamMemory && call.bytes > 0;  // no free
    if (call.kind != CallKind::kAllocate && !in_order) continue;
    found = call;
    return true;
  }
  return false;
}

void ck22(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto check = [&](const char* method) {
    Event call;
    if (!allocates(api, call)) return;
    verdict.broken(std::string(method) + " calls " + describe(call) +
                       "; it is called often, also where there is no GPU",
                   std::string(method) + ": " + call.api);
  };
  api.begin();
  const auto plugin = subject.make();
  check("createPlugin");
  api.begin();
  const auto copy = plugin->copy();
  check("clone");
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  for (const Event& call : trial->attach_calls()) {
    if (call.kind != CallKind::kAllocate) continue;
    verdict.broken(
        "attachToContext calls " + describe(call) + "; each execution context pays for it",
        std::string("attachToContext: ") + call.api);
  }
  trial->enqueue();
  api.begin();
  const auto late = trial->attached().copy();
  check("clone");
}

/// One way to make inputs empty.
struct Emptied {
  std::vector<host::DimValues> inputs;
  bool consistent = true;  ///< no other input's dimensions can contradict it
};

// By groups of dimensions with the same range, which are most often the same quantity; then axis by
// axis of all inputs of the highest rank. Only what the network leaves open can be 0.
std::vector<Emptied> ways_to_empty(const Case& use) {
  using Range = std::array<std::int64_t, 3>;
  std::map<Range, Emptied> groups;
  std::map<std::size_t, Emptied> axes;
  std::size_t rank = 0;
  for (const auto& dims : use.opt) rank = std::max(rank, dims.size());
  for (std::size_t i = 0; i < use.inputs(); ++i) {
    for (std::size_t axis = 0; axis < use.opt[i].size(); ++axis) {
      if (use.network[i][axis] >= 0) continue;
      const Range range{use.min[i][axis], use.opt[i][axis], use.max[i][axis]};
      const auto empty = [&](Emptied& way) {
        if (way.inputs.empty()) way = {use.opt, use.inputs() == 1};
        way.inputs[i][axis] = 0;
      };
      empty(groups[range]);
      if (use.opt[i].size() == rank) empty(axes[axis]);
    }
  }
  std::vector<Emptied> ways;
  for (auto& [range, way] : groups) ways.push_back(std::move(way));
  for (auto& [axis, way] : axes) ways.push_back(std::move(way));
  return ways;
}

// True where enqueue did what it should. A failed launch is a fault in any case; a refusal only
// where the inputs cannot contradict each other.
bool holds_for_empty(const Ran& ran, const Emptied& way, Verdict& verdict) {
  const std::string text = " for inputs " + describe(way.inputs) + ", of which some are empty";
  for (const Event& call : ran.calls) {
    if (call.kind != CallKind::kLaunch || call.error == 0) continue;
    verdict.broken(describe(call) + " fails" + text, "enqueue with null pointers");
  }
  if (ran.code != 0 && way.consistent && unsupported_call(ran.calls).empty()) {
    verdict.broken(ran.refusal + text + "; must be 0", "enqueue with null pointers");
  }
  return ran.code == 0 && !verdict.decided();
}

void ck65(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  if (const Ran full = trial->enqueue(); full.code != 0) return verdict.not_run(full.refusal);
  std::string refusal = "no dimension of its inputs is open";
  bool any = false;
  for (const Emptied& way : ways_to_empty(subject.use)) {
    const auto shapes = trial_shapes(subject, way.inputs);
    const Status status = shapes.is_ok() ? trial->set_shapes(*shapes) : shapes.status();
    const std::string inputs = "inputs " + describe(way.inputs) + ": ";
    if (!status.is_ok()) {
      if (!any) refusal = "it refuses " + inputs + status.message();
      continue;
    }
    const Ran ran = trial->enqueue();
    api.take_last_error();
    any = holds_for_empty(ran, way, verdict) || any;
    if (verdict.decided()) return;
    if (!any) refusal = "it refuses " + inputs + ran.refusal;
  }
  if (!any) verdict.not_run(refusal);
}

void ck68(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  const Ran ran = trial->enqueue();
  if (ran.code != 0) return verdict.not_run(ran.refusal);
  if (const std::int32_t left = api.take_last_error(); left != 0) {
    return verdict.broken("enqueue returned 0 and left CUDA error " + std::to_string(left) +
                              " behind; it becomes the next caller's",
                          "cudaGetLastError after enqueue");
  }
  const auto launches = static_cast<std::int32_t>(
      std::count_if(ran.calls.begin(), ran.calls.end(),
                    [](const Event& call) { return call.kind == CallKind::kLaunch; }));
  if (launches == 0) return verdict.not_run("enqueue launches no kernel for these inputs");
  for (std::int32_t n = 1; n <= std::min(launches, kMostFailures); ++n) {
    api.fail_launch(n);
    const Ran failed = trial->enqueue();
    api.fail_launch(0);
    api.take_last_error();
    const auto call = std::find_if(failed.calls.begin(), failed.calls.end(), [](const Event& made) {
      return made.kind == CallKind::kLaunch && made.error != 0;
    });
    if (call == failed.calls.end() || failed.code != 0) continue;
    return verdict.broken("enqueue returned 0 although the " + describe(*call) +
                              " failed with cudaErrorLaunchOutOfResources",
                          "enqueue with launch " + std::to_string(n) + " of " +
                              std::to_string(launches) + " made to fail");
  }
}

void ck75(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  // In the others, from createPlugin on, there is an object that may need the device.
  static const std::set<std::string> kWithoutDevice = {"",
                                                       "dlopen",
                                                       "setLoggerFinder",
                                                       "getCreators",
                                                       "getPluginCreators",
                                                       "getFieldNames",
                                                       "getPluginName",
                                                       "getPluginVersion",
                                                       "getPluginNamespace",
                                                       "getInterfaceInfo",
                                                       "getCapabilityInterface",
                                                       "getNbOutputs",
                                                       "getOutputDataTypes",
                                                       "getOutputShapes",
                                                       "supportsFormatCombination",
                                                       "getFormatCombinationLimit",
                                                       "getOutputDimensions",
                                                       "getOutputDataType",
                                                       "supportsFormat",
                                                       "getAliasedInput"};
  (void)subject;
  for (const Event& call : early_calls(api)) {
    const std::string method = call.method;
    const bool early = kWithoutDevice.count(method) != 0 || method.rfind("init", 0) == 0;
    if (call.kind == CallKind::kRegister || !early) continue;
    const std::string where = method == "dlopen" ? "loading the library (static initialisation)"
                              : method.empty()   ? "code outside any plugin method"
                                                 : method;
    return verdict.broken(
        where + " calls " + describe(call) + ", which fails where there is no GPU",
        where + ": " + call.api);
  }
}

}  // namespace

std::span<const Check> recorded_life_checks() {
  static constexpr Check kChecks[] = {
      {"CK20", recorded<ck20>, Reach::kNothing}, {"CK22", recorded<ck22>, Reach::kNothing},
      {"CK50", recorded<ck50>, Reach::kNothing}, {"CK65", recorded<ck65>, Reach::kNothing},
      {"CK68", recorded<ck68>, Reach::kNothing}, {"CK75", recorded<ck75>, Reach::kNothing}};
  return kChecks;
}

}  // namespace plugsmith::check
