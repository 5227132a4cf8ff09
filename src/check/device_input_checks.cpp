// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <thread>

#include "src/check/device_ready.hpp"
#include "src/check/families.hpp"

// CK65 to CK67, CK70: unusual inputs, data-dependent outputs, and two contexts at once.

namespace plugsmith::check {
namespace {

using Tensors = std::vector<HostTensor>;

void ck65(const Subject& subject, Verdict& verdict) {
  ReadyTrial ready;
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
  auto inputs = trial_inputs(subject, ready.combination, shapes.value(), kTrialSeed);
  if (!inputs.is_ok()) return verdict.not_run(inputs.status().message());
  Status status = ready.trial->set_shapes(shapes.value());
  if (status.is_ok()) status = ready.trial->set_inputs(inputs.value());
  if (!status.is_ok()) return verdict.not_run(status.message());
  const Status ran = ready.trial->run();
  const std::string where = "enqueue with inputs " + describe(empty);
  if (!ran.is_ok() && ready.trial->was_refused() && empty.size() > 1) {
    return verdict.not_run("the op refuses empty inputs, which may contradict each other: " +
                           ran.message());
  }
  // An op may want a row at least; then its reference does, too.
  const std::string refused =
      ready.trial->was_refused() ? ready.trial->refused_by_reference() : std::string();
  if (!refused.empty()) {
    return verdict.not_run("the op and its CPU reference refuse empty inputs: " + refused);
  }
  if (!ran.is_ok()) return verdict.broken(ran.message() + " for empty inputs", where);
  const Status guards = ready.trial->check_guards();
  if (!guards.is_ok()) verdict.broken(guards.message(), where);
}

void ck66(const Subject& subject, Verdict& verdict) {
  if (!subject.use.shapes.shapes.any_data_dependent()) return;
  ReadyTrial ready;
  if (!prepare(subject, verdict, ready)) return;
  if (!run(ready, verdict)) return;
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
  ReadyTrial ready;
  if (!prepare(subject, verdict, ready)) return;
  for (const unsigned seed : {11U, 12U, 13U}) {
    if (!is_done(ready.trial->set_inputs(random_bits(ready.inputs, seed)), verdict)) return;
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
  ReadyTrial ready[2];
  Tensors want[2], got[2];
  Status failure[2] = {Status::ok(), Status::ok()};
  for (int i = 0; i < 2; ++i) {
    if (!prepare(subject, verdict, ready[i])) return;
    auto inputs = trial_inputs(subject, ready[i].combination, ready[i].shapes,
                               kTrialSeed + static_cast<unsigned>(i));
    if (!inputs.is_ok()) return verdict.not_run(inputs.status().message());
    ready[i].inputs = std::move(inputs).value();
    if (!is_done(ready[i].trial->set_inputs(ready[i].inputs), verdict)) return;
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

std::span<const Check> device_input_checks() {
  // In this order: the last one may leave the device in an error.
  static constexpr Check kChecks[] = {{"CK65", ck65, Reach::kNegotiated},
                                      {"CK66", ck66, Reach::kNegotiated},
                                      {"CK70", ck70, Reach::kNegotiated},
                                      {"CK67", ck67, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
