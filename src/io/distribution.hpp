// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/io/tensor.hpp"

// Random tensors whose numbers matter to what an op does: how many are zero, in which range they
// lie. Like random_tensor, the same on every run and machine.

namespace plugsmith::io {

/// The numbers of random_tensor, of which about `zero_share` (0 to 1) are zero, each drawn by
/// itself; INT32, INT64, UINT8, INT8: the others are 1 to 9, BOOL: the others are true. Element i
/// is zero where (f + 1) / 2 < zero_share, f being random_tensor's float of the stream with
/// ":zeros" behind its name.
Result<Tensor> sparse_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                             std::string_view stream, double zero_share);

/// Numbers in [low, high), evenly spread; `low` and `high` have one value, or as many as the last
/// axis is long: one for each place on it. Element i is low + (f + 1) / 2 * (high - low) in double,
/// f being random_tensor's float, rounded to a floating-point type, or down to an integer. An error
/// where low is not below high, a list is of another length, or the type cannot hold a value.
Result<Tensor> uniform_tensor(DataType type, const Dims& dims, std::uint64_t seed,
                              std::string_view stream, const std::vector<double>& low,
                              const std::vector<double>& high);

}  // namespace plugsmith::io
