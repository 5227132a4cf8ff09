// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <string>
#include <vector>

#include "apps/common/wire.hpp"
#include "src/host/plugin_host.hpp"
#include "src/process/worker_side.hpp"

namespace plugsmith::worker {

using wire::Json;

/// What a job works with.
struct JobContext {
  process::WorkerChannel& channel;
  Json request;
  Json reply = Json::object();
  std::vector<process::Bytes> blocks;           ///< of the reply
  std::list<std::vector<std::byte>> kept;       ///< bytes that blocks point to
  std::list<std::shared_ptr<void>> kept_alive;  ///< objects that blocks point into
};

/// A host (see report_layers) with the request's libraries loaded; their descriptions are put into
/// the reply.
struct LoadedHost {
  std::unique_ptr<host::PluginHost> host;
  std::vector<host::LibraryInfo> libraries;
};
Result<LoadedHost> load_host(JobContext& job, bool record_trace);

/// How the request wants plugins computed: {"on_device": true} means by enqueue.
host::Execution execution_of(const JobContext& job);
/// Name, clocks and versions of the current CUDA device.
Result<Json> describe_device();
/// Unsupported where the request wants a CUDA device and there is none.
Status check_device(const JobContext& job);

/// {"path", "routes", "init", "creators": [...], "warnings"}
Json to_json(const host::LibraryInfo& library);

/// The jobs. Each fills the reply; an error becomes the reply's status.
Status list_creators(JobContext& job);
/// {"library": PATH} -> {"abi": what its plugsmithAbi returns}. Loads the library without a host.
Status read_abi(JobContext& job);
/// {"library": PATH, "op": NAME} -> {"ports": what its plugsmithPorts returns}, likewise.
Status read_ports(JobContext& job);
Status run_op(JobContext& job);
/// {"only": [ID], "skip": [ID], "left_out": [ID]} -> {"library", "report": {"passed", "findings",
/// "not_run", "milliseconds", ...}}; left out: those of "skip" that the user named.
Status check_library(JobContext& job);
/// The same for one creator: {"creator": INDEX, "case": {...}, "seed"};
/// apps/plugsmith/check_cases.hpp describes the case.
Status check_op(JobContext& job);
/// The same request -> {"fields", "inputs", "profile": [[MIN, MAX]], "shape_inputs", "invented",
/// "reference", "no_reference"}: the case for an engine that holds the op alone.
Status describe_engine_case(JobContext& job);
/// The same request with {"indices": [INDEX]}, for a process that a tool watches: runs the op's
/// device cases of these indices, or all -> {"cases": [TEXT], "problems": [TEXT],
/// "begun", "run", "device_lost"}, or {"none": REASON}. The stage is "device case INDEX (TEXT)".
Status check_device_cases(JobContext& job);
/// The same request -> {"depends": how what these cases compute depends on what memory held before,
/// or ""}.
Status compare_device_memory(JobContext& job);
/// {"on_device": true, "option"} -> whether there is a CUDA device.
Status find_device(JobContext& job);
Status run_model(JobContext& job);

}  // namespace plugsmith::worker
