// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <thread>

#include "src/check/device_trial.hpp"
#include "src/check/families.hpp"

// CK20, CK60 to CK67, CK70: one execution context on a real device.

namespace plugsmith::check {
namespace {

using Trial = std::unique_ptr<DeviceTrial>;
using Tensors = std::vector<HostTensor>;

constexpr double kSameKernel = 16.0;  ///< units of the type's epsilon: atomics may reorder sums
constexpr unsigned kSeed = 1, kOtherSeed = 2;

// A trial of the case's first combination at opt, with inputs on the device.
struct Ready {
  Trial trial;
  TrialShapes shapes;
  Tensors inputs;
  Combination combination;
};

DeviceTrial::Setting setting_of(const Subject& subject, Origin origin) {
  return {subject.use.matching().front(), 0, origin};
}

// False with the reason where the op cannot be run: then other rules speak.
bool prepare(const Subject& subject, Verdict& verdict, Ready& ready,
             Origin origin = Origin::kLoaded) {
  const auto give_up = [&](const Status& status) {
    verdict.not_run("the op cannot be run here: " + status.message());
    return false;
  };
  const auto setting = setting_of(subject, origin);
  ready.combination = setting.combination;
  auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return give_up(shapes.status());
  ready.shapes = std::move(shapes).value();
  auto inputs = trial_inputs(subject, setting.combination, ready.shapes, kSeed);
  if (!inputs.is_ok()) return give_up(inputs.status());
  ready.inputs = std::move(inputs).value();
  auto trial = DeviceTrial::make(subject, setting);
  if (!trial.is_ok()) return give_up(trial.status());
  ready.trial = std::move(trial).value();
  Status status = ready.trial->set_shapes(ready.shapes);
  if (status.is_ok()) status = ready.trial->set_inputs(ready.inputs);
  return status.is_ok() || give_up(status);
}

// The outputs of one plain run; null with a finding or a reason.
bool run(Ready& ready, Verdict& verdict, Tensors& outputs, const char* evidence = "enqueue") {
  const Status ran = ready.trial->run();
  if (!ran.is_ok()) {
    verdict.broken(ran.message() + " for legal inputs on this device", evidence);
    return false;
  }
  auto got = ready.trial->outputs();
  if (!got.is_ok()) {
    verdict.broken(got.status().message(), evidence);
    return false;
  }
  outputs = std::move(got).value();
  return true;
}

void expect_same(const Tensors& got, const Tensors& want, Verdict& verdict, const std::string& what,
                 const char* evidence) {
  const std::string text = difference(got, want, kSameKernel);
  if (!text.empty()) verdict.broken(what + ": " + text, evidence);
}

void ck20(const Subject& subject, Verdict& verdict) {
  Ready built, loaded;
  if (!prepare(subject, verdict, built, Origin::kBuilt)) return;
  if (!prepare(subject, verdict, loaded, Origin::kLoaded)) return;
  Tensors of_built, of_loaded;
  if (!run(built, verdict, of_built)) return;
  if (!run(loaded, verdict, of_loaded, "enqueue after createPlugin(kRUNTIME)")) return;
  expect_same(of_loaded, of_built, verdict,
              "an object that was loaded computes something else than one that was configured",
              "enqueue after createPlugin(kRUNTIME)");
}

void ck60(const Subject& subject, Verdict& verdict) {
  Ready ready;
  if (!prepare(subject, verdict, ready)) return;
  Tensors warm, want, got;
  if (!run(ready, verdict, warm)) return;
  DeviceTrial& trial = *ready.trial;
  auto other = trial_inputs(subject, ready.combination, ready.shapes, kOtherSeed);
  if (!other.is_ok()) return verdict.not_run(other.status().message());
  // Captured on the first inputs, replayed on others.
  if (!trial.set_inputs(ready.inputs).is_ok()) return verdict.not_run("no device memory");
  const Status captured =
      trial.stream().capture([&](Stream stream) { return trial.enqueue(stream); });
  if (!captured.is_ok()) {
    return verdict.broken("the stream cannot be captured into a CUDA graph: " + captured.message(),
                          "enqueue while the stream is captured (global mode)");
  }
  if (!trial.set_inputs(other.value()).is_ok()) return verdict.not_run("no device memory");
  if (!run(ready, verdict, want)) return;
  if (trial.has_alias()) static_cast<void>(trial.set_inputs(other.value()));
  static_cast<void>(trial.poison_outputs(0x5A));
  Status replayed = trial.stream().replay();
  if (replayed.is_ok()) replayed = trial.stream().synchronize();
  if (!replayed.is_ok()) {
    return verdict.broken("the captured graph fails: " + replayed.message(), "graph replay");
  }
  auto outputs = trial.outputs();
  if (!outputs.is_ok()) return verdict.broken(outputs.status().message(), "graph replay");
  expect_same(outputs.value(), want, verdict,
              "replayed on other inputs, the captured graph gives something else than enqueue",
              "graph replay");
}

void ck61(const Subject& subject, Verdict& verdict) {
  Ready ready;
  Tensors outputs;
  if (!prepare(subject, verdict, ready) || !run(ready, verdict, outputs)) return;
  const Status same = ready.trial->check_inputs();
  if (!same.is_ok()) verdict.broken(same.message() + " by enqueue", "enqueue");
}

// Elements that both runs left as the poison of that run.
std::size_t unwritten(const HostTensor& first, unsigned char first_poison, const HostTensor& second,
                      unsigned char second_poison, std::size_t& where) {
  const auto size = static_cast<std::size_t>(std::max<std::int64_t>(bytes_of(first.type, 1), 1));
  const auto holds = [&](const HostTensor& tensor, std::size_t element, unsigned char poison) {
    const auto begin = tensor.bytes.begin() + static_cast<std::ptrdiff_t>(element * size);
    return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(size),
                       [&](std::byte byte) { return byte == std::byte{poison}; });
  };
  std::size_t count = 0;
  const std::size_t elements = std::min(first.bytes.size(), second.bytes.size()) / size;
  for (std::size_t i = 0; i < elements; ++i) {
    if (!holds(first, i, first_poison) || !holds(second, i, second_poison)) continue;
    if (count++ == 0) where = i;
  }
  return count;
}

void ck62(const Subject& subject, Verdict& verdict) {
  constexpr unsigned char kFirst = 0xCD, kSecond = 0x3B;
  Ready ready;
  Tensors first, second;
  if (!prepare(subject, verdict, ready)) return;
  static_cast<void>(ready.trial->poison_outputs(kFirst));
  if (!run(ready, verdict, first)) return;
  const Status guards = ready.trial->check_guards();
  if (!guards.is_ok()) return verdict.broken(guards.message(), "enqueue");
  if (ready.trial->has_alias())
    return;  // an aliased output holds the input where it is not written
  static_cast<void>(ready.trial->poison_outputs(kSecond));
  if (!run(ready, verdict, second)) return;
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::size_t where = 0;
    const std::size_t count = unwritten(first[i], kFirst, second[i], kSecond, where);
    if (count == 0) continue;
    verdict.broken("output " + std::to_string(i) + " " + describe({first[i].dims}) + ": " +
                       std::to_string(count) + " elements were not written, first element " +
                       std::to_string(where),
                   "enqueue");
  }
}

