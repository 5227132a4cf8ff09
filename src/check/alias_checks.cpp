// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/families.hpp"
#include "src/check/trial_reference.hpp"

// CK54, the host's half: an op with aliased outputs in a network that does not alias them.

namespace plugsmith::check {
namespace {

bool aliases_any(const Subject& subject) {
  const auto plugin = subject.create();
  for (std::size_t i = 0; plugin->build_v2() != nullptr && i < subject.use.output_types.size();
       ++i) {
    const auto output = static_cast<std::int32_t>(i);
    if (plugin->call("getAliasedInput",
                     [&] { return plugin->build_v2()->getAliasedInput(output); }) >= 0) {
      return true;
    }
  }
  return false;
}

void ck54(const Subject& subject, Verdict& verdict) {
  if (!aliases_any(subject)) return verdict.not_run("no output is aliased with an input");
  if (!has_reference(subject)) return verdict.not_run("needs a GPU");
  const auto combination = subject.use.matching().front();
  const auto shapes = trial_shapes(subject, subject.use.opt);
  if (!shapes.is_ok()) return verdict.not_run(shapes.status().message());
  const auto inputs = trial_inputs(subject, combination, *shapes, 1);
  if (!inputs.is_ok()) return verdict.not_run(inputs.status().message());
  auto apart_inputs = inputs.value();
  const auto together = reference_outputs(subject, combination, *shapes, inputs.value());
  const auto apart =
      reference_outputs(subject, combination, *shapes, apart_inputs, Buffers::kApart);
  if (!together.is_ok()) return verdict.not_run(together.status().message());
  if (!apart.is_ok()) {
    return verdict.not_run("the op refuses distinct buffers: " + apart.status().message());
  }
  if (const auto text = difference(apart_inputs, inputs.value(), 0); !text.empty()) {
    return verdict.broken("with distinct buffers an input is changed: " + text,
                          "reference with distinct buffers");
  }
  if (const auto text = difference(apart.value(), together.value(), 0); !text.empty()) {
    verdict.broken("with distinct buffers the outputs are others than in place: " + text,
                   "reference with distinct buffers");
  }
}

}  // namespace

std::span<const Check> alias_checks() {
  static constexpr Check kChecks[] = {{"CK54", ck54, Reach::kNegotiated}};
  return kChecks;
}

}  // namespace plugsmith::check
