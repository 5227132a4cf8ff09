// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/memory_use.hpp"

#include <malloc.h>

// AddressSanitizer's run-time library has it.
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes();

namespace plugsmith::check {

std::size_t heap_bytes_in_use() {
  if (__sanitizer_get_current_allocated_bytes != nullptr) {
    return __sanitizer_get_current_allocated_bytes();
  }
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace plugsmith::check
