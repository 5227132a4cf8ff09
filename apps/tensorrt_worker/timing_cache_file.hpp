// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "src/process/message.hpp"
#include "src/trt/engine/engine_types.hpp"

namespace plugsmith::tensorrt_worker {

/// A timing cache in a file that several builds may use at once: each reads it before, and adds
/// what it timed to what the file holds afterwards, under a lock (FILE.lock).
class TimingCacheFile {
 public:
  explicit TimingCacheFile(std::string path) : path_(std::move(path)) {}

  /// What the file holds; nothing where there is none yet.
  Result<trt::Blob> read() const;
  /// Takes the lock, which is held until save() or the end of this object, and reads.
  Result<trt::Blob> lock_and_read();
  /// Replaces the file, all or nothing.
  Status save(const trt::Blob& content);

  const std::string& path() const { return path_; }
  std::size_t bytes_before() const { return bytes_before_; }
  std::size_t bytes_after() const { return bytes_after_; }

 private:
  std::string path_;
  process::Descriptor lock_;
  mutable std::size_t bytes_before_ = 0;
  std::size_t bytes_after_ = 0;
};

}  // namespace plugsmith::tensorrt_worker
