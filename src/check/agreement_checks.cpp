// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "src/check/device_cases.hpp"
#include "src/check/device_trial.hpp"
#include "src/check/families.hpp"
#include "src/check/trial_reference.hpp"

// CK72, CK73: what a device computes against the CPU reference.

namespace plugsmith::check {
namespace {

constexpr unsigned kSeed = 3;

double ulps_of(const std::vector<HostTensor>& tensors) {
  double ulps = 0.0;
  for (const HostTensor& tensor : tensors) ulps = std::max(ulps, reference_ulps(tensor.type));
  return ulps;
}

// One combination and tactic on one set of shapes. An error says what went wrong; `compared` counts
// what could be run.
Status compare(const Subject& subject, const Combination& combination, std::int32_t tactic,
               const TrialShapes& shapes, int& compared) {
  const auto inputs = trial_inputs(subject, combination, shapes, kSeed);
  if (!inputs.is_ok()) return Status::ok();  // types that there are no values for
  const auto want = reference_outputs(subject, combination, shapes, inputs.value());
  if (!want.is_ok()) return Status::ok();  // the op refuses these inputs
  auto trial = DeviceTrial::make(subject, {combination, tactic, Origin::kLoaded});
  if (!trial.is_ok()) return trial.status();
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_shapes(shapes));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->set_inputs(inputs.value()));
  PLUGSMITH_RETURN_IF_ERROR((*trial)->run());
  const auto got = (*trial)->outputs();
  if (!got.is_ok()) return got.status();
  PLUGSMITH_RETURN_IF_ERROR((*trial)->check_guards());
  ++compared;
  const std::string text = difference(got.value(), want.value(), ulps_of(want.value()));
  return text.empty() ? Status::ok() : internal_error(text + " as the CPU reference says");
}

// All combinations that `takes` picks, with all their tactics.
template <class Takes>
void compare_all(const Subject& subject, const std::vector<std::vector<host::DimValues>>& inputs,
                 const Takes& takes, Verdict& verdict) {
  int compared = 0;
  for (const auto& dims : inputs) {
    const auto shapes = trial_shapes(subject, dims);
    if (!shapes.is_ok()) continue;
    for (const Combination& combination : subject.use.combinations) {
      if (!takes(combination)) continue;
      for (const std::int32_t tactic : tactics_of(subject, combination)) {
        const Status status = compare(subject, combination, tactic, shapes.value(), compared);
        if (!status.is_ok()) {
          return verdict.broken(status.message(),
                                "enqueue, " + describe(subject, {combination, tactic, dims}));
        }
      }
    }
  }
  if (compared == 0) verdict.not_run("no combination could be computed by the CPU reference");
}

bool refuse_without_reference(const Subject& subject, Verdict& verdict) {
  if (has_reference(subject)) return false;
  verdict.not_run("the library has no CPU reference to compare with");
  return true;
}

void ck72(const Subject& subject, Verdict& verdict) {
  if (refuse_without_reference(subject, verdict)) return;
  compare_all(
      subject, {subject.use.opt, subject.use.min, subject.use.max},
      [](const Combination&) { return true; }, verdict);
}

void ck73(const Subject& subject, Verdict& verdict) {
  if (refuse_without_reference(subject, verdict)) return;
  const auto& all = subject.use.combinations;
  if (std::none_of(all.begin(), all.end(), is_vectorized)) return;
  compare_all(subject, channel_variants(subject), is_vectorized, verdict);
}

}  // namespace

std::span<const Check> agreement_checks() {
  static constexpr Check kChecks[] = {{"CK72", ck72, Reach::kNegotiated},
                                      {"CK73", ck73, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
