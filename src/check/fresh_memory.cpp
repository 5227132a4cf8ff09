// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "src/check/fresh_memory.hpp"

#include <malloc.h>

#include <cstddef>
#include <cstring>

namespace plugsmith::check {
namespace {

int last_fill = 0;  // NOLINT: one thread checks

}  // namespace

int fresh_memory_fill() { return last_fill; }

[[gnu::noinline]] void fill_fresh_memory(int fill) {
  last_fill = fill;
  constexpr std::size_t kStackBytes = 64 * 1024;
  ::mallopt(M_PERTURB, fill ^ 0xFF);  // allocated memory gets the complement
  unsigned char stack[kStackBytes];
  std::memset(stack, fill, kStackBytes);
  asm volatile("" : : "r"(stack) : "memory");  // else the compiler leaves it out
}

}  // namespace plugsmith::check
