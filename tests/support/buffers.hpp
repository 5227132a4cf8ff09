// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plugsmith/status.hpp"

namespace plugsmith::testing {

/// Memory with guard zones before and behind it, on the host or on a CUDA device.
class GuardedBuffer {
 public:
  enum class Place { kHost, kDevice };
  /// `misalignment` shifts the payload off its 256-byte alignment. The payload is poisoned.
  GuardedBuffer(Place place, std::size_t bytes, std::size_t misalignment);
  ~GuardedBuffer();
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;

  void* data() const { return base_ + kGuardBytes + misalignment_; }
  void write(const std::vector<unsigned char>& bytes);
  std::vector<unsigned char> read() const;
  /// Ok if no byte outside the payload changed.
  Status check_guards(const std::string& what) const;

 private:
  static constexpr std::size_t kGuardBytes = 4096;
  std::size_t total() const { return bytes_ + misalignment_ + 2 * kGuardBytes; }
  std::vector<unsigned char> image() const;

  Place place_;
  std::size_t bytes_, misalignment_;
  unsigned char* base_ = nullptr;
};

/// Empty if a CUDA device can be used, else why not.
std::string why_no_cuda_device();

/// Owns a stream; runs a body plainly, then captured into a graph that is launched again.
class TestStream {
 public:
  TestStream();
  ~TestStream();
  TestStream(const TestStream&) = delete;
  TestStream& operator=(const TestStream&) = delete;
  struct CUstream_st* get() const {
    return stream_;
  }
  Status synchronize();
  /// Captures what `launch` enqueues; ok and replayable if the capture stayed valid.
  template <class Launch>
  Status capture(Launch&& launch) {
    PLUGSMITH_RETURN_IF_ERROR(begin_capture());
    const Status launched = launch();
    const Status captured = end_capture();
    return launched.is_ok() ? captured : launched;
  }
  /// Launches the captured graph and waits.
  Status replay();

 private:
  Status begin_capture();
  Status end_capture();
  struct CUstream_st* stream_ = nullptr;
  void* graph_ = nullptr;
};

}  // namespace plugsmith::testing
