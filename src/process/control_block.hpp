// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "plugsmith/status.hpp"

// What a worker says about itself while it runs, in memory shared with its parent. Plain data with
// fixed sizes and lock-free atomics: it stays readable whatever happens to the worker.

namespace plugsmith::process {

/// Text that one process writes and another reads: a sequence lock. Longer text is cut.
template <std::size_t kBytes>
struct SharedText {
  std::atomic<std::uint32_t> sequence{0};
  std::array<std::atomic<char>, kBytes> text{};

  void write(std::string_view value);
  std::string read() const;
};

/// A call into foreign code that is in progress on one thread.
struct CallSlot {
  std::atomic<std::uint64_t> call{0};  ///< number of the call, counted over all threads; 0: none
  SharedText<128> object;              ///< "creator PadTo_PS", "#3"
  SharedText<64> method;               ///< "getOutputShapes"
};

struct ControlBlock {
  static constexpr std::uint64_t kMagic = 0x314C5443474C50ULL;
  static constexpr std::size_t kSlots = 16;

  std::uint64_t magic = kMagic;
  std::atomic<std::uint64_t> calls{0};       ///< calls begun so far
  std::atomic<std::uint64_t> steps_done{0};  ///< of steps_total, in the current stage
  std::atomic<std::uint64_t> steps_total{0};
  std::atomic<std::int32_t> fatal_slot{-1};  ///< slot of the thread that got a fatal signal
  SharedText<256> stage;                     ///< "loading libfoo.so"
  SharedText<512> exception;                 ///< what std::terminate was called for
  SharedText<512> complaint;                 ///< see WorkerChannel::complain
  std::array<CallSlot, kSlots> slots;
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

template <std::size_t kBytes>
void SharedText<kBytes>::write(std::string_view value) {
  sequence.fetch_add(1, std::memory_order_acq_rel);
  std::size_t i = 0;
  for (; i < value.size() && i + 1 < kBytes; ++i)
    text[i].store(value[i], std::memory_order_relaxed);
  text[i].store('\0', std::memory_order_relaxed);
  sequence.fetch_add(1, std::memory_order_release);
}

template <std::size_t kBytes>
std::string SharedText<kBytes>::read() const {
  // A writer that died halfway leaves an odd sequence for ever; what it wrote is then still the
  // best that there is.
  constexpr int kAttempts = 1000;
  std::string value;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::uint32_t before = sequence.load(std::memory_order_acquire);
    value.clear();
    for (const auto& cell : text) {
      const char c = cell.load(std::memory_order_relaxed);
      if (c == '\0') break;
      value += c;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    if (before % 2 == 0 && before == sequence.load(std::memory_order_relaxed)) break;
  }
  return value;
}

/// Maps the control block in `fd`; the creating side makes the block first.
Result<std::shared_ptr<ControlBlock>> create_control_block(int fd);
Result<std::shared_ptr<ControlBlock>> open_control_block(int fd);

}  // namespace plugsmith::process
