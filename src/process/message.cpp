// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/process/message.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

namespace plugsmith::process {
namespace {

constexpr std::uint64_t kMark = 0x31474D53474C50ULL;  // "PLGSMG1"
constexpr std::size_t kAlignment = 64;

// Layout: mark, number of blocks, text size, one size per block; then the text and each block, each
// at a multiple of kAlignment.
constexpr std::size_t kFixedWords = 3;

std::size_t aligned(std::size_t offset) {
  return (offset + kAlignment - 1) / kAlignment * kAlignment;
}

Status write_at(int fd, Bytes bytes, std::size_t offset) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      return resource_exhausted(std::string("cannot pass data to another process: ") +
                                std::strerror(errno));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::size_t>(written);
  }
  return Status::ok();
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

int Descriptor::release() { return std::exchange(fd_, -1); }

void Descriptor::reset() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

Result<Descriptor> make_memory_file(const char* name) {
  const int fd = ::memfd_create(name, MFD_CLOEXEC);
  if (fd < 0) {
    return resource_exhausted(std::string("cannot make a file in memory: ") + std::strerror(errno));
  }
  return Descriptor(fd);
}

Status write_message(int fd, std::string_view text, std::span<const Bytes> blocks) {
  std::vector<std::uint64_t> header{0, blocks.size(), text.size()};
  for (const Bytes block : blocks) header.push_back(block.size());
  std::size_t offset = aligned(header.size() * sizeof(std::uint64_t));
  PLUGSMITH_RETURN_IF_ERROR(write_at(fd, std::as_bytes(std::span(header)), 0));
  PLUGSMITH_RETURN_IF_ERROR(write_at(fd, std::as_bytes(std::span(text)), offset));
  offset = aligned(offset + text.size());
  for (const Bytes block : blocks) {
    PLUGSMITH_RETURN_IF_ERROR(write_at(fd, block, offset));
    offset = aligned(offset + block.size());
  }
  if (::ftruncate(fd, static_cast<off_t>(offset)) != 0) {
    return resource_exhausted(std::string("cannot pass data to another process: ") +
                              std::strerror(errno));
  }
  return write_at(fd, std::as_bytes(std::span(&kMark, 1)), 0);
}

Result<Message> Message::read(int fd) {
  const Status damaged = internal_error("the message from the other process is missing or damaged");
  struct stat info {};
  if (::fstat(fd, &info) != 0) return damaged;
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size < kFixedWords * sizeof(std::uint64_t)) return damaged;
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED) return damaged;
  Message message;
  message.mapping_ = {address, [size](void* mapped) { ::munmap(mapped, size); }};
  const auto* words = static_cast<const std::uint64_t*>(address);
  const std::uint64_t blocks = words[1];
  if (words[0] != kMark || blocks > size / sizeof(std::uint64_t) - kFixedWords) return damaged;
  const auto* bytes = static_cast<const std::byte*>(address);
  std::size_t offset = aligned((kFixedWords + blocks) * sizeof(std::uint64_t));
  for (std::uint64_t i = 0; i <= blocks; ++i) {
    const std::uint64_t length = words[kFixedWords - 1 + i];
    if (offset > size || length > size - offset) return damaged;
    if (i == 0) {
      message.text_ = {reinterpret_cast<const char*>(bytes + offset), length};
    } else {
      message.blocks_.emplace_back(bytes + offset, length);
    }
    offset = aligned(offset + length);
  }
  return message;
}

}  // namespace plugsmith::process
