// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/compute_sanitizer.hpp"

#include <unistd.h>

#include <cstdlib>
#include <sstream>

namespace plugsmith::cli {
namespace {

constexpr char kName[] = "compute-sanitizer";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::vector<std::filesystem::path> folders() {
  std::vector<std::filesystem::path> all;
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    if (!folder.empty()) all.emplace_back(folder);
  }
  const std::string home = variable("CUDA_HOME");
  if (!home.empty()) all.push_back(std::filesystem::path(home) / "bin");
  all.emplace_back("/usr/local/cuda/bin");
  return all;
}

}  // namespace

Result<std::filesystem::path> find_compute_sanitizer(const std::string& option) {
  for (const auto& folder : folders()) {
    std::error_code error;
    const auto file = folder / kName;
    if (std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0) {
      return std::filesystem::absolute(file);
    }
  }
  const std::string home = variable("CUDA_HOME");
  return unsupported(option +
                     " needs NVIDIA's compute-sanitizer, which is neither on PATH nor in " +
                     (home.empty() ? "CUDA_HOME (not set)" : home + "/bin (CUDA_HOME)") +
                     " nor in /usr/local/cuda/bin; it comes with the CUDA toolkit (package "
                     "cuda-sanitizer-13-0 of NVIDIA's repository): install it, or set CUDA_HOME");
}

std::vector<std::string> sanitizer_command(const std::filesystem::path& sanitizer,
                                           const std::string& tool,
                                           const std::filesystem::path& log) {
  // The kernel that a fault ends is the only thing to end, so that the other cases run, too.
  std::vector<std::string> command{sanitizer.string(),
                                   "--tool",
                                   tool,
                                   "--target-processes",
                                   "all",
                                   "--log-file",
                                   log.string(),
                                   "--max-connections",  // of processes side by side
                                   "128",
                                   "--print-limit",
                                   "1000",
                                   "--show-backtrace",
                                   "device",
                                   "--destroy-on-device-error",
                                   "kernel"};
  const auto add = [&](const char* option, const char* value) {
    command.emplace_back(option);
    command.emplace_back(value);
  };
  if (tool == "memcheck") {
    add("--padding", "1024");  // buffers may lie side by side, where the first byte behind is valid
    add("--report-api-errors", "explicit");
  }
  // An op need not write the padding of a vectorized output, which is copied back as a whole.
  if (tool == "initcheck") add("--check-api-memory-access", "no");
  return command;
}

}  // namespace plugsmith::cli