void ck63(const Subject& subject, Verdict& verdict) {
  Ready ready;
  Tensors zeros, ones;
  if (!prepare(subject, verdict, ready)) return;
  if (ready.trial->workspace_bytes() == 0) return;
  const auto with = [&](unsigned char value, Tensors& outputs) {
    static_cast<void>(ready.trial->fill_workspace(value));
    if (ready.trial->has_alias()) static_cast<void>(ready.trial->set_inputs(ready.inputs));
    return run(ready, verdict, outputs);
  };
  if (!with(0x00, zeros)) return;
  const Status guards = ready.trial->check_workspace();
  if (!guards.is_ok()) return verdict.broken(guards.message(), "enqueue");
  if (!with(0xFF, ones)) return;
  expect_same(ones, zeros, verdict,
              "the result depends on what the workspace held before (0x00 against 0xFF)",
              "enqueue");
}

void ck64(const Subject& subject, Verdict& verdict) {
  Ready ready;
  Tensors before, after;
  if (!prepare(subject, verdict, ready) || !run(ready, verdict, before)) return;
  const Status moved = ready.trial->move_buffers();
  if (!moved.is_ok()) return verdict.not_run(moved.message());
  if (!run(ready, verdict, after, "enqueue with all buffers at other addresses")) return;
  expect_same(after, before, verdict, "after all buffers have moved the result differs",
              "enqueue with all buffers at other addresses");
}

void ck65(const Subject& subject, Verdict& verdict) {
  Ready ready;
  if (!prepare(subject, verdict, ready)) return;
  std::vector<host::DimValues> empty = subject.use.opt;
  bool any = false;
  for (std::size_t i = 0; i < empty.size(); ++i) {
    if (empty[i].empty()) continue;
    const auto open = std::find(subject.use.network[i].begin(), subject.use.network[i].end(), -1);
    if (open == subject.use.network[i].end()) continue;
    empty[i][static_cast<std::size_t>(open - subject.use.network[i].begin())] = 0;
    any = true;
  }
  if (!any) return verdict.not_run("no input has a dimension that could be 0");
  auto shapes = trial_shapes(subject, empty);
  if (!shapes.is_ok()) {
    return verdict.not_run("the op has no shape for empty inputs: " + shapes.status().message());
  }
  auto inputs = trial_inputs(subject, ready.combination, shapes.value(), kSeed);
  if (!inputs.is_ok()) return verdict.not_run(inputs.status().message());
  Status status = ready.trial->set_shapes(shapes.value());
  if (status.is_ok()) status = ready.trial->set_inputs(inputs.value());
  if (!status.is_ok()) return verdict.not_run(status.message());
  const Status ran = ready.trial->run();
  const std::string where = "enqueue with inputs " + describe(empty);
  if (!ran.is_ok()) return verdict.broken(ran.message() + " for empty inputs", where);
  const Status guards = ready.trial->check_guards();
  if (!guards.is_ok()) verdict.broken(guards.message(), where);
}

