// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "plugsmith/status.hpp"

namespace plugsmith::cuda {

/// Empty if this process can use a CUDA device, else one sentence that says why not.
std::string why_no_device();

/// Device memory between two guard zones of a known pattern. Move-only, freed with its owner.
/// All calls block until the device is done with them; one thread at a time.
class GuardedBuffer {
 public:
  static constexpr std::int64_t kGuardBytes = 4096;
  static constexpr std::int64_t kAlignment = 256;

  GuardedBuffer() = default;
  ~GuardedBuffer();
  GuardedBuffer(GuardedBuffer&& other) noexcept;
  GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;

  /// `bytes` of payload that start `offset_bytes` behind a multiple of 256 and no higher power of
  /// two, so that an address which happens to be aligned better cannot hide a wrong assumption.
  static Result<GuardedBuffer> make(std::int64_t bytes, std::int64_t offset_bytes = 0);
  /// Exactly `bytes` without guard zones and with nothing written to them, for a tool that watches
  /// memory itself: guard zones and patterns would hide from it what it looks for.
  static Result<GuardedBuffer> make_bare(std::int64_t bytes);

  void* data() const;
  std::int64_t bytes() const { return bytes_; }
  bool is_allocated() const { return base_ != nullptr; }
  Status fill(unsigned char value);
  /// Copies `count` bytes from host memory to the payload's start.
  Status upload(const void* host, std::int64_t count);
  Status download(void* host, std::int64_t count) const;
  /// Ok while both guard zones are as they were made; else an error that begins with `what` and
  /// names the first damaged byte relative to the payload.
  Status check_guards(const std::string& what) const;

 private:
  unsigned char* base_ = nullptr;
  std::int64_t begin_ = 0, bytes_ = 0;
};

}  // namespace plugsmith::cuda
