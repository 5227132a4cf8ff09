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

/// One candidate: its tactic, and what getWorkspaceSize said.
struct TimedCandidate {
  std::int64_t tactic;
  std::int64_t workspace_bytes;
};

/// What TensorRT does with a candidate to time it, without a clock: onShapeChange (configurePlugin
/// of an IPluginV2DynamicExt) at opt, and, if the options allow it, a number of enqueues on host
/// memory with zeroed inputs.
Status time_enqueue(const TimingRun& run, const TimedCandidate& candidate);

}  // namespace plugsmith::host
