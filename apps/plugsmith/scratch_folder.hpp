// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "plugsmith/status.hpp"

namespace plugsmith::cli {

/// A new folder for temporary files, gone with its owner.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// Resource exhausted where no folder could be made; `path` is empty then.
  const Status& status() const { return status_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Status status_;
};

}  // namespace plugsmith::cli
