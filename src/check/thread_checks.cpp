// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>

#include "src/check/families.hpp"
#include "src/check/life.hpp"
#include "src/check/trial_reference.hpp"
#include "src/host/fields.hpp"

// CK70 (the host's half), CK71: several threads at once. Calls are bare: the threads share one
// mark.

namespace plugsmith::check {
namespace {

using Phase = nvinfer1::TensorRTPhase;

/// Runs the body, which gets the thread's number, on several threads that start together.
template <class Body>
void together(const Subject& subject, int threads, const char* method, const Body& body) {
  const host::CallMark mark(subject.state->observer(), subject.info.name.c_str(), method);
  std::atomic<int> waiting{threads};
  std::vector<std::thread> running;
  for (int number = 0; number < threads; ++number) {
    running.emplace_back([&, number] {
      waiting.fetch_sub(1);
      while (waiting.load() > 0) std::this_thread::yield();
      body(number);
    });
  }
  for (auto& thread : running) thread.join();
}

struct Tally {
  std::atomic<int> refused{0}, no_clone{0};
};

void ck71(const Subject& subject, Verdict& verdict) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 60;
  const host::FieldCollection fields(subject.attributes);
  const auto original = subject.create();
  const bool clones = original->clone() != nullptr;
  Tally tally;
  together(subject, kThreads, "createPlugin, clone and destructor on 8 threads", [&](int) {
    for (int round = 0; round < kRounds; ++round) {
      nvinfer1::IPluginV3* made =
          subject.creator->createPlugin("checked", &fields.get(), Phase::kBUILD);
      if (made == nullptr) {
        tally.refused.fetch_add(1);
        continue;
      }
      nvinfer1::IPluginV3* copy = made->clone();
      if (copy == nullptr) tally.no_clone.fetch_add(1);
      delete made;
      if (copy != made) delete copy;
    }
  });
  const int refused = tally.refused.load();
  const int no_clone = clones ? tally.no_clone.load() : 0;
  if (refused + no_clone == 0) return;
  verdict.broken((refused > 0 ? "createPlugin refused " + std::to_string(refused)
                              : "clone returned null for " + std::to_string(no_clone)) +
                     " of " + std::to_string(kThreads * kRounds) +
                     " objects on 8 threads, though it makes them on one",
                 refused > 0 ? "createPlugin on 8 threads" : "clone on 8 threads");
}

// Results of the op's CPU reference on two threads, each with inputs of its own, against those of
// one thread.
std::string compute_together(const Subject& subject) {
  constexpr int kRounds = 6;
  const auto combination = subject.use.matching().front();
  const auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return "";
  std::vector<HostTensor> inputs[2];
  std::vector<HostTensor> wanted[2];
  for (unsigned i = 0; i < 2; ++i) {
    auto made = trial_inputs(subject, combination, *shapes, i + 1);
    if (!made.is_ok()) return "";
    inputs[i] = std::move(made).value();
    auto result = reference_outputs(subject, combination, *shapes, inputs[i]);
    if (!result.is_ok()) return "";
    wanted[i] = std::move(result).value();
  }
  std::string differences[2];
  together(subject, 2, "reference of two contexts on two threads", [&](int number) {
    for (int round = 0; round < kRounds && differences[number].empty(); ++round) {
      const auto got = reference_outputs(subject, combination, *shapes, inputs[number]);
      differences[number] =
          got.is_ok() ? difference(got.value(), wanted[number], 0) : got.status().message();
    }
  });
  return differences[0].empty() ? differences[1] : differences[0];
}

void ck70(const Subject& subject, Verdict& verdict) {
  constexpr int kRounds = 400;
  Contexts pair;
  if (!attach_both(subject, pair))
    return verdict.not_run("there are no objects for contexts (CK55)");
  const auto ports = subject.runtime_ports(subject.use.matching().front());
  const auto change = [&](const Plugin& object) {
    return object.runtime()->onShapeChange(ports.in(), ports.inputs, ports.out(), ports.outputs());
  };
  for (const auto& object : pair.objects) {
    const std::int32_t code = object->call("onShapeChange", [&] { return change(*object); });
    if (code == 0) continue;
    return verdict.not_run("onShapeChange returned " + std::to_string(code) +
                           " (it may need a GPU, or other inputs)");
  }
  std::atomic<int> failures{0};
  together(subject, 2, "onShapeChange of two contexts on two threads", [&](int number) {
    for (int round = 0; round < kRounds; ++round) {
      if (change(*pair.objects[number]) != 0) failures.fetch_add(1);
    }
  });
  if (failures.load() > 0) {
    return verdict.broken("onShapeChange of two contexts on two threads failed " +
                              std::to_string(failures.load()) + " times of " +
                              std::to_string(2 * kRounds) +
                              ", one after the other it does not: the contexts share state",
                          "onShapeChange on two threads");
  }
  if (!has_reference(subject)) {
    return verdict.not_run(
        "needs a GPU for the results of enqueue; onShapeChange of two contexts on two threads did "
        "no harm");
  }
  const std::string differs = compute_together(subject);
  if (differs.empty()) return;
  verdict.broken(
      "on two threads the CPU reference of two contexts computes other values than on "
      "one: " +
          differs,
      "reference on two threads");
}

}  // namespace

std::span<const Check> thread_checks() {
  static constexpr Check kChecks[] = {{"CK70", ck70, Reach::kNegotiated}, {"CK71", ck71}};
  return kChecks;
}

}  // namespace plugsmith::check
