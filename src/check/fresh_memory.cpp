// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/fresh_memory.hpp"

#include <malloc.h>

#include <cstddef>
#include <cstring>

namespace plugsmith::check {

[[gnu::noinline]] void fill_fresh_memory(int fill) {
  constexpr std::size_t kStackBytes = 64 * 1024;
  ::mallopt(M_PERTURB, fill ^ 0xFF);  // allocated memory gets the complement
  unsigned char stack[kStackBytes];
  std::memset(stack, fill, kStackBytes);
  asm volatile("" : : "r"(stack) : "memory");  // else the compiler leaves it out
}

}  // namespace plugsmith::check
