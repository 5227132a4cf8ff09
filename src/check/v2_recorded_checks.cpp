// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/recorded_trial.hpp"

// CK84, CK86: what IPluginV2 plugins ask of the CUDA runtime over their life.

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace plugsmith::check {
namespace {

using cuda_shim::CallKind;
using cuda_shim::Event;
using Ran = RecordedTrial::Ran;

constexpr int kRepeats = 3;

/// Memory and handles of the library that are alive.
struct Alive {
  std::int64_t allocations = 0, handles = 0;
  bool operator==(const Alive& other) const {
    return allocations == other.allocations && handles == other.handles;
  }
};

std::string more(const Alive& before, const Alive& now) {
  return std::to_string(now.allocations - before.allocations) + " allocations and " +
         std::to_string(now.handles - before.handles) + " streams or events";
}

/// Follows what is alive from the first begin() on.
class Watch {
 public:
  explicit Watch(const cuda_shim::Api& api) : api_(api) { api_.begin(); }
  Alive now() const {
    Alive alive;
    alive.allocations = static_cast<std::int64_t>(api_.live_allocations());
    CudaCalls calls;
    calls_since_begin(api_, calls);
    for (const Event& call : calls) {
      if (call.error != 0) continue;
      if (call.kind == CallKind::kCreate) ++alive.handles;
      if (call.kind == CallKind::kDestroy) --alive.handles;
    }
    return alive;
  }

 private:
  const cuda_shim::Api& api_;
};

void ck84(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const Watch watch(api);
  const Alive before = watch.now();
  auto object = make_v2(subject);
  object->configure(subject.ports(subject.use.matching().front()));
  Alive first;
  for (int i = 1; i <= kRepeats; ++i) {
    const auto code = object->call("initialize", [&] { return object->raw()->initialize(); });
    if (code != 0) {
      const std::string text = "initialize returned " + std::to_string(code);
      if (i == 1) return verdict.not_run(text + " (it may need a GPU)");
      return verdict.broken(text + " after terminate; the first call returned 0",
                            "initialize, repeated");
    }
    object->call("terminate", [&] { object->raw()->terminate(); });
    if (i == 1) first = watch.now();
  }
  if (const Alive now = watch.now(); !(now == first)) {
    return verdict.broken(std::to_string(kRepeats - 1) +
                              " more pairs of initialize and terminate leave " + more(first, now) +
                              " behind",
                          "terminate");
  }
  object.reset();
  if (const Alive now = watch.now(); !(now == before)) {
    verdict.broken("destroy leaves " + more(before, now) + " of the object behind", "destroy");
  }
}

std::string work_of(const Ran& ran) {
  std::string text = "returns " + std::to_string(ran.code);
  for (const Event& call : ran.calls) {
    if (call.takes_stream) text += "; " + describe(call);
  }
  return text;
}

void ck86(const Subject& subject, const cuda_shim::Api& api, Verdict& verdict) {
  const auto trial = ready_trial(subject, api, verdict);
  if (trial == nullptr) return;
  const std::string wanted = work_of(trial->enqueue());
  for (int i = 0; i < kRepeats; ++i) {
    const Ran configured = trial->configure_again();
    const auto allocation =
        std::find_if(configured.calls.begin(), configured.calls.end(), [](const Event& call) {
          const bool in_order = call.kind == CallKind::kStreamMemory && call.bytes > 0;  // no free
          return call.kind == CallKind::kAllocate || in_order || call.kind == CallKind::kCreate;
        });
    if (allocation != configured.calls.end()) {
      return verdict.broken("configurePlugin with unchanged shapes calls " + describe(*allocation) +
                                " each time; TensorRT may call it before every enqueue",
                            std::string("configurePlugin, repeated: ") + allocation->api);
    }
    const std::string got = work_of(trial->enqueue());
    if (got == wanted) continue;
    return verdict.broken(
        "after another configurePlugin with the same shapes enqueue " + got + "; wanted: " + wanted,
        "enqueue after configurePlugin, repeated");
  }
}

}  // namespace

std::span<const Check> v2_recorded_checks() {
  static constexpr Check kChecks[] = {{"CK84", recorded<ck84>, Reach::kNothing},
                                      {"CK86", recorded<ck86>, Reach::kNothing}};
  return kChecks;
}

}  // namespace plugsmith::check
