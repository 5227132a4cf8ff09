// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/locate.hpp"

#include <string>
#include <system_error>

namespace plugsmith::cli {

std::filesystem::path program_folder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

std::filesystem::path worker_path(int generation) {
  return program_folder() / ("plugsmith-worker-" + std::to_string(generation));
}

std::filesystem::path fidelity_path(int generation) {
  return program_folder() / ("plugsmith-fidelity-" + std::to_string(generation));
}

std::filesystem::path tensorrt_worker_path(int generation) {
  return program_folder() / ("plugsmith-tensorrt-" + std::to_string(generation));
}

std::filesystem::path stand_in_path(int generation) {
  const std::string number = std::to_string(generation);
  return program_folder().parent_path() / "lib" / "stand_in" / number / ("libnvinfer.so." + number);
}

std::filesystem::path cuda_shims_path() {
  return program_folder().parent_path() / "lib" / "cuda_shim";
}

std::filesystem::path own_library() {
  return program_folder().parent_path() / "lib" / "libplugsmith_plugins.so";
}

}  // namespace plugsmith::cli
