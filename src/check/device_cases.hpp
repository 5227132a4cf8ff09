// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "src/check/trial_tensors.hpp"

// What of an op there is to be run on a device.

namespace plugsmith::check {

/// One run: the ports' types and formats, a tactic, the dims of the inputs.
struct DeviceCase {
  Combination combination;
  std::int32_t tactic = 0;
  std::vector<host::DimValues> inputs;
};

/// "float32 kLINEAR -> float32 kLINEAR, tactic 2, inputs [2,8]"
std::string describe(const Subject& subject, const DeviceCase& one);

/// The tactics that the op offers for a combination; {0} where it has none.
std::vector<std::int32_t> tactics_of(const Subject& subject, const Combination& combination);

/// Whether a port's format is not linear.
bool is_vectorized(const Combination& combination);

/// opt with other numbers of channels, around the widths of vectors: 2, 4, 8, 16, 32.
std::vector<std::vector<host::DimValues>> channel_variants(const Subject& subject);

/// All accepted combinations with all their tactics, at opt, min and max; where the inputs are
/// invented at odd dims, too, and with vectorized formats at other numbers of channels.
std::vector<DeviceCase> device_cases(const Subject& subject);

/// Runs one, in a network for its shapes alone, in buffers of exactly its size that nothing wrote
/// to before but the inputs. An error where the op or its reference refuses it, or it fails.
Status run_bare(const Subject& given, const DeviceCase& one);

/// Whether what one computes depends on what was in its outputs, in the workspace and in device
/// memory that the op allocates: where it differs with which byte there, else empty. An error where
/// that cannot be told: the op does not run, or two runs on the same memory differ.
Result<std::string> memory_dependence(const Subject& given, const DeviceCase& one);

}  // namespace plugsmith::check