void ck66(const Subject& subject, Verdict& verdict) {
  if (!subject.use.shapes.shapes.any_data_dependent()) return;
  Ready ready;
  if (!prepare(subject, verdict, ready)) return;
  const Status ran = ready.trial->run();
  if (!ran.is_ok()) return verdict.broken(ran.message(), "enqueue");
  const auto sizes = ready.trial->sizes();
  if (!sizes.is_ok()) return verdict.not_run(sizes.status().message());
  for (std::size_t i = 0; i < sizes->size(); ++i) {
    if (sizes.value()[i] >= 0) continue;
    return verdict.broken("size tensor " + std::to_string(i) + " is " +
                              std::to_string(sizes.value()[i]) + "; must not be negative",
                          "enqueue");
  }
  const auto outputs = ready.trial->outputs();
  if (!outputs.is_ok()) return verdict.broken(outputs.status().message(), "enqueue");
  const Status guards = ready.trial->check_guards();
  if (!guards.is_ok()) verdict.broken(guards.message(), "enqueue");
}

void ck67(const Subject& subject, Verdict& verdict) {
  Ready ready;
  if (!prepare(subject, verdict, ready)) return;
  for (const unsigned seed : {11U, 12U, 13U}) {
    if (!ready.trial->set_inputs(random_bits(ready.inputs, seed)).is_ok()) {
      return verdict.not_run("no device memory");
    }
    const Status enqueued = ready.trial->enqueue(ready.trial->stream().get());
    const Status finished = ready.trial->stream().synchronize();
    // A refusal by its code is an answer; a fault of the device is not.
    if (!finished.is_ok()) {
      return verdict.broken("inputs of random bits end in a fault: " + finished.message(),
                            "enqueue with random bits, seed " + std::to_string(seed));
    }
    if (!enqueued.is_ok()) continue;
    const Status guards = ready.trial->check_guards();
    if (!guards.is_ok()) {
      return verdict.broken(guards.message(),
                            "enqueue with random bits, seed " + std::to_string(seed));
    }
  }
}

void ck70(const Subject& subject, Verdict& verdict) {
  constexpr int kRuns = 20;
  Ready ready[2];
  Tensors want[2], got[2];
  Status failure[2] = {Status::ok(), Status::ok()};
  for (int i = 0; i < 2; ++i) {
    if (!prepare(subject, verdict, ready[i])) return;
    auto inputs = trial_inputs(subject, ready[i].combination, ready[i].shapes,
                               kSeed + static_cast<unsigned>(i));
    if (!inputs.is_ok()) return verdict.not_run(inputs.status().message());
    ready[i].inputs = std::move(inputs).value();
    static_cast<void>(ready[i].trial->set_inputs(ready[i].inputs));
    if (!run(ready[i], verdict, want[i])) return;
  }
  const auto repeat = [&](int i) {
    for (int k = 0; k < kRuns && failure[i].is_ok(); ++k) {
      if (ready[i].trial->has_alias()) {
        failure[i] = ready[i].trial->set_inputs(ready[i].inputs);
      }
      if (failure[i].is_ok()) failure[i] = ready[i].trial->run();
    }
  };
  std::thread other(repeat, 1);
  repeat(0);
  other.join();
  const char* evidence = "enqueue of two contexts on two threads and streams";
  for (int i = 0; i < 2; ++i) {
    if (!failure[i].is_ok()) return verdict.broken(failure[i].message(), evidence);
    auto outputs = ready[i].trial->outputs();
    if (!outputs.is_ok()) return verdict.broken(outputs.status().message(), evidence);
    expect_same(outputs.value(), want[i], verdict,
                "context " + std::to_string(i + 1) +
                    " of two computes something else beside the "
                    "other than alone",
                evidence);
  }
}

}  // namespace

std::span<const Check> device_checks() {
  // In this order: the last one may leave the device in an error.
  static constexpr Check kChecks[] = {
      {"CK20", ck20, Reach::kNegotiated}, {"CK60", ck60, Reach::kNegotiated},
      {"CK61", ck61, Reach::kNegotiated}, {"CK62", ck62, Reach::kNegotiated},
      {"CK63", ck63, Reach::kNegotiated}, {"CK64", ck64, Reach::kNegotiated},
      {"CK65", ck65, Reach::kNegotiated}, {"CK66", ck66, Reach::kNegotiated},
      {"CK70", ck70, Reach::kNegotiated}, {"CK67", ck67, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
