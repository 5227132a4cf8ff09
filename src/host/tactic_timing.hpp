// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "src/host/layer_data.hpp"
#include "src/host/plugin_object.hpp"

namespace plugsmith::host {

/// What timing one configured object needs. References must outlive it.
struct TimingRun {
  PluginObject& trial;
  const Ports& ports;
  const ProfileDims& profile;
  const BuildOptions& options;
  const std::vector<std::int32_t>& aliases;  ///< per output: aliased input or -1
};

/// What TensorRT does with a tactic to time it, without a clock: getWorkspaceSize, onShapeChange at
/// opt, and, if the options allow it, a number of enqueues on host memory with zeroed inputs.
Status time_tactic(const TimingRun& run, std::int64_t tactic);

}  // namespace plugsmith::host
