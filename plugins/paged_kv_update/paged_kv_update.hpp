// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/plugsmith.hpp"

namespace plugsmith::ops {

/// Writes the keys and values of new tokens into a paged cache, in place. Token t goes to page
/// slots[t] / page_size, offset slots[t] % page_size; a slot outside the cache (-1 by convention)
/// is skipped, and of several tokens with one slot the last one is kept.
struct PagedKvUpdate {
  static constexpr OpIdentity kIdentity{"PagedKvUpdate_PS"};

  static constexpr InOut key_cache{"key_cache", required, rank(4)};
  static constexpr InOut value_cache{"value_cache", required, rank(4)};
  static constexpr In key{"key", rank(3)};
  static constexpr In value{"value", rank(3)};
  static constexpr In slots{"slots", rank(1), values(-1, dim(key_cache, 0) * dim(key_cache, 2))};
  static constexpr Scratch kWinners{"winners"};
  static constexpr auto kFormats =
      formats(row(key_cache = any(f16, bf16, fp8) * linear, value_cache = same(key_cache),
                  key = same(key_cache), value = same(key_cache), slots = any(i32, i64) * linear));

  Status infer(InferContext& c) const;
  Status scratch(ScratchContext& c) const;
  Status launch(LaunchContext& c) const;
  Status reference(ReferenceContext& c) const;

  /// Refuses inputs whose dimensions disagree.
  template <class Context>
  static Status check_shapes(const Context& c);
};

}  // namespace plugsmith::ops
