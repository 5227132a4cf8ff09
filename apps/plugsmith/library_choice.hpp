// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/plugsmith/worker_call.hpp"
#include "plugsmith/status.hpp"

namespace plugsmith::cli {

/// Libraries that one worker can load together.
struct LibraryChoice {
  int generation = 10;
  std::vector<std::string> paths;  ///< absolute, as the dynamic linker wants them
};

/// Finds the TensorRT generation of each library: that of the libnvinfer that it needs, else what
/// its plugsmithAbi says, else `rules` ("10.16"), else 10. Refuses files that are no library of
/// this machine, generations without a host, and libraries of different generations.
Result<LibraryChoice> choose_libraries(const std::vector<std::string>& libraries,
                                       const WorkerOptions& options);

}  // namespace plugsmith::cli
