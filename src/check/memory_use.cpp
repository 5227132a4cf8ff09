// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/memory_use.hpp"

#include <dlfcn.h>
#include <malloc.h>

namespace plugsmith::check {

std::size_t heap_bytes_in_use() {
  // AddressSanitizer's run-time library has it, which is loaded for libraries that need it.
  using Counter = std::size_t (*)();
  static const auto of_sanitizer =
      reinterpret_cast<Counter>(::dlsym(RTLD_DEFAULT, "__sanitizer_get_current_allocated_bytes"));
  if (of_sanitizer != nullptr) return of_sanitizer();
  const auto info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace plugsmith::check
