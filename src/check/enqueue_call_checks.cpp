// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "src/check/recorded_trial.hpp"

// CK58, CK59, CK69: what enqueue asks of the CUDA runtime.

namespace plugsmith::check {
namespace {

using cuda_shim::CallKind;
using cuda_shim::Event;
using Ran = RecordedTrial::Ran;

/// The streams that work may go to: the given one, and each that waits for it, as long as the given
/// one waits for it in turn. A capture takes these along.
class Streams {
 public:
  explicit Streams(const void* given) : given_(given) { reached_[given]; }

  /// The call that goes elsewhere, or leaves work that nothing waits for.
  const Event* first_astray(const CudaCalls& calls) {
    for (const Event& call : calls) {
      if (!call.takes_stream || call.waits) continue;
      if (!follow(call)) return &call;
    }
    return open_.empty() ? nullptr : open_.begin()->second;
  }
  bool left_open() const { return !open_.empty(); }

 private:
  bool follow(const Event& call) {
    const bool is_default =
        reinterpret_cast<std::uintptr_t>(call.stream) <= cuda_shim::kPerThreadStream;
    switch (call.kind) {
      case CallKind::kRecordEvent:
        if (reached_.count(call.stream) != 0) {
          covers_[call.handle] = reached_[call.stream];
          covers_[call.handle].insert(call.stream);
        }
        return !is_default;
      case CallKind::kWaitEvent:
        if (const auto found = covers_.find(call.handle); found != covers_.end()) {
          reached_[call.stream].insert(found->second.begin(), found->second.end());
          if (call.stream == given_) {
            for (const void* joined : found->second) open_.erase(joined);
          }
        }
        return !is_default;
      case CallKind::kLaunch:
      case CallKind::kCopy:
      case CallKind::kFill:
      case CallKind::kStreamMemory:
      case CallKind::kHostFunction:
        if (reached_.count(call.stream) == 0) return false;
        if (call.stream != given_) open_[call.stream] = &call;
        return true;
      default: return true;
    }
  }

  const void* given_;
  std::map<const void*, std::set<const void*>> reached_;  // by stream: those that it waits for
  std::map<const void*, std::set<const void*>> covers_;   // by event: the same
  std::map<const void*, const Event*> open_;              // by stream: work not yet waited for
};

void ck58(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  for (const char* which : {"the first call of enqueue", "a later call of enqueue"}) {
    const Ran ran = trial->enqueue();
    Streams streams(trial->stream());
    if (const Event* call = streams.first_astray(ran.calls); call != nullptr) {
      const std::string end = streams.left_open()
                                  ? ", and the stream of enqueue does not wait for it"
                                  : "; must be the stream that enqueue gets";
      return verdict.broken(describe(*call) + " goes to " + describe_stream(call->stream) + end,
                            std::string(which) + ": " + call->api);
    }
    if (!ran.all_kept) return verdict.not_run("enqueue made more CUDA calls than are kept");
    if (ran.code != 0) return verdict.not_run(ran.refusal);
  }
}

// Why the call has no place in enqueue; null: it has.
const char* why_forbidden(const Event& call) {
  switch (call.kind) {
    case CallKind::kSynchronize: return "which waits for the device";
    case CallKind::kAllocate: return "which allocates memory";
    case CallKind::kFree: return "which frees memory";
    case CallKind::kCreate: return "which creates a handle";
    case CallKind::kDestroy: return "which destroys a handle";
    case CallKind::kCopy:
      if (call.waits) return "which waits for the copy";
      return call.pageable ? "a copy from or to pageable host memory" : nullptr;
    default: return nullptr;
  }
}

void ck59(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  for (const char* which : {"the first call of enqueue", "a later call of enqueue"}) {
    const Ran ran = trial->enqueue();
    for (const Event& call : ran.calls) {
      if (const char* why = why_forbidden(call); why != nullptr) {
        return verdict.broken("enqueue calls " + describe(call) + ", " + why +
                                  "; a stream that is being captured does not allow it",
                              std::string(which) + ": " + call.api);
      }
    }
    if (!ran.all_kept) return verdict.not_run("enqueue made more CUDA calls than are kept");
    if (ran.code != 0) return verdict.not_run(ran.refusal);
  }
}

void ck69(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto check = [&](const char* method) {
    const std::int32_t now = api.current_device();
    if (now == 0) return;
    verdict.broken(
        std::string(method) + " leaves device " + std::to_string(now) + " current; it was 0 before",
        method);
    api.set_current_device(0);
  };
  auto made = RecordedTrial::make(subject, api, {});
  if (!made.is_ok())
    return verdict.not_run("the op cannot be run here: " + made.status().message());
  const auto trial = std::move(made).value();
  check("attachToContext");
  const auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return verdict.not_run(shapes.status().message());
  const Status changed = trial->set_shapes(*shapes);
  check(subject.is_v2() ? "configurePlugin" : "onShapeChange");
  if (!changed.is_ok()) return verdict.not_run("the op cannot be run here: " + changed.message());
  const Ran ran = trial->enqueue();
  check("enqueue");
  if (ran.code != 0) verdict.not_run(ran.refusal);
}

}  // namespace

std::span<const Check> enqueue_call_checks() {
  static constexpr Check kChecks[] = {{"CK58", recorded<ck58>, Reach::kNothing},
                                      {"CK59", recorded<ck59>, Reach::kNothing},
                                      {"CK69", recorded<ck69>, Reach::kNothing}};
  return kChecks;
}

}  // namespace plugsmith::check
