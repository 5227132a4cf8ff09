// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "src/check/trial_tensors.hpp"

namespace plugsmith::check {

/// Whether the op's library can compute it on the CPU.
bool has_reference(const Subject& subject);

/// What the op's CPU reference makes of the inputs, in linear layout, data-dependent outputs at
/// their real size. No device is touched.
Result<std::vector<HostTensor>> reference_outputs(const Subject& subject,
                                                  const Combination& combination,
                                                  const TrialShapes& shapes,
                                                  const std::vector<HostTensor>& inputs);

}  // namespace plugsmith::check
