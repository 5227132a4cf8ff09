// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::io {

/// The whole content of a regular file. A missing file, a folder, a device or a file over
/// `limit_bytes` is an error that names the path.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path,
                                         std::int64_t limit_bytes = std::int64_t{1} << 36);

/// Replaces files all together: each is written beside its target under a hidden temporary name and
/// flushed to the disk; commit() renames them. What was not committed is removed by the destructor,
/// so a run that fails, or is interrupted, leaves old files intact and no new ones: SIGINT, SIGTERM
/// and SIGHUP wait, in the thread that made this object, until it is gone.
class AtomicFiles {
 public:
  AtomicFiles();
  AtomicFiles(const AtomicFiles&) = delete;
  AtomicFiles& operator=(const AtomicFiles&) = delete;
  ~AtomicFiles();

  /// Writes `parts`, one after the other, as the future content of `path`. Makes its folder.
  Status add(const std::filesystem::path& path, std::span<const std::span<const std::byte>> parts);
  Status commit();

 private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>>
      pending_;  // temporary, target
  sigset_t old_mask_{};
};

/// One file, replaced atomically.
Status write_file(const std::filesystem::path& path, std::span<const std::byte> content);

/// `name` with everything but letters, digits, ".", "-" and "_" turned into "_", not empty, no
/// leading dot, at most 200 bytes: safe as a file name.
std::string safe_file_name(const std::string& name);

}  // namespace plugsmith::io
