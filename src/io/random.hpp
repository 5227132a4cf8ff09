// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/io/tensor.hpp"

namespace plugsmith::io {

/// Integers from `low` up to but without `high`.
struct IntegerRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// A tensor of numbers that depend on `seed`, `stream` (the input's name) and the position only:
/// the same on every run and machine. Element i comes from SplitMix64's output function (Steele,
/// Lea, Flood, 2014) at state key + (i + 1) * 0x9E3779B97F4A7C15, where key is `seed` xor the
/// FNV-1a hash of `stream`. Floating point: multiples of 2^-23 in [-1, 1), rounded to the type;
/// INT32, INT64 and UINT8: 0 to 9 (fit to be indices); INT8: -64 to 63; BOOL: 0 or 1. Other types
/// are unsupported. `range` replaces the range of the four integer types; one that is empty, for a
/// tensor that is not, or that the type cannot hold is out of range.
Result<Tensor> random_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                             std::string_view stream,
                             std::optional<IntegerRange> range = std::nullopt);

}  // namespace plugsmith::io
