// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/trial_tensors.hpp"

namespace plugsmith::check {

/// Whether the op's library can compute it on the CPU.
bool has_reference(const Subject& subject);

/// Where an output lies that the op aliases with an input: in that input's memory, or apart, as in
/// a network that does not alias.
enum class Buffers { kAsAliased, kApart };

/// What the op's CPU reference makes of the inputs, in linear layout, data-dependent outputs at
/// their real size. No device is touched.
Result<std::vector<HostTensor>> reference_outputs(const Subject& subject,
                                                  const Combination& combination,
                                                  const TrialShapes& shapes,
                                                  const std::vector<HostTensor>& inputs,
                                                  Buffers buffers = Buffers::kAsAliased);

/// What the op's CPU reference says against the inputs; empty where it takes them, and where there
/// is none.
std::string refusal(const Subject& subject, const Combination& combination,
                    const TrialShapes& shapes, const std::vector<HostTensor>& inputs);

}  // namespace plugsmith::check
