// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/families.hpp"
#include "src/cuda/guarded_buffer.hpp"

// CK95, and what a specification adds to CK16.

namespace plugsmith::check {
namespace {

// The plugin asked for a device or a library of CUDA's that is not here: that says nothing of it.
bool wants_cuda(const std::string& problem) {
  if (problem.find("Failed to load libcu") != std::string::npos) return true;
  if (cuda::why_no_device().empty()) return false;
  for (const char* sign : {"CUDA driver version is insufficient", "no CUDA-capable device",
                           "Cuda Error", "CUDA error", "Cuda failure"}) {
    if (problem.find(sign) != std::string::npos) return true;
  }
  return false;
}

void ck95(const Subject& subject, Verdict& verdict) {
  const GivenCase& given = *subject.given;
  if (given.claimed_by.empty()) {
    return verdict.not_run("nothing is specified; give --spec or --model");
  }
  if (subject.use.reach == Reach::kNothing && wants_cuda(subject.problem)) {
    return verdict.not_run("needs CUDA, which is not on this machine: " + subject.problem);
  }
  if (subject.use.reach == Reach::kNothing) {
    return verdict.broken(given.claimed_by + ": " + subject.problem, "createPlugin");
  }
  if (subject.use.reach == Reach::kNegotiated) return;
  if (given.types_claimed && !given.inputs.empty()) {
    const char* method = subject.use.reach == Reach::kCreated
                             ? "getOutputDataTypes, getOutputShapes"
                             : "supportsFormatCombination";
    return verdict.broken(given.claimed_by + ": " + subject.problem, method);
  }
  verdict.not_run("it does not say the inputs' types and shapes, and " + subject.problem);
}

}  // namespace

void check_forbidden(const Subject& subject, Verdict& verdict) {
  std::string taken;
  std::size_t count = 0;
  constexpr std::size_t kShown = 6;
  for (const ForbiddenFields& forbidden : subject.given->forbidden) {
    if (subject.make(forbidden.fields) == nullptr) continue;
    if (++count <= kShown) taken += (taken.empty() ? "" : "; ") + forbidden.what;
  }
  if (count == 0) return;
  if (count > kShown) taken += "; and " + std::to_string(count - kShown) + " more";
  verdict.broken("createPlugin gives a plugin for attributes that " + subject.given->claimed_by +
                     " forbids: " + taken,
                 "createPlugin with forbidden attributes");
}

std::span<const Check> claim_checks() {
  static constexpr Check kChecks[] = {{"CK95", ck95, Reach::kNothing}};
  return kChecks;
}

}  // namespace plugsmith::check
