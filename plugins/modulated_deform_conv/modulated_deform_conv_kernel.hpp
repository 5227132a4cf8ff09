// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"
#include "plugsmith/host_device.hpp"

namespace plugsmith::ops::modulated_deform_conv {

struct Sizes {
  std::int64_t samples, channels, rows, columns;      ///< of x
  std::int64_t outputs, kernel_rows, kernel_columns;  ///< of weight
  std::int64_t out_rows, out_columns;                 ///< of y
  std::int64_t groups, deform_groups;                 ///< both divide channels, groups outputs
  std::int32_t stride[2], padding[2], dilation[2];    ///< of rows, of columns

  PLUGSMITH_HD std::int64_t taps() const { return kernel_rows * kernel_columns; }
  /// Of y, in one channel of all samples.
  PLUGSMITH_HD std::int64_t pixels() const { return samples * out_rows * out_columns; }
};

struct Params {
  const void* x;
  const void* offset;
  const void* mask;
  const void* weight;
  const void* bias;  ///< null: none
  void* y;
  DataType type, offset_type;
  Sizes sizes;
  void* packed_x;       ///< scratch of packed_x_elements; null for launch_direct
  void* packed_weight;  ///< scratch of packed_weight_elements; null for launch_direct
  int tile_outputs;     ///< 64, 128 or 256 output channels of a tile; 0 for launch_direct
};

/// Pixels of a tile.
inline constexpr int kTilePixels = 64;

/// Channels that share a group and a deform group: the channels are cut into so many equal
/// segments.
std::int64_t segments_of(const Sizes& sizes);

/// What launch_tiled wants of scratch, in elements of x's type.
std::int64_t packed_x_elements(const Sizes& sizes, DataType type);
std::int64_t packed_weight_elements(const Sizes& sizes, DataType type, int tile_outputs);

/// Enqueues one kernel.
Status launch_direct(const Params& params, Stream stream);
/// Enqueues three: two that pack x and weight, one that computes.
Status launch_tiled(const Params& params, Stream stream);

}  // namespace plugsmith::ops::modulated_deform_conv
