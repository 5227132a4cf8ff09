// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/worker/job.hpp"
#include "src/trt/engine/backend.hpp"

// What the jobs in real TensorRT share. A request holds, beside what its job wants:
// {"tensorrt": FOLDER, "libraries": [{"path", "init": [SYMBOL]}], "standard_plugins": BOOL}.

namespace plugsmith::tensorrt_worker {

using wire::Json;
using worker::JobContext;

/// Loads TensorRT and the request's plugin libraries. TensorRT's warnings and errors go into
/// reply["log"]; where TensorRT is about to crash on a plugin, the process answers and ends.
Result<std::unique_ptr<trt::Backend>> open_session(JobContext& job);

/// The registry's creators as the rest of Plugsmith describes them.
std::vector<host::CreatorInfo> creators_of(const trt::Backend& backend);

/// "IPluginCreatorV3One", "IPluginCreator".
const char* interface_name(host::InterfaceKind kind);

/// Refuses what TensorRT would crash on; what a plugin does wrong is the op's fault.
Status check_plugin(JobContext& job, trt::Backend& backend, const trt::OneOp& op);

/// Where the request says {"trace": true}: keeps every call into the libraries' plugins from now
/// on.
Status start_trace(JobContext& job, trt::Backend& backend);
/// Puts the trace so far into reply["trace"], if one is kept.
void report_trace(JobContext& job);

std::vector<FieldData> to_fields(const std::vector<host::FieldValue>& values);

/// The jobs.
Status list_registry(JobContext& job);
Status build_plan(JobContext& job);
Status describe_plan(JobContext& job);
Status run_plan(JobContext& job);
Status run_model(JobContext& job);
Status run_op(JobContext& job);
/// {} -> whether TensorRT, the libraries and a GPU are there.
Status find_tensorrt_and_device(JobContext& job);
/// {"op": {"name", "version", "namespace", "fields"}, "inputs", "profile": [[MIN, MAX]],
/// "shape_inputs"} -> {"outputs", "repeatable", "plan_block", "aliases", "build"}.
Status build_op_plan(JobContext& job);
/// {"plan_block", "aliases", "inputs"} -> {"outputs"}.
Status run_op_plan(JobContext& job);
/// {"models": [{"path", "inputs": [{"name", "type", "dims", "seed" or "block"}]}], "steps",
/// "seconds"} -> {"models": [{"median", "low_quartile", "high_quartile"} in ms, or {"error"}]}:
/// each built strongly typed and timed with a cold cache. None is begun after `seconds`.
Status time_models(JobContext& job);

}  // namespace plugsmith::tensorrt_worker
