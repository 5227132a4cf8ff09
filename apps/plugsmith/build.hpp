// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/plugsmith/answer.hpp"
#include "apps/plugsmith/tensorrt_call.hpp"

namespace plugsmith::cli {

struct BuildOptions {
  std::string model, output;
  std::vector<std::string> libraries;
  std::vector<std::string> shapes;  ///< "x=MIN:OPT:MAX", each 1x3x32x32; or "x=1x3x32x32"
  std::string precision = "fp32";
  std::string timing_cache;
  int optimization_level = -1;
  std::int64_t workspace_bytes = 0;
  bool embed_plugins = false, version_compatible = false, lean_runtime_excluded = false;
  bool strongly_typed = false;
  TensorRtOptions tensorrt;
  WorkerOptions worker;
};

/// Builds an engine with real TensorRT and writes its plan.
Answer build(const BuildOptions& options);

/// "x=MIN:OPT:MAX" as {"x": {"min", "opt", "max"}}, all in one profile.
Result<Json> parse_profile(const std::vector<std::string>& texts);

}  // namespace plugsmith::cli
