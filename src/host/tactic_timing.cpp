// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/host/tactic_timing.hpp"

#include <cstddef>

#include "src/host/reformat.hpp"
#include "src/host/workspace.hpp"

namespace plugsmith::host {
namespace {

/// TensorRT enqueues about 150 times; without a clock a few show the same.
constexpr int kTimedEnqueues = 8;

/// Host memory for each port at the given dims, zeroed.
Result<std::vector<std::vector<std::byte>>> port_memory(const Ports& ports,
                                                        const std::vector<DimValues>& dims) {
  std::vector<std::vector<std::byte>> memory;
  for (std::size_t i = 0; i < ports.descs.size(); ++i) {
    const auto& desc = ports.descs[i].desc;
    const auto layout = make_layout(static_cast<TensorFormat>(desc.format),
                                    static_cast<DataType>(desc.type), dims[i]);
    if (!layout.is_ok()) return layout.status();
    memory.emplace_back(static_cast<std::size_t>(layout->bytes()));
  }
  return memory;
}

}  // namespace

Status time_enqueue(const TimingRun& run, const TimedCandidate& candidate) {
  const RuntimePorts ports = concrete_ports(run.ports, run.profile.timed);
  // Without an enqueue no device will follow, which an op built with Plugsmith wants to know.
  if (!run.options.time_with_enqueue && run.trial.has_reference()) {
    PLUGSMITH_RETURN_IF_ERROR(run.trial.expect_reference());
  }
  PLUGSMITH_RETURN_IF_ERROR(run.trial.shape_changed(ports));
  if (!run.options.time_with_enqueue) return Status::ok();

  // Data-dependent outputs need room for their upper bound.
  auto memory = port_memory(run.ports, run.profile.max);
  if (!memory.is_ok()) return memory.status();
  auto workspace = Workspace::make(candidate.workspace_bytes);
  if (!workspace.is_ok()) return workspace.status();
  EnqueueBuffers buffers;
  buffers.tactic = candidate.tactic;
  buffers.workspace = workspace->data();
  const auto inputs = static_cast<std::size_t>(run.ports.inputs);
  for (std::size_t i = 0; i < memory->size(); ++i) {
    std::byte* data = memory.value()[i].data();
    if (i < inputs) {
      buffers.inputs.push_back(data);
      continue;
    }
    const std::int32_t alias = run.aliases[i - inputs];
    buffers.outputs.push_back(alias < 0 ? data
                                        : memory.value()[static_cast<std::size_t>(alias)].data());
  }
  for (int i = 0; i < kTimedEnqueues; ++i) {
    PLUGSMITH_RETURN_IF_ERROR(run.trial.enqueue(ports, buffers));
  }
  return Status::ok();
}

}  // namespace plugsmith::host
