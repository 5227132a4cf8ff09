// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace plugsmith::io {
namespace {

namespace fs = std::filesystem;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }

 private:
  int fd_;
};

std::string reason() { return std::strerror(errno); }

Status write_all(int fd, std::span<const std::byte> part, const fs::path& path) {
  while (!part.empty()) {
    const ssize_t written = ::write(fd, part.data(), part.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      return invalid_argument("cannot write " + path.string() + ": " + reason());
    }
    part = part.subspan(static_cast<std::size_t>(written));
  }
  return Status::ok();
}

mode_t mode_for(const fs::path& path) {
  struct stat existing {};
  if (::stat(path.c_str(), &existing) == 0) return existing.st_mode & 0777U;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const fs::path& path, std::int64_t limit_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) {
    return invalid_argument("cannot read " + path.string() + ": " + reason());
  }
  if (!S_ISREG(info.st_mode)) {
    return invalid_argument("cannot read " + path.string() + ": it is not a regular file");
  }
  if (info.st_size > limit_bytes) {
    return invalid_argument("cannot read " + path.string() + ": " + std::to_string(info.st_size) +
                            " bytes are more than the limit of " + std::to_string(limit_bytes));
  }
  std::vector<std::byte> content(static_cast<std::size_t>(info.st_size));
  std::size_t filled = 0;
  while (filled < content.size()) {
    const ssize_t got = ::read(file.get(), content.data() + filled, content.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return invalid_argument("cannot read " + path.string() + ": " +
                              (got < 0 ? reason() : "it became shorter while it was read"));
    }
    filled += static_cast<std::size_t>(got);
  }
  return content;
}

AtomicFiles::AtomicFiles() {
  sigset_t held;
  ::sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaddset(&held, signal);
  ::sigprocmask(SIG_BLOCK, &held, &old_mask_);
}

AtomicFiles::~AtomicFiles() {
  for (const auto& [temporary, target] : pending_) ::unlink(temporary.c_str());
  ::sigprocmask(SIG_SETMASK, &old_mask_, nullptr);
}

Status AtomicFiles::add(const fs::path& path, std::span<const std::span<const std::byte>> parts) {
  std::error_code error;
  if (fs::is_directory(path, error)) {
    return invalid_argument("cannot write " + path.string() + ": a folder has that name");
  }
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  fs::create_directories(folder, error);
  if (error && !fs::is_directory(folder)) {
    return invalid_argument("cannot make the folder " + folder.string() + ": " + error.message());
  }
  std::string pattern = folder.string() + "/." + path.filename().string() + ".XXXXXX";
  const Descriptor file(::mkostemp(pattern.data(), O_CLOEXEC));
  if (file.get() < 0) {
    return invalid_argument("cannot write into " + folder.string() + ": " + reason());
  }
  pending_.emplace_back(pattern, path);
  for (const auto& part : parts) PLUGSMITH_RETURN_IF_ERROR(write_all(file.get(), part, path));
  if (::fchmod(file.get(), mode_for(path)) != 0 || ::fsync(file.get()) != 0) {
    return invalid_argument("cannot write " + path.string() + ": " + reason());
  }
  return Status::ok();
}

Status AtomicFiles::commit() {
  while (!pending_.empty()) {
    const auto& [temporary, target] = pending_.back();
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
      return invalid_argument("cannot replace " + target.string() + ": " + reason());
    }
    pending_.pop_back();
  }
  return Status::ok();
}

Status write_file(const fs::path& path, std::span<const std::byte> content) {
  AtomicFiles files;
  PLUGSMITH_RETURN_IF_ERROR(files.add(path, {&content, 1}));
  return files.commit();
}

std::string safe_file_name(const std::string& name) {
  constexpr std::size_t kLongest = 200;
  std::string safe = name.substr(0, kLongest);
  std::replace_if(
      safe.begin(), safe.end(),
      [](char c) {
        const bool plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        return !plain && c != '.' && c != '-' && c != '_';
      },
      '_');
  if (safe.empty()) return "unnamed";
  if (safe.front() == '.') safe.front() = '_';
  return safe;
}

}  // namespace plugsmith::io
