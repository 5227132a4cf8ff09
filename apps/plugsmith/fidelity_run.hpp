// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"
#include "src/trt/fidelity/recording.hpp"

namespace plugsmith::cli {

struct FidelityRequest {
  int generation = 10;
  std::string folder;  ///< where TensorRT lies; empty: where the loader looks
  std::vector<std::string> scenarios;
  int jobs = 1;                        ///< processes at a time
  std::filesystem::path program = {};  ///< what plays them; empty: plugsmith-fidelity-N
  /// Called as each scenario ends, from any thread, one at a time. May be empty.
  std::function<void(const std::string& name)> on_scenario = {};
};

struct FidelityRun {
  std::string made_with;  ///< "TensorRT 10.6.0 on NVIDIA H200"
  std::map<std::string, fidelity::Lines> scenarios;
};

/// Plays scenarios in real TensorRT, in processes of their own: one that dies costs only its
/// scenario, whose last line then says so. Unsupported where there is no TensorRT or no GPU.
Result<FidelityRun> play_in_tensorrt(const FidelityRequest& request);

}  // namespace plugsmith::cli
