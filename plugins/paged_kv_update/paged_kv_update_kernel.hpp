// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::paged_kv_update {

/// Up to this many tokens each block looks through the later slots itself; above, `winners` is
/// needed: looking takes tokens^2 reads, the table two more launches.
inline constexpr std::int64_t kMaxScannedTokens = 512;

/// All pointers are device memory. A row is one head of one token: `row_bytes` bytes.
struct Params {
  void* key_cache;         ///< [pages, heads, page_size] rows
  void* value_cache;       ///< the same
  const void* key;         ///< [tokens, heads] rows
  const void* value;       ///< the same
  const void* slots;       ///< [tokens]
  DataType slot_type;      ///< kInt32 or kInt64
  std::uint64_t* winners;  ///< [pages * page_size]; not used up to kMaxScannedTokens
  std::int64_t tokens, pages, heads, page_size, row_bytes;
  std::int64_t element_bytes;  ///< 1 or 2
};

/// Enqueues the copy on `stream`; nothing where there is nothing to copy.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::paged_kv_update
