// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <chrono>
#include <functional>
#include <new>
#include <string>
#include <type_traits>

#include "src/check/device_words.hpp"
#include "src/host/host_state.hpp"

namespace plugsmith::check {

/// How a forked copy of this process ended.
struct ForkedEnd {
  enum class Kind { kReturned, kSignal, kExit, kLate, kNotForked };
  Kind kind = Kind::kNotForked;
  int number = 0;         ///< of the signal, or the exit status
  std::string method;     ///< the call into the plugin that was in progress, if any
  std::string exception;  ///< what std::terminate was called for, if it was
  std::string log;        ///< the first lines that the plugin logged as errors, with line ends
  std::string absent;  ///< the function of a library that is not on this machine, if that ended it

  bool returned() const { return kind == Kind::kReturned; }
  /// A fault of memory or arithmetic.
  bool is_fault() const;
  /// Whether the end may come from this machine having no GPU, no cuDNN and the like: the plugin's
  /// first complaint is about them, or there is no GPU and the process ended in good order.
  bool may_lack_device() const;
  /// "ended the process with SIGSEGV in getOutputDimensions"
  std::string text() const;
};

/// Runs `body` in a copy of this process, for calls that may end it. The host's observer sees the
/// copy's calls as this process's. What it finds out has to go through a SharedValue. One thread.
ForkedEnd run_forked(host::HostState& state, std::chrono::milliseconds limit,
                     const std::function<void()>& body);

/// In a forked copy: what the plugin has logged as errors, the first lines; and to drop it.
std::string logged_errors();
void forget_log();

/// A value in memory that forked copies of this process write and this process reads.
template <class T>
class SharedValue {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  SharedValue() {
    void* memory =
        ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    value_ = new (memory) T{};
  }
  ~SharedValue() { ::munmap(value_, sizeof(T)); }
  SharedValue(const SharedValue&) = delete;
  SharedValue& operator=(const SharedValue&) = delete;

  T& operator*() { return *value_; }
  T* operator->() { return value_; }

 private:
  T* value_ = nullptr;
};

}  // namespace plugsmith::check
