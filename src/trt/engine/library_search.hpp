// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::trt {

/// A shared library that has been opened for good.
struct OpenedLibrary {
  void* handle = nullptr;
  std::string path;              ///< the file that the loader took
  bool found_by_loader = false;  ///< where it looks by itself
};

/// Where `file` may lie below a folder that the user names: in it, or in its lib folders.
std::vector<std::string> places_in(const std::string& folder, const std::string& file);

/// Opens libnvinfer.so.N or one of its companions. `folder` is the user's and alone is searched;
/// where it is empty, `root` ($TENSORRT_ROOT) comes first and then the dynamic loader. Unsupported,
/// with everything that was looked at, when there is no such file or it cannot be loaded.
Result<OpenedLibrary> open_library(const std::string& file, const std::string& folder,
                                   const std::string& root);

/// What to do where there is no TensorRT of a generation: the last part of a message.
std::string how_to_get_tensorrt(int generation);

}  // namespace plugsmith::trt
