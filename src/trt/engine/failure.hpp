// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/engine/engine_types.hpp"

// What went wrong, from what TensorRT logged. Each Status is a sentence of ours with TensorRT's own
// lines below it. Nothing here calls TensorRT. The texts looked for are those of 10.6.

namespace plugsmith::trt {

/// A creator that a plan wants and the registry lacks.
struct MissingCreator {
  std::string name, version, name_space;
};
std::optional<MissingCreator> missing_creator(const std::vector<EngineLogLine>& lines);

/// The lines as they stand below a sentence; empty for none.
std::string quote(const std::vector<EngineLogLine>& lines);

/// No builder, runtime or parser came: `what` says which.
Status explain_no_product(const std::string& what, const std::vector<EngineLogLine>& lines);

/// A build failed. `workspace_bytes` is the limit that the user set, 0 for none.
Status explain_build(const std::vector<EngineLogLine>& lines, std::int64_t workspace_bytes);

/// A plan was not taken. `here` says what is: "TensorRT 10.6.0 on a NVIDIA H200".
Status explain_plan(const std::vector<EngineLogLine>& lines, const std::string& here);

/// A context, or one of its calls, failed: `what` says which.
Status explain_execution(const std::string& what, const std::vector<EngineLogLine>& lines);

}  // namespace plugsmith::trt
