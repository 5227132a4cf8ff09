// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/tensorrt_worker/session.hpp"

namespace plugsmith::tensorrt_worker {

/// reply["engine"]: the inspector's summary and the memory of a context; reply["tensors"]: inputs
/// and outputs.
Status report_engine(JobContext& job, trt::LoadedEngine& engine);

/// The tensors of the request's "inputs"; their bytes lie in its blocks.
Result<std::vector<wire::NamedTensor>> read_inputs(const JobContext& job);
std::vector<trt::HostTensorView> views_of(const std::vector<wire::NamedTensor>& tensors);

/// Runs an engine on the request's "inputs", "steps", "feeds" and "cuda_graph"; puts the outputs,
/// "run_ms" and "step_ms" into the reply. The inputs are copied: what an aliased output overwrites
/// is not the request.
Status run_engine(JobContext& job, trt::LoadedEngine& engine,
                  std::vector<trt::HostTensorView> inputs);

}  // namespace plugsmith::tensorrt_worker
