// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::process {

using Bytes = std::span<const std::byte>;

/// A file descriptor, closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { reset(); }

  int get() const { return fd_; }
  int release();
  void reset();

 private:
  int fd_ = -1;
};

/// An anonymous file in memory, to be inherited by a worker.
Result<Descriptor> make_memory_file(const char* name);

/// Writes a message, a text (JSON) and byte blocks, as the content of a memory file. The mark that
/// makes it readable is written last: a process that dies while writing leaves no message.
Status write_message(int fd, std::string_view text, std::span<const Bytes> blocks);

/// A message mapped from a memory file; the views die with it.
class Message {
 public:
  /// Maps and checks. An empty file, a cut one and one whose sizes do not add up are errors: the
  /// writer may be a damaged process.
  static Result<Message> read(int fd);

  std::string_view text() const { return text_; }
  const std::vector<Bytes>& blocks() const { return blocks_; }

 private:
  std::shared_ptr<const void> mapping_;
  std::string_view text_;
  std::vector<Bytes> blocks_;
};

}  // namespace plugsmith::process
