// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::non_zero {

/// Elements that one thread block looks at.
inline constexpr std::int64_t kTile = 4096;

constexpr std::int64_t tiles_of(std::int64_t elements) {
  return elements / kTile + (elements % kTile != 0 ? 1 : 0);
}

/// Upper bound of scan_bytes(): a single-pass scan keeps a descriptor of at most 16 bytes for each
/// of its own tiles, which are longer than one count, and 32 more; the rest is for alignment.
constexpr std::int64_t scan_bytes_bound(std::int64_t tiles) { return tiles * 16 + 4096; }

/// Bytes of scratch that CUB's scan over the tiles' counts asks for on the current device. On a
/// machine without a device, where only CPU references compute, the bound above.
Result<std::int64_t> scan_bytes(std::int64_t tiles);

struct Params {
  ConstTensorView x;        ///< linear
  TensorView y;             ///< int64 or int32, written densely: [rank, count] or [count, rank]
  void* count;              ///< one element of y's type
  bool columns;             ///< y is [count, rank]
  std::int64_t* tile_ends;  ///< scratch, one per tile
  std::uint32_t* marks;     ///< scratch, kTile bits per tile
  void* scan;               ///< scratch, scan_bytes()
};

/// Enqueues counting, scan and writing on `stream`; for an empty input the count 0 only.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::non_zero
