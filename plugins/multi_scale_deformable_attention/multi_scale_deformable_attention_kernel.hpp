// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugsmith/contexts.hpp"

namespace plugsmith::ops::multi_scale_deformable_attention {

struct Params {
  const void* value;      ///< [samples, rows, heads, channels]
  const void* shapes;     ///< [levels, 2]: height, width
  const void* starts;     ///< [levels]: the row where a level begins
  const void* locations;  ///< [samples, queries, heads, levels, points, 2]: x, y
  const void* weights;    ///< [samples, queries, heads, levels, points]
  void* y;                ///< [samples, queries, heads, channels]
  DataType type, location_type, index_type;
  std::int64_t samples, rows, heads, channels, queries, levels, points;
};

/// Enqueues one kernel. Whatever shapes and starts hold, it reads nothing outside value.
Status launch(const Params& params, Stream stream);

}  // namespace plugsmith::ops::multi_scale_deformable_attention
