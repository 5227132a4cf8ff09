// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/device_ready.hpp"
#include "src/check/families.hpp"

// CK20, CK60 to CK64: one execution context on a real device.

namespace plugsmith::check {
namespace {

using Tensors = std::vector<HostTensor>;

void ck20(const Subject& subject, Verdict& verdict) {
  ReadyTrial built, loaded;
  if (!prepare(subject, verdict, built, Origin::kBuilt)) return;
  if (!prepare(subject, verdict, loaded, Origin::kLoaded)) return;
  Tensors of_built, of_loaded;
  const char* evidence =
      subject.is_v2() ? "enqueue after deserializePlugin" : "enqueue after createPlugin(kRUNTIME)";
  if (!run(built, verdict, of_built)) return;
  if (!run(loaded, verdict, of_loaded, evidence)) return;
  expect_same(of_loaded, of_built, verdict,
              "an object that was loaded computes something else than one that was configured",
              evidence);
}

void ck60(const Subject& subject, Verdict& verdict) {
  ReadyTrial ready;
  if (!prepare(subject, verdict, ready)) return;
  Tensors warm, want, got;
  if (!run(ready, verdict, warm)) return;
  DeviceTrial& trial = *ready.trial;
  auto other = trial_inputs(subject, ready.combination, ready.shapes, kOtherTrialSeed);
  if (!other.is_ok()) return verdict.not_run(other.status().message());
  // Captured on the first inputs, replayed on others.
  if (!is_done(trial.set_inputs(ready.inputs), verdict)) return;
  const Status captured =
      trial.stream().capture([&](Stream stream) { return trial.enqueue(stream); });
  if (!captured.is_ok()) {
    return verdict.broken("the stream cannot be captured into a CUDA graph: " + captured.message(),
                          "enqueue while the stream is captured (global mode)");
  }
  if (!is_done(trial.set_inputs(other.value()), verdict)) return;
  if (!run(ready, verdict, want)) return;
  if (trial.has_alias() && !is_done(trial.set_inputs(other.value()), verdict)) return;
  if (!is_done(trial.poison_outputs(0x5A), verdict)) return;
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
  ReadyTrial ready;
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
  ReadyTrial ready;
  Tensors first, second;
  if (!prepare(subject, verdict, ready)) return;
  if (!is_done(ready.trial->poison_outputs(kFirst), verdict)) return;
  if (!run(ready, verdict, first)) return;
  const Status guards = ready.trial->check_guards();
  if (!guards.is_ok()) return verdict.broken(guards.message(), "enqueue");
  if (ready.trial->has_alias())
    return;  // an aliased output holds the input where it is not written
  if (!is_done(ready.trial->poison_outputs(kSecond), verdict)) return;
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
  ReadyTrial ready;
  Tensors zeros, ones;
  if (!prepare(subject, verdict, ready)) return;
  if (ready.trial->workspace_bytes() == 0) return;
  const auto with = [&](unsigned char value, Tensors& outputs) {
    Status status = ready.trial->fill_workspace(value);
    if (status.is_ok() && ready.trial->has_alias()) status = ready.trial->set_inputs(ready.inputs);
    return is_done(status, verdict) && run(ready, verdict, outputs);
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
  ReadyTrial ready;
  Tensors before, after;
  if (!prepare(subject, verdict, ready) || !run(ready, verdict, before)) return;
  const Status moved = ready.trial->move_buffers();
  if (!moved.is_ok()) return verdict.not_run(moved.message());
  if (!run(ready, verdict, after, "enqueue with all buffers at other addresses")) return;
  expect_same(after, before, verdict, "after all buffers have moved the result differs",
              "enqueue with all buffers at other addresses");
}

}  // namespace

std::span<const Check> device_checks() {
  static constexpr Check kChecks[] = {
      {"CK20", ck20, Reach::kNegotiated}, {"CK60", ck60, Reach::kNegotiated},
      {"CK61", ck61, Reach::kNegotiated}, {"CK62", ck62, Reach::kNegotiated},
      {"CK63", ck63, Reach::kNegotiated}, {"CK64", ck64, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
