// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/tensorrt_worker/timing_cache_file.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "src/io/file.hpp"

namespace plugsmith::tensorrt_worker {
namespace {

Result<trt::Blob> content_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return trt::Blob();
  auto bytes = io::read_file(path);
  if (!bytes.is_ok()) return bytes.status();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes->data());
  return trt::Blob(data, data + bytes->size());
}

}  // namespace

Result<trt::Blob> TimingCacheFile::read() const {
  auto content = content_of(path_);
  if (content.is_ok()) bytes_before_ = content->size();
  return content;
}

Result<trt::Blob> TimingCacheFile::lock_and_read() {
  const std::string name = path_ + ".lock";
  constexpr int kMode = 0666;
  lock_ = process::Descriptor(::open(name.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, kMode));
  if (lock_.get() < 0) {
    return invalid_argument("--timing-cache: cannot write " + name + ": " + std::strerror(errno));
  }
  while (::flock(lock_.get(), LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    return internal_error("--timing-cache: cannot lock " + name + ": " + std::strerror(errno));
  }
  return content_of(path_);
}

Status TimingCacheFile::save(const trt::Blob& content) {
  const auto* data = reinterpret_cast<const std::byte*>(content.data());
  const Status status = io::write_file(path_, {data, content.size()});
  bytes_after_ = content.size();
  lock_.reset();
  return status;
}

}  // namespace plugsmith::tensorrt_worker
