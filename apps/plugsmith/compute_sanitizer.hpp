// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::cli {

/// NVIDIA's compute-sanitizer: on PATH, in CUDA_HOME, in /usr/local/cuda. Unsupported, with what
/// was looked for where and how to get it, if there is none. `option` begins the message.
Result<std::filesystem::path> find_compute_sanitizer(const std::string& option);

/// The command that starts a program under one of its tools and writes what it sees to `log`.
std::vector<std::string> sanitizer_command(const std::filesystem::path& sanitizer,
                                           const std::string& tool,
                                           const std::filesystem::path& log);

}  // namespace plugsmith::cli
