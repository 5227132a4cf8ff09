// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plugsmith {
inline namespace v1 {

/// FNV-1a (Fowler, Noll, Vo), 64 bits; another `hash` to start with gives another function.
inline std::uint64_t fnv1a(const void* data, std::int64_t bytes,
                           std::uint64_t hash = 0xCBF29CE484222325ULL) {
  const auto* at = static_cast<const unsigned char*>(data);
  for (std::int64_t i = 0; i < bytes; ++i) hash = (hash ^ at[i]) * 0x100000001B3ULL;
  return hash;
}

}  // namespace v1
}  // namespace plugsmith
