// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/plugsmith/worker_call.hpp"

namespace plugsmith::cli {

/// What the user said about real TensorRT.
struct TensorRtOptions {
  std::string folder;  ///< --tensorrt; empty: TENSORRT_ROOT, then where the loader looks
  bool standard_plugins = false;
  bool allow_plan_code = false;
  bool cuda_graph = false;
};

/// Whether a file is a plan, by its name: .plan, .engine or .trt.
bool is_plan(const std::string& path);

/// Does a job in the worker that loads real TensorRT: of the generation that the libraries are
/// built for, else of --for, else 10, or 11 where there is no 10. Where a plan wants a plugin that
/// no loaded library has, the message ends with the library on the path that has it.
WorkerReply call_tensorrt(const std::vector<std::string>& libraries, Json request,
                          const std::vector<process::Bytes>& blocks,
                          const TensorRtOptions& tensorrt, const WorkerOptions& options);

}  // namespace plugsmith::cli
