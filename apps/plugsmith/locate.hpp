// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace plugsmith::cli {

/// The folder of the running program, symbolic links resolved: bin/.
std::filesystem::path program_folder();
/// bin/plugsmith-worker-N.
std::filesystem::path worker_path(int generation);
/// bin/plugsmith-fidelity-N.
std::filesystem::path fidelity_path(int generation);
/// bin/plugsmith-tensorrt-N.
std::filesystem::path tensorrt_worker_path(int generation);
/// lib/stand_in/N/libnvinfer.so.N, absolute.
std::filesystem::path stand_in_path(int generation);
/// lib/libplugsmith_plugins.so.
std::filesystem::path own_library();

/// The folder of the recording CUDA runtimes.
std::filesystem::path cuda_shims_path();

}  // namespace plugsmith::cli
