// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "src/check/subject.hpp"

namespace plugsmith::check {

/// The function that checks one rule. It says nothing if the rule holds.
struct Check {
  const char* rule;
  void (*run)(const Subject& subject, Verdict& verdict);
  Reach needs = Reach::kCreated;  ///< else the rule is not run
};

// The families; each stands in the file of its name.
std::span<const Check> claim_checks();
std::span<const Check> identity_checks();
std::span<const Check> field_checks();
std::span<const Check> object_checks();
std::span<const Check> shape_checks();
std::span<const Check> format_checks();
std::span<const Check> purity_checks();
std::span<const Check> configure_checks();
std::span<const Check> tactic_checks();
std::span<const Check> context_checks();
std::span<const Check> alias_checks();
std::span<const Check> allocation_checks();
std::span<const Check> given_shape_checks();
std::span<const Check> misuse_checks();
std::span<const Check> onnx_checks();
std::span<const Check> override_checks();
std::span<const Check> resource_checks();
std::span<const Check> thread_checks();
// Those of IPluginV2.
std::span<const Check> v2_identity_checks();
std::span<const Check> v2_object_checks();
std::span<const Check> v2_build_checks();
std::span<const Check> v2_blob_checks();
std::span<const Check> v2_answer_checks();
// These need the CUDA calls to be recorded.
std::span<const Check> enqueue_call_checks();
std::span<const Check> recorded_life_checks();
std::span<const Check> v2_recorded_checks();
// These need a CUDA device.
std::span<const Check> device_checks();
std::span<const Check> device_input_checks();
std::span<const Check> agreement_checks();

/// Whether createPlugin refuses what a specification forbids; a part of CK16.
void check_forbidden(const Subject& subject, Verdict& verdict);

}  // namespace plugsmith::check
