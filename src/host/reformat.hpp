// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "plugsmith/status.hpp"
#include "plugsmith/types.hpp"
#include "src/host/plugin_host.hpp"

namespace plugsmith::host {

/// Where the elements of a tensor lie in memory in one of TensorRT's formats (contract H3). Seen as
/// [outer, channel, row, column], element (o, c, r, w) sits at o * outer_stride +
/// c / vector * block_stride + c % vector * lane_stride + r * row_stride + w * column_stride.
struct TensorLayout {
  DataType type = DataType::kFloat;
  std::int64_t outer = 1, channels = 1, rows = 1, columns = 1;
  std::int64_t vector = 1;
  std::int64_t outer_stride = 0, block_stride = 0, lane_stride = 0, row_stride = 0,
               column_stride = 0;
  std::int64_t elements = 0;         ///< of the tensor
  std::int64_t stored_elements = 0;  ///< with padding
  bool linear = true;                ///< same memory as kLINEAR

  std::int64_t bytes() const { return bytes_of(type, stored_elements); }
};

/// The layout of a tensor with concrete dims. Errors: too few dimensions for the format, a size
/// that does not fit 64 bits, a type that has no such format.
Result<TensorLayout> make_layout(TensorFormat format, DataType type, const DimValues& dims);

/// Copies linear memory into the format. Padding lanes are poisoned, not zeroed: TensorRT promises
/// nothing about them. `formatted` holds layout.bytes().
void to_format(const TensorLayout& layout, const void* linear, void* formatted);

/// The reverse; padding lanes are not read.
void from_format(const TensorLayout& layout, const void* formatted, void* linear);

/// Fills memory with what no plugin should read: NaN, or the largest number of a byte-wide type.
void poison(DataType type, void* memory, std::int64_t bytes);

}  // namespace plugsmith::host
