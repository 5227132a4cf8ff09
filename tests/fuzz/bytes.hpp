// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace plugsmith::fuzz {

/// Takes what a target needs off the fuzzer's input; zeros and empty texts once it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  bool empty() const { return left_ == 0; }

  template <class T>
  T take() {
    T value{};
    const std::size_t count = std::min(sizeof(T), left_);
    if (count > 0) std::memcpy(&value, data_, count);
    advance(count);
    return value;
  }

  std::string take_text(std::size_t most) {
    const std::size_t count = std::min(most, left_);
    std::string text(reinterpret_cast<const char*>(data_), count);
    advance(count);
    return text;
  }

 private:
  void advance(std::size_t count) {
    data_ += count;
    left_ -= count;
  }

  const std::uint8_t* data_;
  std::size_t left_;
};

/// Ends the process, which the fuzzer reports, when what must hold does not.
inline void must(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::abort();
}

}  // namespace plugsmith::fuzz
