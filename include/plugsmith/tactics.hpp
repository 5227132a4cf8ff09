// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace plugsmith {
inline namespace v1 {

/// One of several ways to compute an op; TensorRT times those that fit and keeps the fastest.
/// `static constexpr Tactic kOnePass{1, "one pass"};`
struct Tactic {
  std::int32_t value = 0;  ///< positive, unique within the op; stored in engines
  const char* name = "";
  friend constexpr bool operator==(Tactic a, Tactic b) { return a.value == b.value; }
  friend constexpr bool operator!=(Tactic a, Tactic b) { return a.value != b.value; }
};

/// The list an op declares: `static constexpr auto kTactics = tactics(kOnePass, kTwoPass);`. The
/// first one that fits is taken where nothing was timed.
template <std::size_t N>
struct TacticTable {
  Tactic list[N];
};
template <class... Rest>
constexpr TacticTable<1 + sizeof...(Rest)> tactics(Tactic first, Rest... rest) {
  return {{first, rest...}};
}

template <std::size_t N>
constexpr bool tactics_are_positive_and_unique(const TacticTable<N>& table) {
  for (std::size_t a = 0; a < N; ++a) {
    if (table.list[a].value <= 0) return false;
    for (std::size_t b = a + 1; b < N; ++b) {
      if (table.list[a] == table.list[b]) return false;
    }
  }
  return true;
}

/// The table without its template.
struct TacticList {
  const Tactic* list = nullptr;
  int count = 0;
};

}  // namespace v1
}  // namespace plugsmith
