// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/worker/op_inputs.hpp"

namespace plugsmith::worker {

/// One op alone in a network: its creator, its fields and its inputs.
struct OpRun {
  JobContext& job;
  host::PluginHost& host;
  host::CreatorInfo creator;
  std::vector<host::FieldValue> fields;
  std::int64_t tactic = 0;  ///< that shall win; 0: the first valid one
  std::optional<TensorFormat>
      input_format;  ///< of the first input; nothing: the first that is taken
  OpInputs inputs;

  std::vector<host::ConstTensor> tensors() const;
};

/// What `described`, the request or a peer in it, says: {"op", "inputs", "profile",
/// "shape_inputs", "tactic", "input_format"}.
Result<OpRun> read_op_run(JobContext& job, host::PluginHost& host, const Json& described);

/// The build phase, in a network that holds nothing but the op's layer.
Result<std::unique_ptr<host::PluginEngine>> build_engine(OpRun& run);

/// {"name", "version", "namespace", "interface", "library"}
Json describe(const host::CreatorInfo& creator);

/// Times the op on the device, and by turns with it the peers that the request names; the reply
/// holds every sample. A peer that fails leaves its reason.
Status time_op(OpRun& run, host::PluginContext& context);

}  // namespace plugsmith::worker
